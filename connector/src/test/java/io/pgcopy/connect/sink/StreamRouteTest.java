/* SPDX-License-Identifier: Apache-2.0 */
package io.pgcopy.connect.sink;

import io.pgcopy.connect.codec.CodecOptions;
import io.pgcopy.connect.codec.CodecRegistry;
import io.pgcopy.connect.config.SinkConfig;
import io.pgcopy.connect.db.ScriptedServer;
import io.pgcopy.connect.db.StagingStatements;
import io.pgcopy.connect.type.Column;
import io.pgcopy.connect.type.PgType;
import io.pgcopy.connect.type.Table;
import io.pgcopy.connect.type.TableId;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.kafka.connect.data.Schema;
import org.apache.kafka.connect.data.SchemaBuilder;
import org.apache.kafka.connect.sink.SinkRecord;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class StreamRouteTest {
    private static final Schema KEY =
            SchemaBuilder.struct().field("id", Schema.INT64_SCHEMA).build();

    @Test
    void anUpsertIsStagedWhereTheRoleMayNotDelete() {
        ScriptedServer server = new ScriptedServer(sql -> sql.contains("deletable")
                ? List.of(Map.of(
                        "referenced", false, "triggers", false, "deletable", false, "columns", new String[] {"id"}))
                : List.of());
        SinkConfig config = SinkConfig.from(Map.of(
                "connection.url", "jdbc:postgresql://nowhere/none", "insert.mode", "upsert", "pk.mode", "record_key"));
        PlanBuilder plans = new PlanBuilder(
                config.write(),
                Set.of(),
                CodecRegistry.of(CodecOptions.DEFAULT),
                new StorageSampling(config.storage(), new StorageEvidence(), System::nanoTime));
        SinkRecord head = SinkHarness.record(SinkHarness.P0, 7);
        StreamRoute route = StreamRoute.of(
                server.session(),
                plans.rows(target(), SinkHarness.SCHEMA, KEY),
                head,
                plans.deletes(target(), KEY),
                List.of());
        assertThat(route.into()).isEqualTo(StagingStatements.STAGE);
        assertThat(server.asked).noneMatch(sql -> sql.contains("DELETE FROM"));
    }

    private static TargetTable target() {
        PgType int8 = new PgType.Scalar(20, "pg_catalog", "int8");
        PgType text = new PgType.Scalar(25, "pg_catalog", "text");
        Table table = new Table(
                new TableId("public", "t"),
                1,
                Table.Kind.TABLE,
                List.of(
                        new Column("id", int8, -1, "bigint", true, false, false),
                        new Column("note", text, -1, "text", false, false, false)),
                List.of("id"),
                0);
        return new TargetTable(table, List.of(new UniqueIndex(List.of("id"), false)), false, List.of(), 0);
    }
}
