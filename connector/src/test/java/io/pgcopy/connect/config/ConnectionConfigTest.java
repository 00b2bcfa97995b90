/* SPDX-License-Identifier: Apache-2.0 */
package io.pgcopy.connect.config;

import java.util.Map;
import org.apache.kafka.common.config.AbstractConfig;
import org.apache.kafka.common.config.ConfigDef;
import org.apache.kafka.common.config.ConfigException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

class ConnectionConfigTest {

    @ParameterizedTest
    @ValueSource(
            strings = {
                "jdbc:postgresql://localhost/shop",
                "jdbc:postgresql://one:5432,two:5433/shop?targetServerType=primary&sslmode=verify-full",
                "jdbc:postgresql://[::1]:5432/shop?sslrootcert=/etc/ca.pem",
            })
    void takesAUrlWithAllowedParameters(String url) {
        assertThat(from(url).url()).isEqualTo(url);
    }

    @ParameterizedTest
    @CsvSource({
        "jdbc:mysql://localhost/shop, jdbc:postgresql://host:5432/database",
        "jdbc:postgresql:shop, jdbc:postgresql://host:5432/database",
        "jdbc:postgresql://localhost, must name a host and a database",
        "jdbc:postgresql://localhost/, must name a host and a database",
        "jdbc:postgresql:///shop, must name a host and a database",
        "jdbc:postgresql://localhost:99999/shop, a port that is no number from 1 to 65535",
        "jdbc:postgresql://localhost:0/shop, a port that is no number from 1 to 65535",
        "'jdbc:postgresql://one:5432,two:hunter2/shop', a port that is no number from 1 to 65535",
        "jdbc:postgresql://[::1]:70000/shop, a port that is no number from 1 to 65535",
        "jdbc:postgresql://me:hunter2@localhost/shop, set connection.user and connection.password",
        "jdbc:postgresql://localhost/shop?password=hunter2, set connection.user and connection.password",
        "jdbc:postgresql://localhost/shop;password=hunter2, must not hold a semicolon",
        "jdbc:postgresql://localhost/shop?sslmode=require;password=hunter2, must not hold a semicolon",
        "jdbc:postgresql://localhost/shop?user=me, set connection.user and connection.password",
        "jdbc:postgresql://localhost/shop?sslpassword=hunter2, set connection.ssl.key.password",
        "jdbc:postgresql://localhost/shop?socketFactory=hunter2, parameter socketFactory",
        "jdbc:postgresql://localhost/shop?sslmode=require&loggerFile=hunter2, parameter loggerFile",
        // A query may think for long before its first row; who has gone is found out by keep-alive
        "jdbc:postgresql://localhost/shop?socketTimeout=5, parameter socketTimeout",
        "jdbc:postgresql://localhost/shop?options=hunter2, parameter options",
    })
    void refusesAnyOtherUrlWithoutRepeatingIt(String url, String reason) {
        assertThatThrownBy(() -> from(url))
                .isInstanceOf(ConfigException.class)
                .hasMessageContaining("connection.url")
                .hasMessageContaining(reason)
                .message()
                .doesNotContain("hunter2");
    }

    @ParameterizedTest
    @CsvSource({
        "jdbc:postgresql://localhost/shop, shop",
        "'jdbc:postgresql://one:5432,two:5432/shop?ssl=true', shop",
        "jdbc:postgresql://one/my%20shop?sslrootcert=/etc/ca.pem, my shop",
    })
    void knowsTheDatabasesName(String url, String name) {
        assertThat(from(url).database()).isEqualTo(name);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "jdbc:postgresql://localhost/shop",
                "jdbc:postgresql://LOCALHOST:5432,127.0.0.1:5433,[::1]:5434/shop?sslmode=disable",
                "jdbc:postgresql://db.example/shop?sslmode=verify-full",
                "jdbc:postgresql://db.example/shop?ssl=true",
                "jdbc:postgresql://db.example/shop?ssl",
                "jdbc:postgresql://db.example/shop?gssEncMode=require",
            })
    void aConnectionThatIsVerifiedOrStaysOnTheMachineIsNotExposed(String url) {
        assertThat(from(url).exposure()).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({
        "jdbc:postgresql://db.example:5432/shop, db.example:5432, sslmode is prefer",
        "jdbc:postgresql://127.0.0.1.evil.example/shop, 127.0.0.1.evil.example, sslmode is prefer",
        "'jdbc:postgresql://localhost,10.0.0.7:5433/shop?sslmode=disable', '10.0.0.7:5433', sslmode is disable",
        "jdbc:postgresql://db.example/shop?ssl=true&sslmode=require, db.example, sslmode=require",
        "jdbc:postgresql://db.example/shop?sslmode=verify-ca, db.example, sslmode=verify-ca",
        "jdbc:postgresql://[2001:db8::1]:5432/shop?ssl=false, '[2001:db8::1]:5432', sslmode is prefer",
    })
    void anyOtherIsToldOfWithTheParameterThatHelps(String url, String host, String mode) {
        assertThat(from(url).exposure()).hasValueSatisfying(text -> assertThat(text)
                .startsWith("connection.url does not verify")
                .contains(host, mode, "Set sslmode=verify-full"));
    }

    @Test
    void neverPrintsAPassword() {
        ConnectionConfig config = from(Map.of(
                "connection.url", "jdbc:postgresql://localhost/shop",
                "connection.password", "hunter2",
                "connection.ssl.key.password", "hunter2"));
        assertThat(config.toString()).doesNotContain("hunter2");
    }

    private static ConnectionConfig from(String url) {
        return from(Map.of("connection.url", url));
    }

    private static ConnectionConfig from(Map<String, String> properties) {
        ConfigDef def = new ConfigDef();
        ConnectionConfig.define(def);
        return ConnectionConfig.from(new AbstractConfig(def, properties, false));
    }
}
