/* SPDX-License-Identifier: Apache-2.0 */
package io.pgcopy.integration.benchmark.delivery;

import io.pgcopy.integration.benchmark.PluginTask;
import io.pgcopy.integration.fixture.Database;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.kafka.connect.sink.ErrantRecordReporter;
import org.apache.kafka.connect.sink.SinkRecord;
import org.jspecify.annotations.Nullable;

/** The packaged sink's own way. Its start is inside the time: a connection and a look at the catalog. */
final class SinkWay implements Way {
    // What a consumer returns at a time by default.
    private static final int POLL = 500;

    private final Map<String, String> settings = new HashMap<>();
    private final @Nullable ErrantRecordReporter reporter;

    SinkWay(Database database, Map<String, String> more, @Nullable ErrantRecordReporter reporter) {
        this.reporter = reporter;
        settings.put("name", "bench-delivery");
        settings.put("connection.url", database.url());
        settings.put("connection.user", database.user());
        settings.put("connection.password", database.password());
        settings.put("table.name.format", Load.TABLE);
        settings.putAll(more);
    }

    @Override
    public void write(Load load) throws Exception {
        List<SinkRecord> records = load.records();
        try (PluginTask task = new PluginTask(settings, Load.PARTITION, reporter)) {
            for (int from = 0; from < records.size(); from += POLL) {
                task.put(records.subList(from, Math.min(from + POLL, records.size())));
            }
            task.commit(records.size());
        }
    }
}
