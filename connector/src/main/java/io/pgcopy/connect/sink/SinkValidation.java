/* SPDX-License-Identifier: Apache-2.0 */
package io.pgcopy.connect.sink;

import io.pgcopy.connect.config.ConnectionConfig;
import io.pgcopy.connect.config.DeliveryConfig;
import io.pgcopy.connect.config.EvolutionConfig;
import io.pgcopy.connect.config.FlushConfig;
import io.pgcopy.connect.config.SinkConfig;
import io.pgcopy.connect.config.TargetConfig;
import io.pgcopy.connect.config.Validation;
import io.pgcopy.connect.db.DatabaseException;
import io.pgcopy.connect.db.ReadStatements;
import io.pgcopy.connect.db.Session;
import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;
import org.apache.kafka.common.config.Config;
import org.apache.kafka.connect.errors.ConnectException;

/** Tells all that is wrong with a sink's settings, each problem on its key, by a short look at the database. */
final class SinkValidation {
    private static final String TOPICS = "topics";
    private static final String TRANSFORMS = "transforms";
    private static final String POLL_INTERVAL = "consumer.override.max.poll.interval.ms";
    private static final String DEFAULT_POLL_INTERVAL = "300000";

    private final Validation validation;
    private final Map<String, String> settings;

    private SinkValidation(Map<String, String> settings) {
        this.settings = settings;
        this.validation = SinkConfig.validate(settings);
    }

    static Config of(Map<String, String> settings) {
        SinkValidation sink = new SinkValidation(settings);
        sink.checkNames();
        sink.checkPollInterval();
        sink.validation.connection().ifPresent(sink::checkDatabase);
        return sink.validation.result();
    }

    private void checkNames() {
        validation.group(DeliveryConfig::define, DeliveryConfig::from).ifPresent(delivery -> {
            try {
                TargetName.parse(delivery.table());
            } catch (ConnectException e) {
                validation.problem(DeliveryConfig.TABLE, "is not the name of a table: " + e.getMessage());
            }
        });
        validation.group(TargetConfig::define, TargetConfig::from).ifPresent(target -> target.topicsToTables()
                .forEach((topic, table) -> {
                    try {
                        TargetName.parse(table);
                    } catch (ConnectException e) {
                        validation.problem(TargetConfig.TOPICS_TO_TABLES, "for topic " + topic + ": " + e.getMessage());
                    }
                }));
    }

    // The group would take the partitions away in the middle of a flush. The worker's own setting is not seen from
    // here.
    private void checkPollInterval() {
        String interval = settings.getOrDefault(POLL_INTERVAL, DEFAULT_POLL_INTERVAL);
        validation.group(FlushConfig::define, FlushConfig::from).ifPresent(flush -> {
            if (interval.matches("\\d{1,9}") && flush.timeout().toMillis() >= Long.parseLong(interval)) {
                String set = settings.containsKey(POLL_INTERVAL)
                        ? "which is "
                        : "which is not set here: Kafka's default is ";
                validation.problem(FlushConfig.TIMEOUT, "must be below " + POLL_INTERVAL + ", " + set + interval + ".");
            }
        });
    }

    private void checkDatabase(ConnectionConfig connection) {
        try (Session session = SinkAssembly.factory(connection).open("pgcopy-validate")) {
            session.execute(ReadStatements.SHORT_LOOK);
            if (validation.valid(TargetConfig.TABLE_NAME_FORMAT, TargetConfig.TOPICS_TO_TABLES)) {
                validation
                        .group(TargetConfig::define, TargetConfig::from)
                        .ifPresent(target -> checkTables(target, new TargetCatalog(session, evolution())));
            }
            session.rollback();
        } catch (DatabaseException e) {
            validation.problem(keyOf(e), "does not work: " + e.getMessage());
        }
    }

    private EvolutionConfig evolution() {
        return validation
                .group(EvolutionConfig::define, EvolutionConfig::from)
                .orElse(new EvolutionConfig(false, false));
    }

    private void checkTables(TargetConfig target, TargetCatalog catalog) {
        TableRouter router = new TableRouter(target);
        for (String topic : topics(target)) {
            String key = target.topicsToTables().containsKey(topic)
                    ? TargetConfig.TOPICS_TO_TABLES
                    : TargetConfig.TABLE_NAME_FORMAT;
            try {
                router.route(topic).ifPresent(catalog::check);
            } catch (DatabaseException e) {
                throw e;
            } catch (ConnectException e) {
                validation.problem(key, "for topic " + topic + ": " + e.getMessage());
            }
        }
    }

    private Set<String> topics(TargetConfig target) {
        Set<String> topics = new LinkedHashSet<>(target.topicsToTables().keySet());
        // A transformation may rename topics, and only it knows how: their tables are looked up with the first records.
        String listed = settings.getOrDefault(TRANSFORMS, "").isBlank() ? settings.getOrDefault(TOPICS, "") : "";
        Arrays.stream(listed.split(","))
                .map(String::strip)
                .filter(t -> !t.isEmpty())
                .forEach(topics::add);
        return topics;
    }

    private static String keyOf(DatabaseException e) {
        return switch (e.sqlState()) {
            // 08004: the server wants a password and none is set.
            case "28P01", "08004" -> ConnectionConfig.PASSWORD;
            case "28000" -> ConnectionConfig.USER;
            default -> ConnectionConfig.URL;
        };
    }
}
