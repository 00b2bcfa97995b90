/* SPDX-License-Identifier: Apache-2.0 */
package io.pgcopy.integration.pair;

import io.pgcopy.integration.Kit;
import io.pgcopy.integration.Pipe;
import io.pgcopy.integration.fixture.Await;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import static org.assertj.core.api.Assertions.assertThat;

/** A large row that is there already: whether it is replaced or updated, nobody may notice but by its new values. */
class LargeValueUpsertIT {

    private static final String CONTENT = "SELECT id, md5(content) FROM t ORDER BY id";

    @ParameterizedTest(name = "{0}")
    @CsvSource(delimiter = '|', textBlock = """
            plain     | SELECT 1                                                                          | -
            cascade   | CREATE TABLE child (id int REFERENCES t ON DELETE CASCADE); INSERT INTO child VALUES (1) | SELECT count(*) FROM child
            restrict  | CREATE TABLE child (id int REFERENCES t); INSERT INTO child VALUES (1)              | SELECT count(*) FROM child
            trigger   | CREATE TABLE seen (what text); CREATE FUNCTION see() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN IF TG_OP = 'UPDATE' THEN INSERT INTO seen VALUES (TG_OP); END IF; RETURN NEW; END $$; CREATE TRIGGER see BEFORE DELETE OR UPDATE ON t FOR EACH ROW EXECUTE FUNCTION see() | SELECT count(*) FROM seen WHERE what = 'UPDATE'
            column    | ALTER TABLE t ADD note text; UPDATE t SET note = 'mine'                            | SELECT count(*) FROM t WHERE id = 1 AND note = 'mine'
            """)
    void aStreamedUpsertLeavesEverythingBesideTheRowAlone(String name, String prepare, String check) {
        try (Pipe pipe = pipe("upsert_" + name)) {
            pipe.target().execute("INSERT INTO t VALUES (1, 'old')", prepare);
            start(pipe, "upsert");
            Await.until("the new values", () -> {
                pipe.rest().refuseFailure(pipe.sinkConnector());
                return pipe.target().rows(CONTENT).equals(pipe.source().rows(CONTENT));
            });
            if (!check.equals("-")) {
                assertThat(pipe.target().number(check)).isOne();
            }
        }
    }

    @Test
    void aStreamedRowThatIsThereIsLeftAloneByInsertIgnore() {
        try (Pipe pipe = pipe("ignored")) {
            pipe.target().execute("INSERT INTO t VALUES (1, 'old')");
            start(pipe, "insert_ignore");
            Await.until("row 2", () -> {
                pipe.rest().refuseFailure(pipe.sinkConnector());
                return pipe.target().count("t") == 2;
            });
            assertThat(pipe.target().text("SELECT convert_from(content, 'UTF8') FROM t WHERE id = 1"))
                    .isEqualTo("old");
        }
    }

    @Test
    void aStreamedRowThatIsNotThereIsLeftOutByUpdate() {
        try (Pipe pipe = pipe("updated")) {
            pipe.target().execute("INSERT INTO t VALUES (1, 'old')");
            start(pipe, "update");
            List<String> first = pipe.source().rows(CONTENT).get(0);
            Await.until("row 1", () -> {
                pipe.rest().refuseFailure(pipe.sinkConnector());
                return pipe.target().rows(CONTENT).equals(List.of(first));
            });
        }
    }

    private static Pipe pipe(String name) {
        Pipe pipe = Kit.pipe(LargeValues.name(name)).through(Pipe.AVRO);
        LargeValues.functions(pipe.source());
        pipe.both("CREATE TABLE t (id int PRIMARY KEY, content bytea)");
        pipe.source().execute("INSERT INTO t VALUES (1, noise(3000000, 1)), (2, noise(2000000, 2))");
        return pipe;
    }

    private static void start(Pipe pipe, String insertMode) {
        pipe.startSource("tables", "public.t", "large.value.mode", "chunk");
        pipe.startSink("insert.mode", insertMode, "chunk.buffer.row.bytes", "1000000");
    }
}
