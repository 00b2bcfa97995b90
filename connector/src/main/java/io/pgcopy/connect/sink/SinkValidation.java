/* SPDX-License-Identifier: Apache-2.0 */
package io.pgcopy.connect.sink;

import io.pgcopy.connect.config.ConnectionConfig;
import io.pgcopy.connect.config.SinkConfig;
import io.pgcopy.connect.config.TargetConfig;
import io.pgcopy.connect.db.ConnectionFactory;
import io.pgcopy.connect.db.DatabaseException;
import io.pgcopy.connect.db.Session;
import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.kafka.common.config.Config;
import org.apache.kafka.common.config.ConfigException;
import org.apache.kafka.common.config.ConfigValue;
import org.apache.kafka.connect.errors.ConnectException;

/** Checks a sink's settings against each other and against the database; every problem lands on its key. */
final class SinkValidation {
    private static final String TOPICS = "topics";

    private final Config values;
    private final Map<String, String> settings;

    SinkValidation(Config values, Map<String, String> settings) {
        this.values = values;
        this.settings = settings;
    }

    Config run() {
        // A check against the database makes sense only with settings that are right by themselves.
        if (values.configValues().stream()
                .allMatch(value -> value.errorMessages().isEmpty())) {
            try {
                checkDatabase(SinkConfig.from(settings));
            } catch (ConfigException e) {
                addError(keyIn(e), String.valueOf(e.getMessage()));
            }
        }
        return values;
    }

    private void checkDatabase(SinkConfig config) {
        ConnectionConfig connection = config.connection();
        ConnectionFactory factory = new ConnectionFactory(
                connection.url(), connection.user(), connection.password(), connection.sslKeyPassword());
        try (Session session = factory.open("pgcopy-validate")) {
            checkTables(config.target(), new TargetCatalog(session));
        } catch (DatabaseException e) {
            addError(connectionKey(e), String.valueOf(e.getMessage()));
        }
    }

    private void checkTables(TargetConfig config, TableLookup lookup) {
        TableRouter router;
        try {
            router = new TableRouter(config);
        } catch (ConnectException e) {
            addError(TargetConfig.TOPICS_TO_TABLES, String.valueOf(e.getMessage()));
            return;
        }
        for (String topic : topics(config)) {
            String key = config.topicsToTables().containsKey(topic)
                    ? TargetConfig.TOPICS_TO_TABLES
                    : TargetConfig.TABLE_NAME_FORMAT;
            try {
                router.route(topic).ifPresent(lookup::table);
            } catch (DatabaseException e) {
                throw e;
            } catch (ConnectException e) {
                addError(key, "Topic " + topic + ": " + e.getMessage());
            }
        }
    }

    private Set<String> topics(TargetConfig config) {
        Set<String> topics = new LinkedHashSet<>(config.topicsToTables().keySet());
        String listed = settings.getOrDefault(TOPICS, "");
        Arrays.stream(listed.split(","))
                .map(String::strip)
                .filter(t -> !t.isEmpty())
                .forEach(topics::add);
        return topics;
    }

    private static String connectionKey(DatabaseException e) {
        return switch (e.sqlState()) {
            case "28P01" -> ConnectionConfig.PASSWORD;
            case "28000" -> ConnectionConfig.USER;
            default -> ConnectionConfig.URL;
        };
    }

    // Kafka's exception has the key in its text only: "Invalid value … for configuration KEY: …".
    private String keyIn(ConfigException e) {
        String message = String.valueOf(e.getMessage());
        List<String> keys =
                values.configValues().stream().map(ConfigValue::name).toList();
        return keys.stream()
                .filter(key -> message.contains("configuration " + key + ":"))
                .findFirst()
                .orElse(ConnectionConfig.URL);
    }

    private void addError(String key, String message) {
        values.configValues().stream()
                .filter(value -> value.name().equals(key))
                .forEach(value -> value.addErrorMessage(message));
    }
}
