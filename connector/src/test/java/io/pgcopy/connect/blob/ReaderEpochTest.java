/* SPDX-License-Identifier: Apache-2.0 */
package io.pgcopy.connect.blob;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class ReaderEpochTest {
    @Test
    void aReaderThatWasReplacedStaysBelowItsSuccessorHoweverLateItTriesAgain() {
        ReaderEpoch orphan = ReaderEpoch.starting(1_000, 0).reopened();
        ReaderEpoch successor = ReaderEpoch.starting(6_000, 0);
        assertThat(orphan.reopened().value()).isLessThan(successor.value());
    }

    @Test
    void eachReopeningOutranksTheOneBefore() {
        ReaderEpoch first = ReaderEpoch.starting(1_000, 0);
        assertThat(first.reopened().value()).isGreaterThan(first.value());
    }

    @Test
    void aClockThatWasSetBackDoesNotGoBelowWhatIsKnown() {
        assertThat(ReaderEpoch.starting(1_000, 5_000).value()).isEqualTo(5_001);
    }
}
