/* SPDX-License-Identifier: Apache-2.0 */
package io.pgcopy.connect.transform;

import io.pgcopy.connect.PluginVersion;
import io.pgcopy.connect.blob.BlobChunk;
import io.pgcopy.connect.blob.BlobManifest;
import io.pgcopy.connect.codec.LogicalTypes;
import java.util.Map;
import java.util.Set;
import org.apache.kafka.common.config.ConfigDef;
import org.apache.kafka.connect.components.Versioned;
import org.apache.kafka.connect.connector.ConnectRecord;
import org.apache.kafka.connect.data.Schema;
import org.apache.kafka.connect.data.Struct;
import org.apache.kafka.connect.errors.DataException;
import org.apache.kafka.connect.header.Header;
import org.apache.kafka.connect.transforms.Transformation;
import org.jspecify.annotations.Nullable;

/**
 * Keeps slices of chunked rows from a sink that does not know them: to it each would be a row of its own, and
 * the last one would win. Records without the chunk header pass as they are.
 *
 * @param <R> the record type of the connector
 */
public final class ChunkGuard<R extends ConnectRecord<R>> implements Transformation<R>, Versioned {
    public static final String MODE = "mode";

    private static final String FAIL = "fail";
    private static final String HEAD_ONLY_NULL = "head-only-null";
    private static final String DROP = "drop";

    private static final ConfigDef CONFIG = new ConfigDef()
            .define(
                    MODE,
                    ConfigDef.Type.STRING,
                    FAIL,
                    ConfigDef.ValidString.in(FAIL, HEAD_ONLY_NULL, DROP),
                    ConfigDef.Importance.HIGH,
                    "What becomes of the slices of a row that the source cut in chunks: the connector fails (fail), the"
                            + " row passes once, with its large columns null, or empty (null in JSON) where null is"
                            + " not allowed (head-only-null), or it is left out (drop).");

    private static final Set<String> JSON = Set.of(LogicalTypes.JSON, LogicalTypes.JSONB);

    private String mode = FAIL;

    @Override
    public void configure(Map<String, ?> properties) {
        mode = String.valueOf(CONFIG.parse(properties).get(MODE));
    }

    @Override
    public @Nullable R apply(R record) {
        Header header = record.headers().lastWithName(BlobChunk.HEADER);
        if (header == null) {
            return record;
        }
        switch (mode) {
            case DROP -> {
                return null;
            }
            case HEAD_ONLY_NULL -> {
                BlobChunk chunk = chunk(header);
                BlobManifest manifest = chunk.manifest();
                return manifest == null ? null : withoutSlices(record, manifest, ownKey(record, chunk));
            }
            default ->
                throw new DataException("Record of topic " + record.topic() + " is one slice of a row that the source"
                        + " cut in chunks, which only the pgcopy sink puts together. Set " + MODE + "="
                        + HEAD_ONLY_NULL + " or " + DROP + " on ChunkGuard, or read the table without chunks.");
        }
    }

    @Override
    public ConfigDef config() {
        return CONFIG;
    }

    @Override
    public String version() {
        return PluginVersion.current();
    }

    @Override
    public void close() {
        // Nothing is held.
    }

    private static BlobChunk chunk(Header header) {
        if (!(header.value() instanceof String text)) {
            throw new DataException("expected a string in the header " + BlobChunk.HEADER);
        }
        return BlobChunk.parse(text);
    }

    private R withoutSlices(R record, BlobManifest manifest, boolean ownKey) {
        if (!(record.value() instanceof Struct head)) {
            throw new DataException(
                    "expected a value with a schema (a Struct) in a record with the header " + BlobChunk.HEADER);
        }
        Struct row = manifest.emptied(head, ChunkGuard::empty);
        // It is a whole row now, to whoever looks at the header next.
        return record.newRecord(
                record.topic(),
                record.kafkaPartition(),
                ownKey ? record.keySchema() : null,
                ownKey ? record.key() : null,
                record.valueSchema(),
                row,
                record.timestamp(),
                record.headers().duplicate().remove(BlobChunk.HEADER));
    }

    // In a table without a key the slices have one all the same, which names the split: whole rows have none.
    private boolean ownKey(R record, BlobChunk chunk) {
        Schema schema = record.keySchema();
        boolean plain = schema == null || (schema.type() == Schema.Type.STRING && schema.name() == null);
        return !plain || !chunk.attempt().splitKey().equals(record.key());
    }

    private static Object empty(Schema schema) {
        if (schema.type() == Schema.Type.BYTES) {
            return new byte[0];
        }
        // No text at all is no JSON.
        return JSON.contains(String.valueOf(schema.name())) ? "null" : "";
    }
}
