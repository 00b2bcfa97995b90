/* SPDX-License-Identifier: Apache-2.0 */
package io.pgcopy.connect.sink;

import io.pgcopy.connect.blob.BlobManifest;
import io.pgcopy.connect.blob.BlobManifest.SlicedColumn;
import io.pgcopy.connect.codec.XmlText;
import io.pgcopy.connect.config.ChunkConfig;
import io.pgcopy.connect.type.BuiltIn;
import io.pgcopy.connect.type.Column;
import io.pgcopy.connect.type.PgType;
import io.pgcopy.connect.type.Printable;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import org.apache.kafka.connect.data.Field;
import org.apache.kafka.connect.data.Schema;
import org.apache.kafka.connect.data.Struct;
import org.apache.kafka.connect.errors.DataException;

/** Where the sliced columns of a streamed row go: their values are sent as they are, so only types of the same bytes do. */
final class StreamTarget {
    private static final byte[] JSONB_VERSION = {1};
    private static final byte[] NOTHING = {};
    private static final int XML_DECLARATION_BYTES = 8 * 1024;

    private final List<Column> columns;
    private final BitSet sliced = new BitSet();
    private final List<PgType> types = new ArrayList<>();
    private final List<String> order = new ArrayList<>();

    /**
     * @param columns of the table, in the order in which a row is encoded
     * @param written of the sliced ones those that are among them
     */
    StreamTarget(List<Column> columns, List<SlicedColumn> written, Schema value) {
        this.columns = columns;
        written.forEach(column -> add(column.name(), value.field(column.name())));
        for (int i = columns.size() - 1; i >= 0; i--) {
            if (!sliced.get(i)) {
                order.add(0, columns.get(i).name());
            }
        }
    }

    /** Fields of an encoded row that are sliced. */
    BitSet sliced() {
        return sliced;
    }

    /** The COPY's column list: the sliced ones are last. */
    List<String> order() {
        return order;
    }

    /** What stands before the value's own bytes in its field. */
    byte[] prefix(int slicedColumn) {
        return types.get(slicedColumn).is(BuiltIn.JSONB) ? JSONB_VERSION : NOTHING;
    }

    /**
     * Looks at how a value begins.
     *
     * @throws DataException where the server would take it for something else
     */
    void check(int slicedColumn, ByteBuffer first) {
        if (types.get(slicedColumn).is(BuiltIn.XML)) {
            ByteBuffer begin = first.duplicate();
            begin.limit(begin.position() + Math.min(XML_DECLARATION_BYTES, begin.remaining()));
            try {
                // The declaration is ASCII, and what follows does not matter.
                XmlText.inUtf8(StandardCharsets.ISO_8859_1.decode(begin).toString());
            } catch (DataException e) {
                String name = order.get(order.size() - types.size() + slicedColumn);
                throw new DataException("column " + Printable.text(name) + ": " + e.getMessage(), e);
            }
        }
    }

    /** The row with little in its sliced columns, to encode the others. */
    static Struct emptied(Struct row, BlobManifest manifest) {
        return manifest.emptied(row, StreamTarget::little);
    }

    // Not null, and well-formed for a column of json.
    private static Object little(Schema schema) {
        return schema.type() == Schema.Type.BYTES ? NOTHING : "0";
    }

    private void add(String name, Field field) {
        int index = columns.stream().map(Column::name).toList().indexOf(name);
        Column column = columns.get(index);
        if (!hasSameBytes(field.schema().type(), column.type())) {
            throw new DataException("column " + Printable.text(name) + " of type " + column.declaredType()
                    + " cannot take a value while it arrives; a row of up to " + ChunkConfig.ROW_BYTES
                    + " bytes is put together in memory first");
        }
        sliced.set(index);
        order.add(name);
        types.add(column.type());
    }

    private static boolean hasSameBytes(Schema.Type form, PgType type) {
        return switch (form) {
            case BYTES -> type.is(BuiltIn.BYTEA);
            case STRING -> type.builtIn().filter(BuiltIn.LONG_TEXT::contains).isPresent() || isCitext(type.carried());
            default -> false;
        };
    }

    // The one of an extension: known by its name, as its codec is.
    private static boolean isCitext(PgType type) {
        return type instanceof PgType.Scalar && type.name().equals("citext");
    }
}
