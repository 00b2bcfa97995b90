/* SPDX-License-Identifier: Apache-2.0 */
package io.pgcopy.integration.types;

import io.pgcopy.integration.fixture.Database;
import java.util.HexFormat;
import java.util.List;

/** A column type and literals at the edges of its range. */
record TypeEdges(String declared, List<String> literals) {

    private static final List<TypeEdges> ALL = List.of(
            of("bool", "true", "false"),
            of("int2", "-32768", "32767"),
            of("int4", "-2147483648", "2147483647"),
            of("int8", "-9223372036854775808", "9223372036854775807"),
            of("float4", "-0", "1e-45", "3.4028235e38", "NaN", "Infinity", "-Infinity", "0.1"),
            of("float8", "-0", "5e-324", "1.7976931348623157e308", "NaN", "Infinity", "-Infinity", "0.1", "1e15"),
            of(
                    "numeric",
                    "0",
                    "0.00",
                    "NaN",
                    "-1022",
                    "1e-30",
                    "123456789012345678.000000000000000001",
                    "99999999999999999999999999999999999999.5",
                    "10000.0205",
                    "2305",
                    "1000000000001",
                    "183.9382",
                    "0.00001",
                    "-1e40",
                    "0.00000000000000000000000000"),
            of("numeric(12,2)", "0", "-9999999999.99", "0.10"),
            of("numeric(9,0)", "999999999", "-1"),
            of("numeric(36,18)", "0.000000000000000001", "-123456789012345678.000000000000000001"),
            of("money", "12.34", "-92233720368547758.08"),
            of("text", "", "a b", "ß𝄞\n\t\\", "\uFFFD"),
            of("varchar(5)", "", "𝄞𝄞𝄞𝄞𝄞"),
            of("char(5)", "", "ab", "ünïöl"),
            of("name", "", "a_name"),
            of("\"char\"", "x", ""),
            // Every byte, a line end, and what a COPY stream begins with.
            of("bytea", "\\x", everyByte(), "\\xdeadbeef", "\\x0d0a", "\\x5047434f50590aff0d0a00ffff"),
            of("date", "-infinity", "infinity", "4713-01-01 BC", "5874897-12-31", "2000-02-29", "0001-12-31 BC"),
            of("time", "00:00", "24:00", "23:59:59.999999"),
            of("time(3)", "12:34:56.789"),
            of("timetz", "00:00+00", "24:00-12", "12:34:56.5+05:45:30", "00:00:00.000001+15:59"),
            of(
                    "timestamp",
                    "-infinity",
                    "infinity",
                    "4713-01-01 00:00 BC",
                    "294246-12-31 23:59:59.999999",
                    "1754-08-30 22:43:41.129",
                    "1969-12-31 23:59:59.999999",
                    "2016-03-19 05:00:02.856665",
                    "2024-03-10 02:30:00",
                    "2024-11-03 01:30:00",
                    "1890-01-01"),
            of(
                    "timestamptz",
                    "-infinity",
                    "infinity",
                    "4713-01-02 00:00+00 BC",
                    "294246-12-31 23:59:59.999999+00",
                    "2024-11-03 01:30:00-05"),
            of("timestamptz(0)", "2024-11-03 01:30:00-05"),
            of(
                    "interval",
                    "1 mon -1 day 00:00:01.5",
                    "-00:00:00.000001",
                    "30 days",
                    "1 month",
                    "838:59:58.999999",
                    "0",
                    "-1 year -2 mons +3 days -04:05:06",
                    "178956970 years 7 mons",
                    "2147483647 days",
                    "-2562047788:00:54.775807"),
            of("interval year to month", "3 years 2 mons"),
            of("uuid", "550e8400-e29b-41d4-a716-446655440000", "FFFFFFFF-FFFF-FFFF-FFFF-FFFFFFFFFFFF"),
            of("json", "{\"a\": 1,  \"a\":2}", "null", "\"\\ud834\\udd1e\"", "[1e400]"),
            of("jsonb", "{\"b\": [1.10, null], \"a\": {}}", "null", "\"\\ud834\\udd1e\"", "1e400"),
            of("jsonpath", "$.a[*] ? (@ > 1)", "strict $"),
            of("xml", "<a>ß</a>", "text"),
            of("bit(3)", "101", "000"),
            of("bit(8)", "00000001"),
            of("bit(1)", "1", "0"),
            of("varbit(20)", "", "1", "00000001", "101010101010101"),
            of(
                    "inet",
                    "0.0.0.0/0",
                    "192.168.0.1",
                    "192.168.0.1/24",
                    "::",
                    "::1/0",
                    "2001:db8::1",
                    "::ffff:1.2.3.4",
                    "::1.2.3.4/96",
                    "1:0:0:2:0:0:0:3",
                    "fe80::/10",
                    "1:2:3:4:5:6:7:0"),
            of("cidr", "10.0.0.0/8", "192.168.0.1/32", "2001:db8::/32", "::/0"),
            of("macaddr", "08:00:2b:01:02:03"),
            of("macaddr8", "08:00:2b:01:02:03:04:05"),
            of("oid", "0", "4294967295"),
            of("regtype", "int4"),
            of("regclass", "pg_class", "4294967295"),
            of("regproc", "now"),
            of("regprocedure", "sum(integer)"),
            of("regoper", "||/"),
            of("regoperator", "+(integer,integer)"),
            of("regnamespace", "pg_catalog"),
            of("regrole", "pg_monitor"),
            of("regconfig", "simple"),
            of("regdictionary", "simple"),
            of("regcollation", "\"C\""),
            of("xid", "0", "4294967295"),
            of("cid", "0", "4294967295"),
            of("xid8", "0", "9223372036854775807"),
            of("tid", "(0,0)", "(4294967295,65535)"),
            of("pg_lsn", "0/0", "16/B374D848", "FFFFFFFF/FFFFFFFF"),
            of("pg_snapshot", "10:20:10,14,15", "10:10:"),
            of("txid_snapshot", "10:20:10,14,15"),
            of("refcursor", "", "a cursor"),
            of("point", "(1.5,-2)", "(NaN,Infinity)", "(1e300,1e-300)"),
            of("line", "{1,-2,3.5}"),
            of("lseg", "[(1,2),(3,4)]"),
            of("box", "(3,4),(1,2)"),
            of("path", "[(1,2),(3,4)]", "((1,2),(3,4),(5,6))", "((0,0))"),
            of("polygon", "((0,0),(1,0),(1,1))"),
            of("circle", "<(1,2),3>"),
            of("tsvector", "", "'cat':3A,5 dog", "'it''s':1B,2C,16383 'a\\\\b' 'x y' ü"),
            of(
                    "tsquery",
                    "a & !b | c",
                    "(a | b) & c",
                    "a <-> (b <2> c)",
                    "(a <-> b) <2> c",
                    "'it''s':*AB & !(x <-> y)",
                    "a & (b & c)",
                    "!!a",
                    "a | (b | c) | !(d & e)",
                    "!(a | b) <-> c"),
            of("int2vector", "1 2"),
            of("oidvector", "1 4294967295"),
            of("int4[]", "{}", "{1,NULL,3}"),
            of("text[]", "{\"a,b\",NULL,\"\",\"NULL\"}"),
            of("numeric(12,2)[]", "{1.10,2}"),
            of("numeric(10,7)[]", "{0.0000001,NULL}"),
            of("timestamptz[]", "{infinity,\"2024-02-29 12:34:56+00\"}"),
            of("time[]", "{24:00,NULL}"),
            of("date[]", "{infinity,2024-02-29}"),
            of("uuid[]", "{550e8400-e29b-41d4-a716-446655440000}"),
            of("char(3)[]", "{a,NULL}"),
            of("varchar(3)[]", "{abc}"),
            of("bytea[]", "{\"\\\\x00ff\"}"),
            of("jsonb[]", "{\"{\\\"a\\\": 1}\"}"),
            of("int4[][]", "{{1,2},{3,NULL}}", "[0:1]={1,2}", "[-1:0][2:3]={{1,2},{3,4}}", "{}"),
            of("price[]", "{1.10}"),
            of("mood[]", "{sad,\"so, so\"}"),
            of("addr[]", "{\"(Porto,4000,{a},sad)\",NULL}"),
            of("int4range", "[1,10)", "empty", "(,)", "(,5]"),
            of("int8range", "[-9223372036854775808,9223372036854775807)"),
            of("numrange", "(1.10,2.0]", "[-Infinity,NaN)"),
            of("tsrange", "[\"1754-08-30 22:43:41.129\",infinity)", "empty"),
            of("tstzrange", "[\"2024-02-29 12:34:56.5+02\",infinity)", "[\"0044-03-15 00:00+00 BC\",)"),
            of("daterange", "[2024-02-29,infinity)", "[\"0044-03-15 BC\",)"),
            of("float8range_own", "[0.1,1e300)"),
            of("int4range[]", "{\"[1,3)\",empty}"),
            of("int8multirange", "{[1,3),[5,9)}", "{}", "{(,)}"),
            of("nummultirange", "{[1.10,2.0],(3,NaN)}"),
            of("tstzmultirange", "{[\"2024-02-29 12:34:56.5+02\",infinity)}"),
            of("mood", "sad", "so, so", "it's \\ ok", "glücklich"),
            of("price", "0", "123.45"),
            of("addr", "(Porto,4000,\"{a,NULL}\",\"so, so\")", "(,,,)"),
            of("hstore", "", "a=>1, b=>NULL, \"\"=>\"\""),
            of("ltree", "a.b.c", ""),
            of("lquery", "a.*{1,2}.b|c@"),
            of("ltxtquery", "a & !b*"),
            of("citext", "AbC"),
            of("citext[]", "{AbC}"));

    static List<TypeEdges> all() {
        return ALL;
    }

    /** Types without a codec, which travel in the server's text form: of extensions, of a user, and one built-in. */
    static List<TypeEdges> withoutCodec() {
        return List.of(
                of("cube", "(1, 2),(3, 4)", "(0.1)", "(1e+300, -5e-324)", "()"),
                of("cube[]", "{\"(1),(2)\",NULL}"),
                of("seg", "1.50", "<2", "3..", "1.0 .. 2.00", "-1e-7"),
                of("isbn13", "978-0-393-04002-9"),
                of("aclitem", "postgres=r/postgres"),
                of("aclitem[]", "{postgres=arwdDxt/postgres,=r/postgres}"),
                of("odd", "42", "-9223372036854775808"),
                of("odd_range", "[1,10)", "empty"),
                of("odd_row", "(7,\"(1),(2)\",\"a,b\")", "(,,)"),
                of("odd_domain", "8"));
    }

    /** Makes the types of {@link #withoutCodec}. The user's base type has casts with text that are not its own functions. */
    static void prepareWithoutCodec(Database database) {
        database.execute(
                "CREATE EXTENSION cube",
                "CREATE EXTENSION seg",
                "CREATE EXTENSION isn",
                "CREATE TYPE odd",
                "CREATE FUNCTION odd_in(cstring) RETURNS odd LANGUAGE internal IMMUTABLE STRICT AS 'int8in'",
                "CREATE FUNCTION odd_out(odd) RETURNS cstring LANGUAGE internal IMMUTABLE STRICT AS 'int8out'",
                "CREATE TYPE odd (INPUT = odd_in, OUTPUT = odd_out, LIKE = int8)",
                "CREATE FUNCTION odd_wrong(text) RETURNS odd LANGUAGE sql AS $$ SELECT odd_in('666') $$",
                "CREATE FUNCTION odd_wrong(odd) RETURNS text LANGUAGE sql AS $$ SELECT 'wrong'::text $$",
                "CREATE CAST (text AS odd) WITH FUNCTION odd_wrong(text)",
                "CREATE CAST (odd AS text) WITH FUNCTION odd_wrong(odd)",
                "CREATE FUNCTION odd_lt(odd, odd) RETURNS bool LANGUAGE internal IMMUTABLE STRICT AS 'int8lt'",
                "CREATE FUNCTION odd_le(odd, odd) RETURNS bool LANGUAGE internal IMMUTABLE STRICT AS 'int8le'",
                "CREATE FUNCTION odd_eq(odd, odd) RETURNS bool LANGUAGE internal IMMUTABLE STRICT AS 'int8eq'",
                "CREATE FUNCTION odd_ge(odd, odd) RETURNS bool LANGUAGE internal IMMUTABLE STRICT AS 'int8ge'",
                "CREATE FUNCTION odd_gt(odd, odd) RETURNS bool LANGUAGE internal IMMUTABLE STRICT AS 'int8gt'",
                "CREATE FUNCTION odd_cmp(odd, odd) RETURNS int LANGUAGE internal IMMUTABLE STRICT AS 'btint8cmp'",
                "CREATE OPERATOR < (LEFTARG = odd, RIGHTARG = odd, FUNCTION = odd_lt)",
                "CREATE OPERATOR <= (LEFTARG = odd, RIGHTARG = odd, FUNCTION = odd_le)",
                "CREATE OPERATOR = (LEFTARG = odd, RIGHTARG = odd, FUNCTION = odd_eq)",
                "CREATE OPERATOR >= (LEFTARG = odd, RIGHTARG = odd, FUNCTION = odd_ge)",
                "CREATE OPERATOR > (LEFTARG = odd, RIGHTARG = odd, FUNCTION = odd_gt)",
                "CREATE OPERATOR CLASS odd_ops DEFAULT FOR TYPE odd USING btree AS OPERATOR 1 <, OPERATOR 2 <=,"
                        + " OPERATOR 3 =, OPERATOR 4 >=, OPERATOR 5 >, FUNCTION 1 odd_cmp(odd, odd)",
                "CREATE TYPE odd_range AS RANGE (subtype = odd)",
                "CREATE TYPE odd_row AS (number odd, box cube, note text)",
                "CREATE DOMAIN odd_domain AS odd");
    }

    /** Makes the types that are not the server's own, so far as it has the extensions. */
    static void prepare(Database database) {
        database.execute(
                "SET standard_conforming_strings = on",
                "CREATE TYPE mood AS ENUM ('sad', 'so, so', 'it''s \\ ok', 'glücklich')",
                "CREATE DOMAIN price AS numeric(8,2) CHECK (VALUE >= 0)",
                "CREATE TYPE addr AS (city text, zip numeric(5,0), gone int, tags text[], feel mood)",
                "ALTER TYPE addr DROP ATTRIBUTE gone",
                "CREATE TYPE float8range_own AS RANGE (subtype = float8)");
        for (String extension : List.of("hstore", "ltree", "citext")) {
            if (database.number("SELECT count(*) FROM pg_available_extensions WHERE name = '" + extension + "'") > 0) {
                database.execute("CREATE EXTENSION " + extension);
            }
        }
    }

    /** The same type without values that the text input of PostgreSQL 14 does not take, though the type can hold them. */
    TypeEdges forOldest() {
        return without("-2562047788:00:54[.]775807");
    }

    /** The same type with those of its values only that Kafka's JsonConverter can carry; see decision 9. */
    TypeEdges forJson() {
        return declared.startsWith("float4") || declared.equals("float8") ? without("NaN|-?Infinity|-0") : this;
    }

    private TypeEdges without(String pattern) {
        return new TypeEdges(
                declared,
                literals.stream().filter(literal -> !literal.matches(pattern)).toList());
    }

    /** Literal number {@code place} as an SQL expression; NULL before the first and after the last. */
    String literal(int place) {
        return place < 0 || place >= literals.size()
                ? "NULL"
                : "'" + literals.get(place).replace("'", "''") + "'::" + declared;
    }

    /** Whether the server has the type: extensions and newer types may be missing. */
    boolean isKnownTo(Database database) {
        String name = declared.replaceAll("[(\\[].*", "").replace("\"", "");
        return database.number("SELECT count(*) FROM pg_type WHERE typname = '" + name + "'") > 0
                || database.text("SELECT to_regtype('" + declared.replace("'", "''") + "')") != null;
    }

    /** Whether some value has more dimensions, or other bounds, than a list. */
    boolean needsStruct() {
        return literals.stream().anyMatch(literal -> literal.contains("}}") || literal.startsWith("["))
                && declared.endsWith("[]");
    }

    private static String everyByte() {
        byte[] bytes = new byte[256];
        for (int value = 0; value < bytes.length; value++) {
            bytes[value] = (byte) value;
        }
        return "\\x" + HexFormat.of().formatHex(bytes);
    }

    private static TypeEdges of(String declared, String... literals) {
        return new TypeEdges(declared, List.of(literals));
    }

    @Override
    public String toString() {
        return declared;
    }
}
