/* SPDX-License-Identifier: Apache-2.0 */
package io.pgcopy.integration.chaos;

import io.pgcopy.integration.fixture.Database;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/** The offsets ledger as it stands at one moment. */
record Claims(List<Claim> all) {

    /** One partition of a topic: how far it is, under which claim, and which task of which process made it. */
    record Claim(String topic, int partition, long next, String id, String task, long pid) {}

    private static final String OWNER_AND_PID = " in process ";

    /** Empty while the server is away or nothing was claimed yet. */
    static Optional<Claims> of(Database database) {
        try {
            List<Claim> all = database
                    .rows(
                            "SELECT topic, kafka_partition, next_offset, claim, owner FROM pgcopy_sink_offsets ORDER BY 1, 2")
                    .stream()
                    .map(Claims::claim)
                    .toList();
            return all.isEmpty() ? Optional.empty() : Optional.of(new Claims(all));
        } catch (IllegalStateException e) {
            return Optional.empty();
        }
    }

    private static Claim claim(List<String> row) {
        String[] owner = row.get(4).split(OWNER_AND_PID);
        return new Claim(
                row.get(0),
                Integer.parseInt(row.get(1)),
                Long.parseLong(row.get(2)),
                row.get(3),
                owner[0],
                Long.parseLong(owner[1]));
    }

    /** Whether so many records of each flow are in the database. */
    boolean have(Map<Flow, Long> records) {
        return records.entrySet().stream().allMatch(flow -> delivered(flow.getKey()) >= flow.getValue());
    }

    private long delivered(Flow flow) {
        return all.stream()
                .filter(claim -> claim.topic.equals(flow.topic()))
                .mapToLong(claim -> Math.max(0, claim.next))
                .sum();
    }

    Set<String> ids() {
        return all.stream().map(Claim::id).collect(Collectors.toSet());
    }

    Set<Long> pids() {
        return all.stream().map(Claim::pid).collect(Collectors.toSet());
    }

    /** The tasks of a process that own something. */
    Set<String> tasksOf(long pid) {
        return all.stream().filter(claim -> claim.pid == pid).map(Claim::task).collect(Collectors.toSet());
    }
}
