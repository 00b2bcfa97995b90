/* SPDX-License-Identifier: Apache-2.0 */
package io.pgcopy.integration.types;

import io.pgcopy.connect.catalog.CatalogReader;
import io.pgcopy.connect.codec.CodecOptions;
import io.pgcopy.connect.codec.CodecRegistry;
import io.pgcopy.connect.copy.CopyStreamWriter;
import io.pgcopy.connect.copy.TupleBuffer;
import io.pgcopy.connect.db.ConnectionFactory;
import io.pgcopy.connect.db.CopyInChannel;
import io.pgcopy.connect.db.DatabaseException;
import io.pgcopy.connect.db.Session;
import io.pgcopy.connect.db.SqlOutcome;
import io.pgcopy.connect.row.RowEncoder;
import io.pgcopy.connect.type.Column;
import io.pgcopy.connect.type.PgType;
import io.pgcopy.connect.type.Table;
import io.pgcopy.connect.type.TableId;
import io.pgcopy.integration.fixture.Database;
import io.pgcopy.integration.fixture.PostgresOptions;
import io.pgcopy.integration.fixture.PostgresServer;
import java.math.BigDecimal;
import java.math.MathContext;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.kafka.common.config.types.Password;
import org.apache.kafka.connect.data.Schema;
import org.apache.kafka.connect.data.SchemaBuilder;
import org.apache.kafka.connect.data.Struct;
import org.apache.kafka.connect.errors.DataException;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Every Connect form into a column of every type on a real server: what is stored is exactly what was sent, or the record
 * is an error. The server itself says what a value means: its own reading of the value's text is what must be there.
 */
class AllowListIT {
    private static final List<String> NARROW = List.of(
            "varchar(3)",
            "char(1)",
            "numeric(5,2)",
            "timestamp(0)",
            "timestamptz(3)",
            "time(0)",
            "timetz(0)",
            "interval(0)",
            "interval day",
            "bit(1)",
            "varbit(2)",
            "varchar(3)[]");
    private static final Set<String> INTEGERS = Set.of("int2", "int4", "int8", "oid", "xid", "cid", "xid8");
    private static final Set<String> FLOATS = Set.of("float4", "float8");
    private static final Set<String> NUMBERS =
            Stream.of(INTEGERS, Set.of("numeric")).flatMap(Set::stream).collect(Collectors.toSet());
    // A text that comes with a name is the same text to them.
    private static final Set<String> TEXTS = Set.of(
            "text",
            "varchar",
            "bpchar",
            "name",
            "char",
            "citext",
            "json",
            "xml",
            "tsvector",
            "tsquery",
            "ltree",
            "jsonpath",
            "refcursor");
    private static final Set<String> TIMES = Set.of("time", "timetz", "timestamp", "timestamptz", "interval");
    private static final Set<String> WITH_MODIFIER = Set.of(
            "numeric", "varchar", "bpchar", "bit", "varbit", "time", "timetz", "timestamp", "timestamptz", "interval");
    private static final Pattern FINER_THAN_MICROSECONDS = Pattern.compile("[.][0-9]{6}[0-9]*[1-9]");
    private static final Pattern OFFSET = Pattern.compile(":[0-9.]+[+-][0-9]{2}");
    private static final Pattern DAY = Pattern.compile("[0-9]{4}-[0-9]{2}");
    private static final CodecRegistry REGISTRY = CodecRegistry.of(CodecOptions.DEFAULT);

    private final List<String> wrong = new ArrayList<>();
    private final TreeMap<String, Integer> exact = new TreeMap<>();
    private int refusedHere;
    private int refusedThere;

    @Test
    void everyFormInEveryColumnIsExactOrAnError() throws SQLException {
        try (PostgresServer server = PostgresServer.start(PostgresOptions.named("allow-list"))) {
            Database database = server.createDatabase("allow_list");
            TypeEdges.prepare(database);
            try (Session session = new ConnectionFactory(
                                    database.url(), database.user(), new Password(database.password()), null)
                            .open("allow-list");
                    Connection judge = database.connect();
                    Statement statement = judge.createStatement()) {
                statement.execute("SET TimeZone = 'UTC'");
                for (String type : columnTypes(database)) {
                    statement.execute("CREATE TABLE cell (v " + type + ")");
                    statement.execute("CREATE TABLE meant (v " + type + ")");
                    column(session, statement);
                    statement.execute("DROP TABLE cell, meant");
                }
            }
        }
        assertThat(wrong).isEmpty();
        assertThat(exact)
                .as("forms that some column takes")
                .hasSize(SinkForm.all().size() - 1);
        int cells = exact.values().stream().mapToInt(Integer::intValue).sum();
        assertThat(cells)
                .as("exact cells; refused by us %d, by the server %d", refusedHere, refusedThere)
                .isGreaterThan(700);
        System.out.printf(
                "allow list: %d exact, %d refused by the sink, %d by the server%n", cells, refusedHere, refusedThere);
    }

    private static List<String> columnTypes(Database database) {
        return Stream.concat(
                        TypeEdges.all().stream()
                                .filter(type -> type.isKnownTo(database))
                                .map(TypeEdges::declared),
                        NARROW.stream())
                .distinct()
                .toList();
    }

    private void column(Session session, Statement judge) throws SQLException {
        Table table =
                new CatalogReader(session).table(new TableId("public", "cell")).orElseThrow();
        for (SinkForm form : SinkForm.all()) {
            Schema schema = SchemaBuilder.struct().field("v", form.schema()).build();
            @Nullable RowEncoder encoder = encoder(table, schema);
            for (SinkForm.Value value : form.values()) {
                if (encoder != null && stores(session, encoder, new Struct(schema).put("v", value.value()))) {
                    judge(judge, table.columns().get(0), form, value);
                }
            }
        }
    }

    private @Nullable RowEncoder encoder(Table table, Schema schema) {
        try {
            return RowEncoder.of(table, schema, Set.of(), REGISTRY);
        } catch (DataException e) {
            refusedHere++;
            return null;
        }
    }

    private boolean stores(Session session, RowEncoder encoder, Struct row) {
        TupleBuffer buffer = new TupleBuffer();
        try {
            encoder.encode(row, buffer);
        } catch (DataException e) {
            refusedHere++;
            return false;
        }
        CopyInChannel channel = session.copyIn(new TableId("public", "cell"), List.of("v"));
        try {
            CopyStreamWriter.write(buffer, 0, buffer.tuples(), channel::write);
            channel.finish();
            return true;
        } catch (DatabaseException e) {
            assertThat(e.outcome()).as(row.schema() + " " + e.getMessage()).isEqualTo(SqlOutcome.DATA);
            refusedThere++;
            return false;
        }
    }

    private void judge(Statement judge, Column column, SinkForm form, SinkForm.Value value) throws SQLException {
        @Nullable
        String problem =
                value.meaning() == null ? "stored what no database can hold" : cut(column, form, value.meaning());
        if (problem == null && value.meaning() != null) {
            problem = problem(judge, column, meaning(column, form, value));
        }
        if (problem == null) {
            exact.merge(form.name(), 1, Integer::sum);
        } else {
            wrong.add(form.name() + " meaning " + value.meaning() + " into " + column.declaredType() + ": " + problem);
        }
        judge.execute("DELETE FROM cell; DELETE FROM meant");
    }

    // Where the text of a form is not the text of the column's type.
    private static String meaning(Column column, SinkForm form, SinkForm.Value value) {
        String type = base(column.type()).name();
        String text = Objects.requireNonNull(value.meaning());
        if (value.value() instanceof String own && TEXTS.contains(type)) {
            return own;
        }
        if (value.value() instanceof BigDecimal number && (INTEGERS.contains(type) || type.startsWith("reg"))) {
            return number.toBigIntegerExact().toString();
        }
        if (value.value() instanceof Boolean && (type.equals("bit") || type.equals("varbit"))) {
            return text.equals("true") ? "1" : "0";
        }
        if (form.name().startsWith("ARRAY") && type.endsWith("vector")) {
            return text.replaceAll("[{}]", "").replace(',', ' ');
        }
        if (value.value() instanceof Float number && type.equals("float8")) {
            // A float4 is a float8 to the last bit, though its shortest text is another.
            return Double.toString(number);
        }
        // Decision 20: to a numeric column it is the number that Java writes, a whole one without its zero.
        return value.value() instanceof Float number && type.equals("numeric")
                ? Float.toString(number).replaceAll("[.]0$", "")
                : text;
    }

    private static PgType base(PgType type) {
        return type instanceof PgType.Domain domain ? base(domain.base()) : type;
    }

    private static @Nullable String problem(Statement judge, Column column, String meaning) throws SQLException {
        String text = "'" + meaning.replace("'", "''") + "'";
        try {
            judge.execute("INSERT INTO meant VALUES (" + text + ")");
        } catch (SQLException e) {
            return "the server itself does not take it: " + e.getMessage();
        }
        try (ResultSet result = judge.executeQuery("SELECT record_send(ROW(cell.v)) = record_send(ROW(meant.v)), "
                + whole(column, text) + ", cell.v::text FROM cell, meant")) {
            result.next();
            String stored = result.getString(3);
            if (!result.getBoolean(1)) {
                return "stored as " + stored;
            }
            boolean whole = FLOATS.contains(base(column.type()).name())
                    ? isThatFloat(column, stored, meaning)
                    : result.getBoolean(2);
            return whole ? null : "stored in part, as " + stored;
        }
    }

    // Decision 20: a number is in a float as far as its digits go, all of them.
    private static boolean isThatFloat(Column column, String stored, String meaning) {
        double number =
                base(column.type()).name().equals("float4") ? Float.parseFloat(stored) : Double.parseDouble(stored);
        if (!Double.isFinite(number)) {
            return stored.equals(meaning);
        }
        BigDecimal wanted = new BigDecimal(meaning);
        BigDecimal exact = new BigDecimal(number);
        return exact.compareTo(wanted) == 0
                || exact.round(new MathContext(wanted.precision())).compareTo(wanted) == 0;
    }

    /** Whether the server's own reading, which cuts and rounds in silence, kept all of the text: an SQL condition. */
    private static String whole(Column column, String text) {
        PgType type = base(column.type());
        boolean array = type instanceof PgType.Array;
        String name = type instanceof PgType.Array of ? of.element().name() : type.name();
        if (NUMBERS.contains(name) && !array) {
            return "cell.v::text::numeric = " + text + "::numeric";
        }
        if (name.equals("name") || name.equals("char")) {
            return "cell.v::text = " + text;
        }
        if (!WITH_MODIFIER.contains(name)) {
            return "true";
        }
        String unlimited = "pg_catalog." + name + (array ? "[]" : "");
        return "cell.v::" + unlimited + " IS NOT DISTINCT FROM CAST(" + text + " AS " + unlimited + ")";
    }

    /** What the server's reading of a time leaves out without a word. */
    private static @Nullable String cut(Column column, SinkForm form, String meaning) {
        String type = column.type().name();
        if (TIMES.contains(type) && FINER_THAN_MICROSECONDS.matcher(meaning).find()) {
            return "finer than microseconds";
        }
        boolean zoned = meaning.endsWith("Z") || OFFSET.matcher(meaning).find();
        boolean zoneLost =
                type.equals("time") || (type.equals("timestamp") && form.name().equals("STRING"));
        if (zoned && zoneLost) {
            return "without its zone";
        }
        boolean clockLost = type.equals("date") && meaning.contains(":");
        boolean dayLost = type.startsWith("time")
                && !type.startsWith("timestamp")
                && DAY.matcher(meaning).find();
        return clockLost || dayLost ? "without its day or clock" : null;
    }
}
