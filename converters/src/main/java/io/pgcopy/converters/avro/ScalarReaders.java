/* SPDX-License-Identifier: Apache-2.0 */
package io.pgcopy.converters.avro;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.List;
import org.apache.avro.Schema;
import org.apache.kafka.connect.data.Date;
import org.apache.kafka.connect.data.Decimal;
import org.apache.kafka.connect.data.SchemaBuilder;
import org.apache.kafka.connect.data.Time;
import org.apache.kafka.connect.data.Timestamp;
import org.apache.kafka.connect.errors.DataException;

/** How a value that is neither record, array, map nor union is read. */
final class ScalarReaders {
    private ScalarReaders() {}

    static Compiled of(Schema avro, SchemaNote note) {
        org.apache.kafka.connect.data.Schema schema = ConnectSchemas.finish(builder(avro), avro, note);
        return new Compiled(schema, reader(avro, schema), 1, HeapBytes.of(schema));
    }

    private static SchemaBuilder builder(Schema avro) {
        return switch (avro.getType()) {
            case BOOLEAN -> SchemaBuilder.bool();
            case INT -> intBuilder(avro);
            case LONG -> SchemaBuilder.int64();
            case FLOAT -> SchemaBuilder.float32();
            case DOUBLE -> SchemaBuilder.float64();
            case STRING, ENUM -> SchemaBuilder.string();
            case BYTES, FIXED -> SchemaBuilder.bytes();
            case NULL ->
                throw new DataException(
                        "the Avro schema has a place where only null may stand; Connect has no form for it");
            case RECORD, ARRAY, MAP, UNION -> throw new IllegalArgumentException(avro.getType() + " is no scalar");
        };
    }

    private static SchemaBuilder intBuilder(Schema avro) {
        String type = avro.getProp(ConnectProperties.TYPE);
        if ("int8".equals(type)) {
            return SchemaBuilder.int8();
        }
        return "int16".equals(type) ? SchemaBuilder.int16() : SchemaBuilder.int32();
    }

    private static ValueReader reader(Schema avro, org.apache.kafka.connect.data.Schema schema) {
        return switch (schema.type()) {
            case BOOLEAN -> AvroInput::readBoolean;
            case INT8 -> in -> (byte) within(in.readInt(), Byte.MIN_VALUE, Byte.MAX_VALUE);
            case INT16 -> in -> (short) within(in.readInt(), Short.MIN_VALUE, Short.MAX_VALUE);
            case INT32 -> int32(schema);
            case INT64 ->
                Timestamp.LOGICAL_NAME.equals(schema.name())
                        ? in -> ConnectDates.ofMillis(in.readLong())
                        : AvroInput::readLong;
            case FLOAT32 -> AvroInput::readFloat;
            case FLOAT64 -> AvroInput::readDouble;
            case STRING -> avro.getType() == Schema.Type.ENUM ? symbols(avro) : AvroInput::readString;
            case BYTES -> bytes(avro, schema);
            case ARRAY, MAP, STRUCT -> throw new IllegalArgumentException(schema.type() + " is no scalar");
        };
    }

    private static ValueReader int32(org.apache.kafka.connect.data.Schema schema) {
        if (Date.LOGICAL_NAME.equals(schema.name())) {
            return in -> ConnectDates.ofDays(in.readInt());
        }
        if (Time.LOGICAL_NAME.equals(schema.name())) {
            return in -> ConnectDates.ofTime(in.readInt());
        }
        return AvroInput::readInt;
    }

    private static ValueReader bytes(Schema avro, org.apache.kafka.connect.data.Schema schema) {
        if (Decimal.LOGICAL_NAME.equals(schema.name())) {
            int scale = DecimalSchemas.scale(schema);
            if (avro.getType() == Schema.Type.FIXED) {
                int size = fixedSize(avro);
                return in -> decimal(in.readFixed(size), scale);
            }
            return in -> decimal(in.readBytes(), scale);
        }
        if (avro.getType() == Schema.Type.FIXED) {
            int size = fixedSize(avro);
            return in -> in.readFixed(size);
        }
        return AvroInput::readBlob;
    }

    private static int fixedSize(Schema avro) {
        if (avro.getFixedSize() < 1) {
            throw new DataException("expected a fixed type of at least one byte, found " + avro.getFixedSize());
        }
        return avro.getFixedSize();
    }

    private static BigDecimal decimal(byte[] unscaled, int scale) {
        if (unscaled.length == 0) {
            throw new DataException("expected a decimal of at least one byte, found none");
        }
        return new BigDecimal(new BigInteger(unscaled), scale);
    }

    private static ValueReader symbols(Schema avro) {
        List<String> symbols = avro.getEnumSymbols();
        return in -> symbols.get(within(in.readInt(), 0, symbols.size() - 1));
    }

    private static int within(int value, int least, int most) {
        if (value < least || value > most) {
            throw new DataException("expected a number from " + least + " to " + most + ", found another");
        }
        return value;
    }
}
