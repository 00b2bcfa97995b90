/* SPDX-License-Identifier: Apache-2.0 */
package io.pgcopy.converters.avro;

import java.util.List;
import java.util.stream.Stream;
import org.apache.avro.Schema;
import org.apache.kafka.common.config.ConfigException;
import org.apache.kafka.connect.errors.DataException;

/** Under which subject a registry keeps a schema. */
enum SubjectNameStrategy {
    TOPIC("TopicNameStrategy") {
        @Override
        String subject(String topic, boolean isKey, Schema schema) {
            return topic + (isKey ? "-key" : "-value");
        }
    },
    RECORD("RecordNameStrategy") {
        @Override
        String subject(String topic, boolean isKey, Schema schema) {
            return recordName(topic, schema);
        }
    },
    TOPIC_RECORD("TopicRecordNameStrategy") {
        @Override
        String subject(String topic, boolean isKey, Schema schema) {
            return topic + "-" + recordName(topic, schema);
        }
    };

    private final String className;

    SubjectNameStrategy(String className) {
        this.className = className;
    }

    abstract String subject(String topic, boolean isKey, Schema schema);

    /** By the class name that Confluent's clients know, with or without its package. */
    static SubjectNameStrategy parse(String key, String text) {
        String simple = text.substring(text.lastIndexOf('.') + 1);
        return Stream.of(values())
                .filter(strategy -> strategy.className.equals(simple))
                .findFirst()
                .orElseThrow(() -> new ConfigException(key, text, "must be one of " + classNames()));
    }

    static List<String> classNames() {
        return Stream.of(values()).map(strategy -> strategy.className).toList();
    }

    private static String recordName(String topic, Schema schema) {
        Schema root = schema.isNullable() ? present(schema) : schema;
        if (root.getType() != Schema.Type.RECORD) {
            throw new DataException("a subject by record name needs a struct, but what is written to topic " + topic
                    + " is a " + root.getType() + "; use TopicNameStrategy");
        }
        return root.getFullName();
    }

    /** The branch of an optional value that is not null. */
    private static Schema present(Schema optional) {
        return optional.getTypes().stream()
                .filter(branch -> branch.getType() != Schema.Type.NULL)
                .findFirst()
                .orElse(optional);
    }
}
