/* SPDX-License-Identifier: Apache-2.0 */
package io.pgcopy.connect.type;

import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

import static org.assertj.core.api.Assertions.assertThat;

class BuiltInTest {
    static Stream<PgType> impostors() {
        PgType text = BuiltIn.TEXT.type();
        return Stream.of(
                new PgType.Scalar(50_000, "app", "json"),
                new PgType.Enum(50_000, "pg_catalog", "json", List.of("a")),
                new PgType.Composite(50_000, "app", "json", List.of()),
                new PgType.Array(50_000, "pg_catalog", "json", text),
                new PgType.Domain(50_000, "pg_catalog", "json", text, -1, "text"));
    }

    @ParameterizedTest
    @MethodSource("impostors")
    void aNameAloneDoesNotMakeAType(PgType impostor) {
        assertThat(impostor.is(BuiltIn.JSON)).isFalse();
    }

    @Test
    void isSeenThroughAllItsDomains() {
        PgType inner = new PgType.Domain(50_000, "app", "blob", BuiltIn.BYTEA.type(), -1, "bytea");
        PgType outer = new PgType.Domain(50_001, "app", "json", inner, -1, "app.blob");
        assertThat(outer.is(BuiltIn.BYTEA)).isTrue();
        assertThat(outer.builtIn()).contains(BuiltIn.BYTEA);
        assertThat(outer.carried()).isEqualTo(BuiltIn.BYTEA.type());
    }

    @Test
    void hasTheOidAndTheNameThatEveryServerGivesIt() {
        assertThat(BuiltIn.BYTEA.type()).isEqualTo(new PgType.Scalar(17, "pg_catalog", "bytea"));
        for (BuiltIn type : BuiltIn.values()) {
            assertThat(BuiltIn.of(type.oid())).contains(type);
            assertThat(type.type().builtIn()).contains(type);
        }
        assertThat(BuiltIn.of(50_000)).isEmpty();
    }
}
