/* SPDX-License-Identifier: Apache-2.0 */
package io.pgcopy.converters.avro;

import java.nio.charset.StandardCharsets;
import java.util.Base64;
import org.apache.kafka.common.config.AbstractConfig;
import org.apache.kafka.common.config.ConfigDef;
import org.apache.kafka.common.config.ConfigDef.ValidString;
import org.apache.kafka.common.config.ConfigException;
import org.apache.kafka.common.config.types.Password;
import org.jspecify.annotations.Nullable;

import static org.apache.kafka.common.config.ConfigDef.Importance.LOW;
import static org.apache.kafka.common.config.ConfigDef.Importance.MEDIUM;
import static org.apache.kafka.common.config.ConfigDef.Type.PASSWORD;
import static org.apache.kafka.common.config.ConfigDef.Type.STRING;
import static org.apache.kafka.common.config.ConfigDef.Width.LONG;
import static org.apache.kafka.common.config.ConfigDef.Width.SHORT;

/**
 * Who we are to the schema registry, and whom we trust: the keys, their definition and their parsed form.
 *
 * @param authorization the value of the Authorization header
 */
record RegistryAccess(
        @Nullable Password authorization,
        Store trust,
        Store identity,
        @Nullable Password keyPassword) {
    static final String BASIC_SOURCE = "basic.auth.credentials.source";
    static final String USER_INFO = "basic.auth.user.info";
    static final String BEARER_SOURCE = "bearer.auth.credentials.source";
    static final String TOKEN = "bearer.auth.token";
    static final String TRUST = "schema.registry.ssl.truststore";
    static final String IDENTITY = "schema.registry.ssl.keystore";
    static final String KEY_PASSWORD = "schema.registry.ssl.key.password";
    private static final String GROUP = "Schema registry access";

    /** A key store file; the location is empty where there is none. */
    record Store(String location, @Nullable Password password, String type) {
        static Store from(AbstractConfig config, String prefix) {
            return new Store(
                    config.getString(prefix + ".location"),
                    config.getPassword(prefix + ".password"),
                    config.getString(prefix + ".type"));
        }
    }

    static ConfigDef define(ConfigDef def) {
        defineLogon(def);
        defineStore(def, TRUST, 5, "Trust store", "the certificates that are trusted; the platform's if not set");
        defineStore(def, IDENTITY, 8, "Key store", "our certificate and key, where the registry wants one");
        return def.define(
                KEY_PASSWORD,
                PASSWORD,
                null,
                LOW,
                "The password of the key in the key store, if it is not the store's own.",
                GROUP,
                11,
                LONG,
                "Key password");
    }

    private static void defineLogon(ConfigDef def) {
        def.define(
                        BASIC_SOURCE,
                        STRING,
                        "URL",
                        ValidString.in("URL", "USER_INFO"),
                        MEDIUM,
                        "USER_INFO: log on by basic.auth.user.info. URL: do not (a password in the address is refused).",
                        GROUP,
                        1,
                        SHORT,
                        "Basic authentication")
                .define(
                        USER_INFO,
                        PASSWORD,
                        null,
                        MEDIUM,
                        "user:password for the registry.",
                        GROUP,
                        2,
                        LONG,
                        "User and password")
                .define(
                        BEARER_SOURCE,
                        STRING,
                        "",
                        ValidString.in("", "STATIC_TOKEN"),
                        LOW,
                        "STATIC_TOKEN: log on by bearer.auth.token.",
                        GROUP,
                        3,
                        SHORT,
                        "Bearer authentication")
                .define(TOKEN, PASSWORD, null, LOW, "The token for the registry.", GROUP, 4, LONG, "Token");
    }

    static RegistryAccess from(AbstractConfig config) {
        return new RegistryAccess(
                authorization(config),
                Store.from(config, TRUST),
                Store.from(config, IDENTITY),
                config.getPassword(KEY_PASSWORD));
    }

    private static void defineStore(ConfigDef def, String prefix, int order, String name, String what) {
        def.define(prefix + ".location", STRING, "", LOW, "A file with " + what + ".", GROUP, order, LONG, name)
                .define(
                        prefix + ".password",
                        PASSWORD,
                        null,
                        LOW,
                        "The file's password.",
                        GROUP,
                        order + 1,
                        LONG,
                        name + " password")
                .define(
                        prefix + ".type",
                        STRING,
                        "PKCS12",
                        LOW,
                        "The file's form: PKCS12 or JKS.",
                        GROUP,
                        order + 2,
                        SHORT,
                        name + " type");
    }

    private static @Nullable Password authorization(AbstractConfig config) {
        if ("STATIC_TOKEN".equals(config.getString(BEARER_SOURCE))) {
            return new Password("Bearer " + token(required(config, TOKEN, BEARER_SOURCE)));
        }
        if ("USER_INFO".equals(config.getString(BASIC_SOURCE))) {
            byte[] userInfo = required(config, USER_INFO, BASIC_SOURCE).getBytes(StandardCharsets.UTF_8);
            return new Password("Basic " + Base64.getEncoder().encodeToString(userInfo));
        }
        return null;
    }

    // The JDK repeats a header that it does not take. No message of ours has the token, or what is wrong in it.
    private static String token(String token) {
        if (token.isEmpty() || !token.chars().allMatch(c -> c > ' ' && c < 0x7F)) {
            throw new ConfigException(TOKEN + " must be of visible ASCII characters alone");
        }
        return token;
    }

    private static String required(AbstractConfig config, String key, String because) {
        Password secret = config.getPassword(key);
        if (secret == null) {
            throw new ConfigException(key + " must be set, for " + because + " says so");
        }
        return secret.value();
    }
}
