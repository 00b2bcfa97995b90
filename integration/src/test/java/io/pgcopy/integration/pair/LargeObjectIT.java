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

/** Large objects of the source: their bytes go into bytea, or into large objects of the target. */
class LargeObjectIT {

    private static final String OBJECTS = "SELECT id, md5(lo_get(photo)), md5(content) FROM t ORDER BY id";
    private static final String BYTES = "SELECT id, md5(photo), md5(content) FROM t ORDER BY id";

    @Test
    void objectsBecomeBytes() {
        try (Pipe pipe = pipe("bytea")) {
            pipe.target().execute("CREATE TABLE t (id int PRIMARY KEY, photo bytea, content bytea)");
            start(pipe, "insert");
            awaitEqual(pipe, BYTES);
        }
    }

    @ParameterizedTest
    @CsvSource({"insert, oid", "upsert, oid", "insert_ignore, oid", "insert, lo"})
    void objectsBecomeObjects(String insertMode, String type) {
        try (Pipe pipe = pipe("objects")) {
            if (type.equals("lo")) {
                pipe.target().execute("CREATE DOMAIN lo AS oid");
            }
            pipe.target().execute("CREATE TABLE t (id int PRIMARY KEY, photo " + type + ", content bytea)");
            start(pipe, insertMode);
            awaitEqual(pipe, OBJECTS);
            assertThat(pipe.target().number("SELECT count(*) FROM pg_largeobject_metadata"))
                    .as("no object but those of the rows")
                    .isEqualTo(5);
            assertThat(pipe.target()
                            .number("SELECT count(*) FROM pg_largeobject_metadata WHERE lomowner"
                                    + " = (SELECT oid FROM pg_roles WHERE rolname = current_user)"))
                    .isEqualTo(5);
        }
    }

    @Test
    void anUpdateLeavesTheOldObjectUnlessTheTableRemovesIt() {
        try (Pipe pipe = pipe("orphans")) {
            pipe.target()
                    .execute(
                            "CREATE TABLE t (id int PRIMARY KEY, photo oid, content bytea)",
                            "INSERT INTO t VALUES (3, lo_from_bytea(0, 'old'), 'old')",
                            "CREATE FUNCTION unlink() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN"
                                    + " PERFORM lo_unlink(OLD.photo); RETURN NEW; END $$",
                            "CREATE TRIGGER unlink BEFORE UPDATE ON t FOR EACH ROW EXECUTE FUNCTION unlink()");
            start(pipe, "upsert");
            awaitEqual(pipe, OBJECTS);
            assertThat(pipe.target().number("SELECT count(*) FROM pg_largeobject_metadata"))
                    .isEqualTo(5);
        }
    }

    @ParameterizedTest
    @CsvSource({"insert_ignore, '(4)'", "update, '(1), (2), (3), (5), (6)'"})
    void anObjectThatArrivesForARowThatIsNotWrittenIsRemoved(String insertMode, String there) {
        try (Pipe pipe = pipe("unwritten")) {
            pipe.target()
                    .execute(
                            "CREATE TABLE t (id int PRIMARY KEY, photo oid, content bytea)",
                            "INSERT INTO t VALUES " + there);
            start(pipe, insertMode);
            String written = "SELECT id, md5(lo_get(photo)) FROM t WHERE id <> 4 ORDER BY id";
            List<List<String>> expected = pipe.source().rows(written);
            Await.until("the rows around it", () -> {
                pipe.rest().refuseFailure(pipe.sinkConnector());
                return pipe.target().rows(written).equals(expected);
            });
            assertThat(pipe.target().number("SELECT count(photo) FROM t")).isEqualTo(4);
            assertThat(pipe.target().number("SELECT count(*) FROM pg_largeobject_metadata"))
                    .isEqualTo(4);
        }
    }

    private static Pipe pipe(String name) {
        Pipe pipe = Kit.pipe(LargeValues.name(name)).through(Pipe.AVRO);
        LargeValues.functions(pipe.source());
        pipe.source()
                .execute(
                        "CREATE TABLE t (id int PRIMARY KEY, photo oid, content bytea)",
                        "INSERT INTO t VALUES (1, lo_from_bytea(0, noise(100, 1)), 'x'), (2, NULL, NULL),"
                                + " (3, lo_from_bytea(0, noise(1200000, 3)), 'y'), (4, lo_from_bytea(0, noise(3000000, 4)), 'z'),"
                                + " (5, lo_from_bytea(0, noise(2000000, 5)), noise(2000000, 6)), (6, lo_from_bytea(0, ''), '')");
        return pipe;
    }

    private static void start(Pipe pipe, String insertMode) {
        pipe.startSource(
                "tables", "public.t",
                "large.value.mode", "chunk",
                "large.objects", "lo",
                "large.object.columns", "public.t.photo");
        pipe.startSink("insert.mode", insertMode, "chunk.buffer.row.bytes", "2000000");
    }

    private static void awaitEqual(Pipe pipe, String target) {
        List<List<String>> expected = pipe.source().rows(OBJECTS);
        Await.until(
                "every row",
                () -> {
                    pipe.rest().refuseFailure(pipe.sourceConnector());
                    pipe.rest().refuseFailure(pipe.sinkConnector());
                    return pipe.target().rows(target).equals(expected);
                },
                () -> pipe.target().rows(target) + " is not " + expected);
    }
}
