/* SPDX-License-Identifier: Apache-2.0 */
package io.pgcopy.connect.type;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class PrintableTest {
    @Test
    void aNameDoesNotBeginALineOfItsOwn() {
        assertThat(new TableId("sales\r\nERROR", "a\u001bb\u0085c\u2028d\te")).hasToString("sales  ERROR.a b c d e");
    }

    @Test
    void otherCharactersStay() {
        assertThat(Printable.text("Größe \"x\" 表 \uD83D\uDE00 %n")).isEqualTo("Größe \"x\" 表 \uD83D\uDE00 %n");
    }
}
