/* SPDX-License-Identifier: Apache-2.0 */
package io.pgcopy.connect.sink;

import io.pgcopy.connect.codec.CodecRegistry;
import io.pgcopy.connect.row.RowEncoder;
import io.pgcopy.connect.type.Table;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import org.apache.kafka.connect.data.Schema;
import org.jspecify.annotations.Nullable;

/** The plans made so far, by topic and value schema, over a cache of the catalog. Confined to the task's thread. */
final class TablePlans {
    // Schemas come from the outside; a topic with more of them at a time pays for planning again.
    private static final int MAX_SCHEMAS = 1_000;

    private record PlanKey(String topic, Schema schema) {}

    private record Last(Schema schema, TablePlan plan) {}

    private final TableRouter router;
    private final TableLookup lookup;
    private final Set<String> fields;
    private final CodecRegistry codecs;
    private final Map<TargetName, Table> tables = new HashMap<>();
    private final Map<PlanKey, TablePlan> plans = new HashMap<>();
    private final Map<String, Last> lastByTopic = new HashMap<>();
    private String lastTopic = "";
    private @Nullable Last last;

    TablePlans(TableRouter router, TableLookup lookup, Set<String> fields, CodecRegistry codecs) {
        this.router = router;
        this.lookup = lookup;
        this.fields = fields;
        this.codecs = codecs;
    }

    /**
     * The plan for a record of this topic and value schema.
     *
     * @throws org.apache.kafka.connect.errors.DataException where the schema does not fit the table
     * @throws org.apache.kafka.connect.errors.ConnectException where there is no such table
     */
    TablePlan plan(String topic, Schema schema) {
        Last recent = topic.equals(lastTopic) ? last : lastByTopic.get(topic);
        // A converter without a cache makes a schema a record: comparing with the last beats hashing each.
        if (recent == null || !(recent.schema == schema || recent.schema.equals(schema))) {
            recent = new Last(schema, planned(topic, schema));
            lastByTopic.put(topic, recent);
        }
        lastTopic = topic;
        last = recent;
        return recent.plan;
    }

    /** Forgets all: the catalog is read again. */
    void invalidate() {
        tables.clear();
        plans.clear();
        lastByTopic.clear();
        last = null;
    }

    private TablePlan planned(String topic, Schema schema) {
        PlanKey key = new PlanKey(topic, schema);
        TablePlan plan = plans.get(key);
        if (plan == null) {
            Table table = table(router.route(topic, schema));
            plan = TablePlan.of(table.id(), RowEncoder.of(table, schema, fields, codecs));
            if (plans.size() >= MAX_SCHEMAS) {
                plans.clear();
            }
            plans.put(key, plan);
        }
        return plan;
    }

    private Table table(TargetName name) {
        Table table = tables.get(name);
        if (table == null) {
            table = lookup.table(name);
            tables.put(name, table);
        }
        return table;
    }
}
