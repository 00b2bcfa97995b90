/* SPDX-License-Identifier: Apache-2.0 */
package io.pgcopy.converters.avro;

import com.sun.net.httpserver.HttpsConfigurator;
import com.sun.net.httpserver.HttpsParameters;
import com.sun.net.httpserver.HttpsServer;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.Certificate;
import java.util.concurrent.TimeUnit;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.TrustManagerFactory;

/** Keys, certificates and stores of them in a folder, for a registry that is reached by TLS. */
final class KeyStoreFiles {
    private static final String ALIAS = "one";

    private final Path folder;
    private final String password;

    KeyStoreFiles(Path folder, String password) {
        this.folder = folder;
        this.password = password;
    }

    /** A new key with its certificate for localhost, in a PKCS12 file. */
    Path key(String name) throws IOException, InterruptedException {
        Path file = folder.resolve(name + ".p12");
        Path keytool = Path.of(System.getProperty("java.home"), "bin", "keytool");
        String command = " -genkeypair -alias " + ALIAS + " -keyalg EC -dname CN=localhost -ext san=dns:localhost"
                + " -storetype PKCS12 -storepass " + password + " -keystore " + file;
        Process process =
                new ProcessBuilder((keytool + command).split(" ")).inheritIO().start();
        if (!process.waitFor(60, TimeUnit.SECONDS) || process.exitValue() != 0) {
            throw new IOException("keytool made no key");
        }
        return file;
    }

    /** The key of a PKCS12 file in a JKS file, under a password of its own. */
    Path asJks(Path key, String keyPassword) throws IOException, GeneralSecurityException {
        KeyStore from = load(key);
        KeyStore jks = empty();
        Certificate[] chain = from.getCertificateChain(ALIAS);
        jks.setKeyEntry(ALIAS, from.getKey(ALIAS, password.toCharArray()), keyPassword.toCharArray(), chain);
        return stored(jks, key + ".jks");
    }

    /** The certificate alone, in a JKS file. */
    Path trustInJks(Path key) throws IOException, GeneralSecurityException {
        KeyStore jks = empty();
        jks.setCertificateEntry(ALIAS, load(key).getCertificate(ALIAS));
        return stored(jks, key + ".trust.jks");
    }

    /** A registry under the certificate of {@code own}, which lets in nobody but the owner of {@code client}. */
    RegistryStandIn registry(Path own, Path client) throws IOException, GeneralSecurityException {
        KeyManagerFactory keys = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
        keys.init(load(own), password.toCharArray());
        TrustManagerFactory trust = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
        KeyStore known = empty();
        known.setCertificateEntry(ALIAS, load(client).getCertificate(ALIAS));
        trust.init(known);
        SSLContext context = SSLContext.getInstance("TLS");
        context.init(keys.getKeyManagers(), trust.getTrustManagers(), null);
        HttpsServer server = HttpsServer.create(RegistryStandIn.loopback(), 0);
        server.setHttpsConfigurator(new HttpsConfigurator(context) {
            @Override
            public void configure(HttpsParameters parameters) {
                SSLParameters ssl = context.getDefaultSSLParameters();
                ssl.setNeedClientAuth(true);
                parameters.setSSLParameters(ssl);
            }
        });
        return new RegistryStandIn(server);
    }

    private KeyStore load(Path file) throws IOException, GeneralSecurityException {
        KeyStore store = KeyStore.getInstance("PKCS12");
        try (InputStream in = Files.newInputStream(file)) {
            store.load(in, password.toCharArray());
        }
        return store;
    }

    private static KeyStore empty() throws IOException, GeneralSecurityException {
        KeyStore store = KeyStore.getInstance("JKS");
        store.load(null, null);
        return store;
    }

    private Path stored(KeyStore store, String file) throws IOException, GeneralSecurityException {
        try (OutputStream out = Files.newOutputStream(Path.of(file))) {
            store.store(out, password.toCharArray());
        }
        return Path.of(file);
    }
}
