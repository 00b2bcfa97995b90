/* SPDX-License-Identifier: Apache-2.0 */
package io.pgcopy.connect.sink;

import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import org.apache.kafka.connect.data.Schema;
import org.jspecify.annotations.Nullable;

/** The plans made so far, by topic and schemas, over a cache of the catalog. Confined to the task's thread. */
final class TablePlans {
    // Schemas come from the outside; a topic with more of them at a time pays for planning again.
    private static final int MAX_PLANS = 1_000;

    private record Shape(@Nullable Schema value, @Nullable Schema key) {
        // A converter without a cache makes a schema a record: comparing with the last beats hashing each.
        boolean is(@Nullable Schema otherValue, @Nullable Schema otherKey) {
            return (value == otherValue || Objects.equals(value, otherValue))
                    && (key == otherKey || Objects.equals(key, otherKey));
        }
    }

    private record PlanKey(String topic, Shape shape) {}

    private record Last(Shape shape, TablePlan plan) {}

    private final TableRouter router;
    private final TableLookup lookup;
    private final PlanBuilder builder;
    private final Map<TargetName, TargetTable> tables = new HashMap<>();
    private final Map<PlanKey, TablePlan> plans = new HashMap<>();
    private final Map<String, Last> lastByTopic = new HashMap<>();
    private String lastTopic = "";
    private @Nullable Last last;

    TablePlans(TableRouter router, TableLookup lookup, PlanBuilder builder) {
        this.router = router;
        this.lookup = lookup;
        this.builder = builder;
    }

    /**
     * The plan for a record of this topic and these schemas; without a value schema it is a delete.
     *
     * @throws org.apache.kafka.connect.errors.DataException where the record's schema does not fit the table
     * @throws org.apache.kafka.connect.errors.ConnectException where there is no such table
     */
    TablePlan plan(String topic, @Nullable Schema value, @Nullable Schema key) {
        Last recent = topic.equals(lastTopic) ? last : lastByTopic.get(topic);
        if (recent == null || !recent.shape.is(value, key)) {
            Shape shape = new Shape(value, key);
            recent = new Last(shape, planned(topic, shape));
            lastByTopic.put(topic, recent);
        }
        lastTopic = topic;
        last = recent;
        return recent.plan;
    }

    /** The plan for such a record where there is one already. */
    @Nullable
    TablePlan known(String topic, @Nullable Schema value, @Nullable Schema key) {
        return plans.get(new PlanKey(topic, new Shape(value, key)));
    }

    /** How rows are deleted by a key, from the table that a value's schema goes to. */
    TablePlan deletes(String topic, Schema value, Schema key) {
        return builder.deletes(table(router.route(topic, value), RowNeeds.NOTHING), key);
    }

    /** Forgets all: the catalog is read again. */
    void invalidate() {
        tables.clear();
        plans.clear();
        lastByTopic.clear();
        last = null;
    }

    private TablePlan planned(String topic, Shape shape) {
        PlanKey key = new PlanKey(topic, shape);
        TablePlan plan = plans.get(key);
        if (plan == null) {
            plan = build(topic, shape);
            if (plans.size() >= MAX_PLANS) {
                plans.clear();
            }
            plans.put(key, plan);
        }
        return plan;
    }

    private TablePlan build(String topic, Shape shape) {
        TargetName name = router.route(topic, shape.value == null ? shape.key : shape.value);
        TargetTable table = table(name, shape.value == null ? RowNeeds.NOTHING : builder.needs(shape.value, shape.key));
        if (shape.value != null) {
            return builder.rows(table, shape.value, shape.key);
        }
        return builder.deletes(table, Objects.requireNonNull(shape.key, "a delete has a key"));
    }

    // A field without a column may have one by now: somebody added it, or the sink may.
    private TargetTable table(TargetName name, RowNeeds needs) {
        TargetTable table = tables.get(name);
        if (table == null || !table.covers(needs)) {
            table = lookup.table(name, needs);
            tables.put(name, table);
        }
        return table;
    }
}
