/* SPDX-License-Identifier: Apache-2.0 */
package io.pgcopy.integration.pair;

import com.fasterxml.jackson.databind.JsonNode;
import io.pgcopy.integration.Pipe;
import io.pgcopy.integration.fixture.Database;
import java.util.Arrays;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Collectors;

/** What the tests of large values share. */
final class LargeValues {

    // Connect keeps a connector's offsets by its name: no two may share one.
    private static final AtomicInteger PIPES = new AtomicInteger();

    private static final int CHUNK_BYTES = 500_000;

    private LargeValues() {}

    /** Names no other pair of connectors has. */
    static String name(String what) {
        return "large_" + what + "_" + PIPES.incrementAndGet();
    }

    /** SQL functions: {@code noise}, which no compression makes smaller, and {@code calm}, which any makes tiny. */
    static void functions(Database database) {
        database.execute(
                "CREATE FUNCTION noise(size int, seed int) RETURNS bytea LANGUAGE sql AS $$"
                        + " SELECT coalesce(substring(string_agg(sha256((seed || '-' || i)::bytea), '' ORDER BY i)"
                        + " FROM 1 FOR size), '') FROM generate_series(1, size / 32 + 1) AS i $$",
                "CREATE FUNCTION calm(size int) RETURNS bytea LANGUAGE sql AS $$"
                        + " SELECT substring(decode(repeat('6162636465666768', size / 8 + 1), 'hex') FROM 1 FOR size) $$");
    }

    /** Adds a row to table {@code t} with a value of so many times 2^20 bytes that differ from one to the next. */
    static void megabytes(Database database, int id, int megabytes) {
        database.execute(
                "INSERT INTO t SELECT " + id + ", string_agg(set_byte(set_byte(block, 0, i % 256), 1, i / 256),"
                        + " '' ORDER BY i) FROM generate_series(1, " + megabytes
                        + ") AS i, (SELECT string_agg(sha256(j::text::bytea),"
                        + " '') AS block FROM generate_series(1, 32768) AS j) AS b");
    }

    /** How many slices such a value makes, where nobody has changed their size. */
    static int slices(int megabytes) {
        return (int) (((long) megabytes * (1 << 20) + CHUNK_BYTES - 1) / CHUNK_BYTES);
    }

    static String sizes(int... sizes) {
        return "unnest(ARRAY["
                + Arrays.stream(sizes).mapToObj(Integer::toString).collect(Collectors.joining(", ")) + "]) AS size";
    }

    /** What validation says, the last message of each key. */
    static Map<String, String> problems(Pipe pipe, Map<String, String> config) {
        config.put("name", "large-validated");
        String connector = config.getOrDefault("connector.class", "");
        JsonNode answer = pipe.rest().validate(connector.substring(connector.lastIndexOf('.') + 1), config);
        Map<String, String> problems = new TreeMap<>();
        for (JsonNode entry : answer.path("configs")) {
            for (JsonNode error : entry.path("value").path("errors")) {
                problems.put(entry.path("value").path("name").asText(), error.asText());
            }
        }
        return problems;
    }
}
