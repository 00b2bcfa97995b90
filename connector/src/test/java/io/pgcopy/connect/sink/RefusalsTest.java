/* SPDX-License-Identifier: Apache-2.0 */
package io.pgcopy.connect.sink;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class RefusalsTest {
    private final Refusals refusals = new Refusals();

    @Test
    void keepsARefusalAsLongAsItsRowMayBeReadAgain() {
        refusals.add(1, 10, "a constraint");
        refusals.add(2, 20, "another");
        refusals.settle(10);
        assertThat(refusals.has(1)).isTrue();
        assertThat(refusals.reason(1)).isEqualTo("a constraint");
        refusals.settle(11);
        assertThat(refusals.has(1)).isFalse();
        assertThat(refusals.has(2)).isTrue();
    }
}
