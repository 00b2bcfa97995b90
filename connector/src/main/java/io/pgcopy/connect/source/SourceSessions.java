/* SPDX-License-Identifier: Apache-2.0 */
package io.pgcopy.connect.source;

import io.pgcopy.connect.config.ConnectionConfig;
import io.pgcopy.connect.db.ConnectionFactory;
import java.util.Map;

/** How the source's sessions are opened, and what they are called in {@code pg_stat_activity}. */
final class SourceSessions {
    private SourceSessions() {}

    static ConnectionFactory factory(ConnectionConfig config) {
        return new ConnectionFactory(config.url(), config.user(), config.password(), config.sslKeyPassword());
    }

    /** {@code pgcopy-source-orders-0} for task 0 of connector orders. */
    static String name(Map<String, String> properties, int task) {
        return name(properties) + "-" + task;
    }

    static String name(Map<String, String> properties) {
        return "pgcopy-source-" + properties.getOrDefault("name", "connector");
    }
}
