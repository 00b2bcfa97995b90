/* SPDX-License-Identifier: Apache-2.0 */
package io.pgcopy.converters.avro;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import javax.net.ssl.KeyManager;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManager;
import javax.net.ssl.TrustManagerFactory;
import org.apache.kafka.common.config.ConfigException;
import org.apache.kafka.common.config.types.Password;
import org.jspecify.annotations.Nullable;

/** The TLS context for a registry with certificates of its own. */
final class RegistryTls {
    private RegistryTls() {}

    static SSLContext context(RegistryAccess access) {
        try {
            SSLContext context = SSLContext.getInstance("TLS");
            context.init(identity(access), trust(access.trust()), null);
            return context;
        } catch (GeneralSecurityException e) {
            throw failed("the key and trust stores cannot be used", e);
        }
    }

    // Null stands for the platform's own, as the library has it.
    private static KeyManager @Nullable [] identity(RegistryAccess access) throws GeneralSecurityException {
        RegistryAccess.Store store = access.identity();
        if (store.location().isEmpty()) {
            return null;
        }
        Password keyPassword = access.keyPassword() != null ? access.keyPassword() : store.password();
        KeyManagerFactory factory = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
        factory.init(load(store, RegistryAccess.IDENTITY), chars(keyPassword));
        return factory.getKeyManagers();
    }

    private static TrustManager @Nullable [] trust(RegistryAccess.Store store) throws GeneralSecurityException {
        if (store.location().isEmpty()) {
            return null;
        }
        TrustManagerFactory factory = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
        factory.init(load(store, RegistryAccess.TRUST));
        return factory.getTrustManagers();
    }

    private static KeyStore load(RegistryAccess.Store store, String prefix) throws GeneralSecurityException {
        KeyStore keys = KeyStore.getInstance(store.type());
        try (InputStream file = Files.newInputStream(Path.of(store.location()))) {
            keys.load(file, chars(store.password()));
            return keys;
        } catch (IOException e) {
            throw failed(prefix + ".location " + store.location() + " cannot be read with the password given", e);
        }
    }

    private static char @Nullable [] chars(@Nullable Password password) {
        return password == null ? null : password.value().toCharArray();
    }

    private static ConfigException failed(String what, Exception cause) {
        ConfigException failure = new ConfigException(what + ": " + cause.getMessage());
        failure.initCause(cause);
        return failure;
    }
}
