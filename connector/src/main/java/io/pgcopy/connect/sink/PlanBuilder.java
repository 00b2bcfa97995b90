/* SPDX-License-Identifier: Apache-2.0 */
package io.pgcopy.connect.sink;

import io.pgcopy.connect.codec.CodecRegistry;
import io.pgcopy.connect.config.WriteConfig;
import io.pgcopy.connect.config.WriteConfig.InsertMode;
import io.pgcopy.connect.config.WriteConfig.PkMode;
import io.pgcopy.connect.db.KeyColumns.Nulls;
import io.pgcopy.connect.db.WrittenColumns;
import io.pgcopy.connect.row.RowEncoder;
import io.pgcopy.connect.sink.MergeStrategy.Existing;
import io.pgcopy.connect.type.Table;
import io.pgcopy.connect.type.TableId;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.apache.kafka.connect.data.Field;
import org.apache.kafka.connect.data.Schema;
import org.apache.kafka.connect.errors.ConnectException;
import org.apache.kafka.connect.errors.DataException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Plans how records of one pair of schemas are written to one table, as the settings say. */
final class PlanBuilder {
    private static final Logger LOG = LoggerFactory.getLogger(PlanBuilder.class);
    private static final List<String> PLACE = List.of("__connect_topic", "__connect_partition", "__connect_offset");

    private final WriteConfig config;
    private final Set<String> include;
    private final CodecRegistry codecs;
    private final StorageSampling sampling;

    PlanBuilder(WriteConfig config, Set<String> include, CodecRegistry codecs, StorageSampling sampling) {
        this.config = config;
        this.include = include;
        this.codecs = codecs;
        this.sampling = sampling;
    }

    /** The plan for records with a value. */
    TablePlan rows(TargetTable target, Schema value, @Nullable Schema key) {
        RowShape shape = shape(target, value, key);
        InsertMode mode = config.insertMode();
        boolean keyed = mode != InsertMode.INSERT || config.deleteEnabled();
        List<String> keys = keyed ? keys(target, key) : List.of();
        if (mode == InsertMode.UPSERT || mode == InsertMode.INSERT_IGNORE) {
            target.requireUnique(keys);
            warnOfNulls(target, keys);
        }
        Table table = mode == InsertMode.UPDATE ? target.only(names(shape.schema())) : target.table();
        LargeObjectTarget objects = LargeObjectTarget.of(table, shape.schema());
        table = objects.table();
        RowEncoder encoder = RowEncoder.of(table, shape.schema(), fields(keys), codecs);
        return new TablePlan(
                strategy(target, encoder, keys, objects.names()),
                shape,
                encoder,
                sampling.of(table, target.toastTupleTarget(), encoder.columns(), shape.schema()),
                target.references(),
                keyed ? keyBytes(target, shape.schema(), keys) : null,
                UnavailableValues.of(config.unavailable(), value, encoder.columns()));
    }

    /** The plan for records that delete the row of their key. */
    TablePlan deletes(TargetTable target, Schema key) {
        List<String> keys = keys(target, key);
        RowShape.Builder shape = new RowShape.Builder();
        addKey(shape, target, key, null);
        RowShape row = shape.build();
        RowEncoder encoder = RowEncoder.of(target.only(keys), row.schema(), Set.copyOf(keys), codecs);
        return new TablePlan(
                new DeleteStrategy(target.table().id(), columns(encoder), target.key(keys), false),
                row,
                encoder,
                sampling.none(),
                target.references(),
                keyBytes(target, row.schema(), keys),
                UnavailableValues.NONE);
    }

    /** What a table must have for records of these schemas, so far as they tell. */
    RowNeeds needs(Schema value, @Nullable Schema key) {
        RowShape.Builder shape = new RowShape.Builder().value(value);
        List<String> keys = config.pkFields();
        if (config.pkMode() == PkMode.KAFKA) {
            keys = placeNames();
            shape.place(keys.get(0), keys.get(1), keys.get(2));
        } else if (config.pkMode() == PkMode.RECORD_KEY && key != null) {
            if (key.type() == Schema.Type.STRUCT) {
                if (config.insertMode() != InsertMode.INSERT) {
                    key.fields().forEach(shape::keyField);
                }
                keys = keys.isEmpty() ? names(key) : keys;
            } else if (keys.size() == 1 && countsFor(keys.get(0), value)) {
                shape.wholeKey(keys.get(0), key);
            }
        }
        Set<String> wanted = fields(keys);
        List<Field> fields = shape.build().schema().fields().stream()
                .filter(field -> wanted.isEmpty() || wanted.contains(field.name()))
                .toList();
        Set<String> names = new HashSet<>(fields.stream().map(Field::name).toList());
        return new RowNeeds(fields, names.containsAll(keys) ? keys : List.of());
    }

    private RowShape shape(TargetTable target, Schema value, @Nullable Schema key) {
        RowShape.Builder shape = new RowShape.Builder().value(value);
        if (config.pkMode() == PkMode.KAFKA) {
            List<String> names = placeNames();
            return shape.place(names.get(0), names.get(1), names.get(2)).build();
        }
        if (config.pkMode() == PkMode.RECORD_KEY && key != null && belongs(key)) {
            addKey(shape, target, key, value);
        }
        RowShape built = shape.build();
        return built.schema().fields().equals(value.fields()) ? built.orValue(value) : built;
    }

    /** Whether the record's key says what this column gets: a new row has its value's, where the value has it. */
    private boolean countsFor(String column, @Nullable Schema value) {
        return config.insertMode() != InsertMode.INSERT || value == null || value.field(column) == null;
    }

    // A key that is one plain value has no name; a new row needs it only where the settings give it one.
    private boolean belongs(Schema key) {
        return key.type() == Schema.Type.STRUCT
                || config.insertMode() != InsertMode.INSERT
                || config.pkFields().size() == 1;
    }

    private void addKey(RowShape.Builder shape, TargetTable target, Schema key, @Nullable Schema value) {
        if (key.type() == Schema.Type.STRUCT) {
            key.fields().stream()
                    .filter(field -> target.has(field.name()) && countsFor(field.name(), value))
                    .forEach(shape::keyField);
            return;
        }
        List<String> columns = config.pkFields().isEmpty() ? target.table().primaryKey() : config.pkFields();
        if (columns.size() == 1 && countsFor(columns.get(0), value)) {
            shape.wholeKey(columns.get(0), key);
        }
    }

    private List<String> keys(TargetTable target, @Nullable Schema key) {
        if (config.pkMode() == PkMode.KAFKA) {
            return placeNames();
        }
        if (!config.pkFields().isEmpty()) {
            return config.pkFields();
        }
        if (config.pkMode() == PkMode.RECORD_KEY && key == null) {
            throw new DataException("record has no key, which " + WriteConfig.PK_MODE + "=record_key asks for");
        }
        if (config.pkMode() == PkMode.RECORD_KEY && key != null && key.type() == Schema.Type.STRUCT) {
            return key.fields().stream().map(Field::name).toList();
        }
        List<String> primary = target.table().primaryKey();
        if (primary.isEmpty() || (config.pkMode() == PkMode.RECORD_KEY && primary.size() != 1)) {
            throw new ConnectException("Table " + target.table().id() + " has a primary key of " + primary.size()
                    + " columns, so the key's columns must be named in " + WriteConfig.PK_FIELDS + ".");
        }
        return primary;
    }

    private WriteStrategy strategy(TargetTable target, RowEncoder encoder, List<String> keys, Set<String> objects) {
        TableId table = target.table().id();
        WrittenColumns columns = columns(encoder);
        if (columns.names().stream().anyMatch(objects::contains)) {
            refuseCasts(table, columns);
            return new LargeObjectStrategy(table, columns, target.key(keys), config.insertMode(), objects);
        }
        return switch (config.insertMode()) {
            case INSERT -> new AppendStrategy(table, columns);
            case UPSERT -> merge(target, encoder, keys, Existing.UPDATED);
            case INSERT_IGNORE -> merge(target, encoder, keys, Existing.KEPT);
            case UPDATE -> new UpdateStrategy(table, columns, target.key(keys));
        };
    }

    private static WriteStrategy merge(TargetTable target, RowEncoder encoder, List<String> keys, Existing existing) {
        return new MergeStrategy(
                target.table().id(), columns(encoder), target.key(keys), existing, target.refersToItself());
    }

    private static void refuseCasts(TableId table, WrittenColumns columns) {
        columns.textForms().forEach((column, type) -> {
            throw new DataException(
                    table + " column " + column + " is of type " + type + ", which has no codec: its values"
                            + " cannot be written beside large objects; leave the field out");
        });
    }

    private KeyBytes keyBytes(TargetTable target, Schema row, List<String> keys) {
        for (String key : keys) {
            if (row.field(key) == null) {
                throw new DataException(target.table().id() + ": record has no field " + key + ", which is part of"
                        + " the key (" + String.join(", ", keys) + ")");
            }
        }
        return new KeyBytes(RowEncoder.of(target.only(keys), row, Set.copyOf(keys), codecs), target.key(keys));
    }

    private static void warnOfNulls(TargetTable target, List<String> keys) {
        if (target.key(keys).nulls() == Nulls.DISTINCT) {
            LOG.warn(
                    "Key ({}) of table {} admits NULL, and a row whose key has one is like no other to its unique"
                            + " index: such a record is always added. Make the columns NOT NULL, or the index NULLS NOT"
                            + " DISTINCT",
                    String.join(", ", keys),
                    target.table().id());
        }
    }

    private Set<String> fields(List<String> keys) {
        if (include.isEmpty()) {
            return Set.of();
        }
        Set<String> fields = new HashSet<>(include);
        fields.addAll(keys);
        return fields;
    }

    private List<String> placeNames() {
        return config.pkFields().isEmpty() ? PLACE : config.pkFields();
    }

    private static List<String> names(Schema schema) {
        return schema.fields().stream().map(Field::name).toList();
    }

    private static WrittenColumns columns(RowEncoder encoder) {
        return WrittenColumns.of(encoder.columns(), encoder.asText());
    }
}
