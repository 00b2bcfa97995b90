/* SPDX-License-Identifier: Apache-2.0 */
package io.pgcopy.converters.avro;

import org.apache.kafka.connect.data.Decimal;
import org.apache.kafka.connect.data.Schema;

/**
 * About how much heap the objects of a value take, beside the bytes of its texts and blobs, which the record has paid
 * for. Counted on a JVM of 64 bits with references of 4 bytes, which a list that grows holds twice.
 */
final class HeapBytes {
    /** Of one object in a list, a map or a struct. */
    static final long REFERENCE = 8;
    /** Of a map's entry, its place in the table included. */
    static final long ENTRY = 48;

    private static final long BOX = 24;
    private static final long BYTES = 24;
    private static final long STRING = 48;
    private static final long DECIMAL = 112;
    private static final long LIST = 80;
    private static final long MAP = 144;
    private static final long STRUCT = 48;

    private HeapBytes() {}

    /** Of a value that is no struct, without the elements that it holds. */
    static long of(Schema schema) {
        return switch (schema.type()) {
            case BOOLEAN, INT8 -> 0; // the JVM has one object for each
            case INT16, INT32, INT64, FLOAT32, FLOAT64 -> BOX;
            case STRING -> STRING;
            case BYTES -> Decimal.LOGICAL_NAME.equals(schema.name()) ? DECIMAL : BYTES;
            case ARRAY -> LIST;
            case MAP -> MAP;
            case STRUCT -> throw new IllegalArgumentException("a struct's depend on its fields'");
        };
    }

    /** Of a struct whose fields' values take so much. */
    static long ofStruct(int fields, long values) {
        return STRUCT + fields * REFERENCE + values;
    }
}
