/* SPDX-License-Identifier: Apache-2.0 */
package io.pgcopy.converters.avro;

import org.apache.kafka.connect.data.Schema;

/**
 * What a user may choose about the form that Connect's schemas take in Avro.
 *
 * @param namespace of types that have no name in Connect
 */
record AvroMapping(
        AvroNames names,
        boolean connectMetadata,
        boolean ignoreDefaultForNullables,
        boolean allowOptionalMapKeys,
        String namespace) {

    /** Whether Avro's map holds the schema's keys without loss; all others become arrays of entries. */
    boolean isAvroMap(Schema map) {
        Schema keys = map.keySchema();
        return keys.type() == Schema.Type.STRING
                && keys.name() == null
                && keys.parameters() == null
                && keys.defaultValue() == null
                && (!keys.isOptional() || allowOptionalMapKeys);
    }
}
