/* SPDX-License-Identifier: Apache-2.0 */
package io.pgcopy.connect.codec;

import io.pgcopy.connect.copy.FieldReader;
import io.pgcopy.connect.copy.FieldWriter;
import java.util.Optional;
import java.util.function.Function;
import org.apache.kafka.connect.data.Schema;
import org.apache.kafka.connect.errors.DataException;

/**
 * What the bytes of one PostgreSQL type mean, both ways. Stateless. NULL, length prefixes and byte
 * order belong to {@code copy} and {@code row}; a codec sees the content of one non-null field.
 *
 * <p>Written is only what the allow list, {@link #from}, made of a record's value: also of one in the codec's own schema.
 *
 * @param <T> the value as {@code decode} gives it, in the form that the Connect schema demands, or as {@code from} prepares it
 */
public interface Codec<T> {
    /** The Connect form of a value: type and logical name, not optional, no parameters of a column. */
    Schema schema();

    /**
     * The value of one field; reads all of it.
     *
     * @throws DataException where the bytes are not what the type's send function writes
     */
    T decode(FieldReader field);

    /**
     * Writes a value that {@link #from} has made as the type's receive function reads it.
     *
     * @throws DataException where the type cannot hold the value
     */
    void encode(T value, FieldWriter field);

    /**
     * How values of another Connect schema become values of this type: exactly, or with a
     * {@link DataException} a value. Empty where the pair is not allowed. This is the sink's allow list.
     */
    Optional<Function<Object, T>> from(Schema schema);

    /**
     * The value as the type's input function reads it, for use inside another value's text (a range's
     * bound). {@code from(STRING)} reads it back.
     */
    default String text(T value) {
        return value.toString();
    }

    /**
     * The codec for a field of this schema, which is {@link #schema} made optional or given parameters. A
     * STRUCT must bear the schema of the very field that it is put into.
     */
    default Codec<T> within(Schema field) {
        return this;
    }
}
