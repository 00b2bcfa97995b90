/* SPDX-License-Identifier: Apache-2.0 */
package io.pgcopy.connect.config;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

class NamePatternTest {

    @ParameterizedTest(name = "{0} matches {1}.{2}: {3}")
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '\'',
            value = {
                "sales.orders         | sales | orders     | true",
                "Sales.ORDERS         | sales | orders     | true",
                "sales.orders         | sales | Orders     | false",
                "\"Sales\".\"Orders\" | Sales | Orders     | true",
                "\"Sales\".\"Orders\" | sales | orders     | false",
                "sales.*              | sales | Big Orders | true",
                "sales.*              | sale  | orders     | false",
                "sales.ord?rs         | sales | orders     | true",
                "sales.ord?rs         | sales | ordrs      | false",
                "sales.\"ord*\"       | sales | orders     | false",
                "sales.\"ord*\"       | sales | ord*       | true",
                "*.*                  | a.b   | c          | true",
                "sales.\"a\"\"b\"     | sales | a\"b       | true",
                "sales.\"a.b, c\"     | sales | a.b, c     | true",
                "straße.été           | straße | été       | true",
            })
    void matchesAsTheServerWouldReadIt(String pattern, String schema, String table, boolean expected) {
        assertThat(NamePattern.list(pattern).get(0).matches(schema, table)).isEqualTo(expected);
    }

    @Test
    void readsAListAndKeepsEachNamesText() {
        List<NamePattern> names = NamePattern.list(" a.b , \"c,d\".\"e\" ,f.* ,");
        assertThat(names).extracting(NamePattern::toString).containsExactly("a.b", "\"c,d\".\"e\"", "f.*");
        assertThat(names).extracting(NamePattern::glob).containsExactly(false, false, true);
    }

    @Test
    void anEmptyListHasNoNames() {
        assertThat(NamePattern.list("  ")).isEmpty();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '\'',
            value = {
                "a.\"b         | the double quote at character 3 is not closed",
                "a.            | expected a name at character 3",
                ".b            | expected a name at character 1",
                "a.\"\"        | expected a name at character 3",
                "a.b c         | expected a dot or a comma at character 5",
                "a.b-c         | expected a dot or a comma at character 4",
            })
    void saysWhereAListIsWrong(String list, String problem) {
        assertThatThrownBy(() -> NamePattern.list(list))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining(problem);
    }

    @Test
    void noticesANameThatDiffersInCaseOnly() {
        NamePattern pattern = NamePattern.list("Sales.Orders").get(0);
        assertThat(pattern.almostMatches("Sales", "Orders")).isTrue();
        assertThat(pattern.almostMatches("Sales", "Order")).isFalse();
    }
}
