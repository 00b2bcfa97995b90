/* SPDX-License-Identifier: Apache-2.0 */
package io.pgcopy.converters.avro;

import org.apache.kafka.connect.data.Field;
import org.apache.kafka.connect.data.Schema;
import org.apache.kafka.connect.data.Struct;

/** One branch of a union of several types: a struct in which only the branch's own field is set. */
record ChoiceReader(Schema schema, Field field, ValueReader branch) implements ValueReader {
    @Override
    public Object read(AvroInput in) {
        return new Struct(schema).put(field, branch.read(in));
    }
}
