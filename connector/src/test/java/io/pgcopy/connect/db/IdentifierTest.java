/* SPDX-License-Identifier: Apache-2.0 */
package io.pgcopy.connect.db;

import io.pgcopy.connect.type.TableId;
import java.util.List;
import org.apache.kafka.connect.errors.ConnectException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

class IdentifierTest {

    @ParameterizedTest
    @CsvSource(
            quoteCharacter = '\'',
            value = {
                "select, \"select\"",
                "Big Orders, \"Big Orders\"",
                "a\"b, \"a\"\"b\"",
                "a.b, \"a.b\"",
                "';--', \";--\""
            })
    void quotesWhateverTheNameHolds(String name, String quoted) {
        assertThat(Identifier.quote(name)).isEqualTo(quoted);
    }

    @Test
    void quotesEachPartOfAName() {
        assertThat(Identifier.quote(new TableId("a.b", "c"))).isEqualTo("\"a.b\".\"c\"");
        assertThat(Identifier.quote(List.of("a", "b"))).isEqualTo("\"a\", \"b\"");
    }

    @Test
    void countsBytesNotCharacters() {
        assertThat(Identifier.quote("é".repeat(31) + "x")).hasSize(34);
        assertThatThrownBy(() -> Identifier.quote("é".repeat(32)))
                .isInstanceOf(ConnectException.class)
                .hasMessageContaining("64 bytes");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "a\0b"})
    void refusesWhatNoIdentifierCanBe(String name) {
        assertThatThrownBy(() -> Identifier.quote(name)).isInstanceOf(ConnectException.class);
    }
}
