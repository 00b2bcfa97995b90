/* SPDX-License-Identifier: Apache-2.0 */
package io.pgcopy.converters.avro;

import org.apache.kafka.connect.data.Schema;
import org.jspecify.annotations.Nullable;

/**
 * The plans of the schemas written so far. A schema is sought by identity first, in a table that a flood
 * of new objects cannot grow, then by equality, since equal schemas must not become two.
 */
final class WriterPlans {
    private static final int SLOTS = 64;

    private final AvroMapping mapping;
    private final SchemaStore store;
    private final int maxSchemaBytes;
    private final PlanCache<Schema, WriterPlan> byEquality;
    private final @Nullable Schema[] seen = new @Nullable Schema[SLOTS];
    private final @Nullable WriterPlan[] plans = new @Nullable WriterPlan[SLOTS];

    WriterPlans(AvroMapping mapping, SchemaStore store, AvroConverterConfig limits) {
        this.mapping = mapping;
        this.store = store;
        this.maxSchemaBytes = limits.schemaMaxBytes();
        this.byEquality = new PlanCache<>(limits.mostSchemas());
    }

    WriterPlan plan(Schema schema) {
        int slot = System.identityHashCode(schema) & (SLOTS - 1);
        WriterPlan plan = plans[slot];
        if (plan != null && seen[slot] == schema) {
            return plan;
        }
        // A builder is a schema too, but one that may still change: only what it builds is kept.
        Schema built = schema.schema();
        plan = byEquality.find(built);
        if (plan == null) {
            plan = WriterPlan.of(built, mapping, store, maxSchemaBytes);
            byEquality.keep(built, plan, plan.schemaBytes());
        }
        if (built == schema) {
            seen[slot] = schema;
            plans[slot] = plan;
        }
        return plan;
    }

    int size() {
        return byEquality.size();
    }
}
