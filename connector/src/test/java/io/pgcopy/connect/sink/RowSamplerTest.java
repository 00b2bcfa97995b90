/* SPDX-License-Identifier: Apache-2.0 */
package io.pgcopy.connect.sink;

import io.pgcopy.connect.config.StorageConfig;
import io.pgcopy.connect.type.Column;
import io.pgcopy.connect.type.PgType;
import io.pgcopy.connect.type.Table;
import io.pgcopy.connect.type.TableId;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.kafka.connect.data.Schema;
import org.apache.kafka.connect.data.SchemaBuilder;
import org.apache.kafka.connect.data.Struct;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class RowSamplerTest {
    private static final TableId TABLE = new TableId("public", "t");
    private static final Schema SCHEMA = SchemaBuilder.struct()
            .field("id", Schema.INT64_SCHEMA)
            .field("content", Schema.OPTIONAL_BYTES_SCHEMA)
            .field("note", Schema.OPTIONAL_STRING_SCHEMA)
            .build();
    private static final List<Column> COLUMNS =
            List.of(column("id", scalar("int8")), column("content", domain("bytea")), column("note", scalar("text")));
    private static final int FIRST = ColumnEvidence.MIN_VALUES;

    // Every look at the clock finds a microsecond gone, so a value costs one.
    private final AtomicLong nanos = new AtomicLong();
    private final StorageEvidence evidence = new StorageEvidence();
    private final RowSampler sampler = sampler(StorageConfig.Storage.REPORT);

    @Test
    void looksAtEachOfTheFirstRowsThenAtOneInFifty() {
        observe(FIRST, new byte[10_000]);
        assertThat(values("content")).isEqualTo(FIRST);

        for (int i = 0; i < 5_000; i++) {
            nanos.addAndGet(1_000_000);
            observe(1, new byte[10_000]);
        }
        assertThat(values("content") - FIRST).isBetween(95L, 101L);
    }

    @Test
    void takesNoMoreThanItsShareOfTheTime() {
        observe(FIRST, new byte[10_000]);
        nanos.addAndGet(10_000_000_000L);
        long before = values("content");

        // Time passes by the clock's own steps alone: 50 rows take no longer than one look at one of them.
        observe(50_000, new byte[10_000]);
        assertThat(values("content") - before).isLessThan(50);
    }

    @Test
    void rowsTooSmallToBeCompressedDoNotCount() {
        observe(100, new byte[1_000]);
        assertThat(values("content")).isZero();

        observe(FIRST, new byte[10_000]);
        assertThat(values("content"))
                .as("the first large ones are still looked at")
                .isEqualTo(FIRST);
    }

    @Test
    void aTableMayWantLargerRowsLeftAsTheyAre() {
        RowSampler tall = sampler(StorageConfig.Storage.REPORT, 8_160);
        tall.observe(new Struct(SCHEMA).put("id", 1L).put("content", new byte[8_000]));
        assertThat(values("content")).isZero();

        tall.observe(new Struct(SCHEMA).put("id", 1L).put("content", new byte[8_200]));
        assertThat(values("content")).isEqualTo(1);
    }

    @Test
    void theServersOwnLimitHoldsWhereATableWantsSmallerRows() {
        RowSampler low = sampler(StorageConfig.Storage.REPORT, 128);
        low.observe(new Struct(SCHEMA).put("id", 1L).put("content", new byte[2_000]));
        assertThat(values("content")).isZero();
    }

    @Test
    void theSearchForLargeRowsEnds() {
        observe(3_000, new byte[100]);
        observe(49, new byte[10_000]);

        assertThat(values("content")).isLessThanOrEqualTo(1);
    }

    @Test
    void buffersAreReadWithoutBeingMoved() {
        ByteBuffer whole = ByteBuffer.allocate(20_000).position(5_000).limit(15_000);
        ByteBuffer direct = ByteBuffer.allocateDirect(10_000);
        sampler.observe(new Struct(SCHEMA).put("id", 1L).put("content", whole));
        sampler.observe(new Struct(SCHEMA).put("id", 1L).put("content", direct));
        sampler.observe(new Struct(SCHEMA).put("id", 1L).put("content", whole.asReadOnlyBuffer()));

        assertThat(values("content")).isEqualTo(3);
        assertThat(whole.position()).isEqualTo(5_000);
        assertThat(direct.position()).isZero();
    }

    @Test
    void textIsLookedAtAndNullsAreNot() {
        sampler.observe(new Struct(SCHEMA).put("id", 1L).put("note", "abc ".repeat(100_000)));

        assertThat(values("note")).isEqualTo(1);
        assertThat(evidence.finding(TABLE, "note").savedShare()).isGreaterThan(0.9);
        assertThat(values("content")).isZero();
        assertThat(values("id")).isZero();
    }

    @Test
    void withoutReportsNothingIsLookedAt() {
        RowSampler off = sampler(StorageConfig.Storage.KEEP);
        off.observe(new Struct(SCHEMA).put("id", 1L).put("content", new byte[10_000]));

        assertThat(values("content")).isZero();
    }

    private RowSampler sampler(StorageConfig.Storage storage) {
        return sampler(storage, 0);
    }

    private RowSampler sampler(StorageConfig.Storage storage, int toastTupleTarget) {
        StorageConfig config = new StorageConfig(storage, StorageConfig.Compression.AUTO);
        Table table = new Table(TABLE, 1, Table.Kind.TABLE, COLUMNS, List.of("id"), 0);
        return new StorageSampling(config, evidence, () -> nanos.addAndGet(1_000))
                .of(table, toastTupleTarget, COLUMNS, SCHEMA);
    }

    private void observe(int rows, byte[] content) {
        Struct row = new Struct(SCHEMA).put("id", 1L).put("content", content);
        for (int i = 0; i < rows; i++) {
            sampler.observe(row);
        }
    }

    private long values(String column) {
        return evidence.finding(TABLE, column).values();
    }

    private static Column column(String name, PgType type) {
        return new Column(name, type, -1, type.name(), false, false, false);
    }

    private static PgType scalar(String name) {
        return new PgType.Scalar(1, "pg_catalog", name);
    }

    private static PgType domain(String base) {
        return new PgType.Domain(2, "public", "picture", scalar(base), -1, base);
    }
}
