/* SPDX-License-Identifier: Apache-2.0 */
package io.pgcopy.connect.source;

import io.pgcopy.connect.db.ReadFrom;
import io.pgcopy.connect.type.TableId;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.kafka.connect.errors.ConnectException;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

class SourceOffsetTest {
    private static final TableSplit SPLIT = new TableSplit(ReadFrom.all(new TableId("sales", "Big Orders")), 0);
    private static final Map<String, Object> PARTITION = SourceOffset.partition("shop", SPLIT);

    /** The order is part of what Connect finds an offset by: it must be the same in every JVM, and that of a HashMap. */
    @Test
    void thePartitionsKeysHaveOneOrderForEver() {
        assertThat(PARTITION.keySet()).containsExactly("schema", "database", "split", "table");
        Map<String, Object> readBack = new HashMap<>();
        List.of("table", "split", "database", "schema").forEach(key -> readBack.put(key, PARTITION.get(key)));
        assertThat(readBack.keySet()).containsExactlyElementsOf(PARTITION.keySet());
    }

    @Test
    void hasTheDocumentedForm() {
        assertThat(PARTITION)
                .isEqualTo(Map.of("database", "shop", "schema", "sales", "table", "Big Orders", "split", "0"));
        assertThat(SourceOffset.reading("7", 0)).isEqualTo(Map.of("run", "7", "state", "reading"));
        assertThat(SourceOffset.done("7", 0, 12)).isEqualTo(Map.of("run", "7", "state", "done", "rows", 12L));
    }

    @Test
    void onlyTheLastRowOfThisRunMakesASplitDone() {
        assertThat(SourceOffset.isDone(SourceOffset.done("7", 0, 12), "7")).isTrue();
        assertThat(SourceOffset.isDone(SourceOffset.done("6", 0, 12), "7")).isFalse();
        assertThat(SourceOffset.isDone(SourceOffset.reading("7", 0), "7")).isFalse();
        assertThat(SourceOffset.isDone(null, "7")).isFalse();
    }

    @Test
    void acceptsWhatItWritesAndNull() {
        assertThatCode(() -> {
                    SourceOffset.check(PARTITION, SourceOffset.reading("", 0));
                    SourceOffset.check(PARTITION, SourceOffset.done("7", 0, 12));
                    SourceOffset.check(PARTITION, null);
                })
                .doesNotThrowAnyException();
    }

    @Test
    void refusesAnotherPartition() {
        Map<String, Object> more = new HashMap<>(PARTITION);
        more.put("shard", "1");
        Map<String, Object> number = new HashMap<>(PARTITION);
        number.put("split", 0L);
        for (Map<String, Object> wrong : List.of(Map.<String, Object>of("table", "t"), more, number)) {
            assertThatThrownBy(() -> SourceOffset.check(wrong, null))
                    .isInstanceOf(ConnectException.class)
                    .hasMessageContaining("\"split\": \"0\"");
        }
    }

    @Test
    void refusesAnotherOffset() {
        for (Map<String, Object> wrong : List.of(
                Map.<String, Object>of("run", "7"),
                Map.<String, Object>of("run", 7, "state", "done"),
                Map.<String, Object>of("run", "7", "state", "half"),
                Map.<String, Object>of("run", "7", "state", "done", "rows", "many"),
                Map.<String, Object>of("run", "7", "state", "done", "position", 5))) {
            assertThatThrownBy(() -> SourceOffset.check(PARTITION, wrong))
                    .isInstanceOf(ConnectException.class)
                    .hasMessageContaining("reading or done");
        }
    }
}
