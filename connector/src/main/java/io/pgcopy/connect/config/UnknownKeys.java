/* SPDX-License-Identifier: Apache-2.0 */
package io.pgcopy.connect.config;

import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/** Tells a misspelt key of ours from one that is somebody else's business. */
final class UnknownKeys {
    private static final int CLOSE = 2;

    // The worker's own keys in a connector's configuration; an entry that ends with a dot is a prefix.
    private static final List<String> WORKER = List.of(
            "admin.override.",
            "config.action.reload",
            "connector.class",
            "connector.plugin.version",
            "consumer.override.",
            "errors.",
            "exactly.once.support",
            "header.converter",
            "header.converter.",
            "key.converter",
            "key.converter.",
            "name",
            "offsets.storage.topic",
            "predicates",
            "predicates.",
            "producer.override.",
            "tasks.max",
            "tasks.max.enforce",
            "topic.creation.",
            "topics",
            "topics.regex",
            "transaction.boundary",
            "transaction.boundary.interval.ms",
            "transforms",
            "transforms.",
            "value.converter",
            "value.converter.");

    private UnknownKeys() {}

    /** The known key that an unknown one is one or two letters away from. */
    static Optional<String> meant(String key, Collection<String> known) {
        if (known.contains(key) || isWorkers(key)) {
            return Optional.empty();
        }
        return known.stream()
                .filter(candidate -> distance(key, candidate) <= CLOSE)
                .min(Comparator.<String>comparingInt(candidate -> distance(key, candidate))
                        .thenComparing(Comparator.naturalOrder()));
    }

    private static boolean isWorkers(String key) {
        return WORKER.stream().anyMatch(own -> own.endsWith(".") ? key.startsWith(own) : key.equals(own));
    }

    /** Levenshtein's distance: letters to insert, delete or replace. */
    static int distance(String a, String b) {
        if (Math.abs(a.length() - b.length()) > CLOSE) {
            return CLOSE + 1;
        }
        int[] above = new int[b.length() + 1];
        for (int j = 0; j <= b.length(); j++) {
            above[j] = j;
        }
        for (int i = 1; i <= a.length(); i++) {
            int[] row = new int[b.length() + 1];
            row[0] = i;
            for (int j = 1; j <= b.length(); j++) {
                int replaced = above[j - 1] + (a.charAt(i - 1) == b.charAt(j - 1) ? 0 : 1);
                row[j] = Math.min(replaced, Math.min(above[j], row[j - 1]) + 1);
            }
            above = row;
        }
        return above[b.length()];
    }
}
