/* SPDX-License-Identifier: Apache-2.0 */
package io.pgcopy.converters.avro;

import org.apache.kafka.connect.data.Schema;

/**
 * A Connect schema, how its values are read, and what an Avro schema can claim with few bytes.
 *
 * @param nodes the schemas in it, one that is used twice counted twice
 * @param heapBytes that a value's objects take, see {@link HeapBytes}
 */
record Compiled(Schema schema, ValueReader reader, long nodes, long heapBytes) {}
