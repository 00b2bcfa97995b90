/* SPDX-License-Identifier: Apache-2.0 */
package io.pgcopy.converters.zstd;

import java.util.HashMap;
import java.util.Map;
import org.apache.kafka.common.config.AbstractConfig;
import org.apache.kafka.common.config.ConfigDef;
import org.apache.kafka.common.config.ConfigDef.NonEmptyString;

import static org.apache.kafka.common.config.ConfigDef.Importance.HIGH;
import static org.apache.kafka.common.config.ConfigDef.Importance.MEDIUM;
import static org.apache.kafka.common.config.ConfigDef.Range.atLeast;
import static org.apache.kafka.common.config.ConfigDef.Range.between;
import static org.apache.kafka.common.config.ConfigDef.Type.INT;
import static org.apache.kafka.common.config.ConfigDef.Type.STRING;
import static org.apache.kafka.common.config.ConfigDef.Width.LONG;
import static org.apache.kafka.common.config.ConfigDef.Width.SHORT;

/** How payloads are compressed: the keys, their definition and their parsed form. */
record ZstdConverterConfig(String delegate, int level, int minBytes, int maxDecompressedBytes) {
    static final String DELEGATE = "delegate";
    static final String LEVEL = "zstd.level";
    static final String MIN_BYTES = "zstd.min.bytes";
    static final String MAX_DECOMPRESSED = "zstd.max.decompressed.bytes";
    private static final String DELEGATE_PREFIX = DELEGATE + ".";
    private static final String OWN_PREFIX = "zstd.";
    private static final String GROUP = "Compression";

    static ConfigDef definition() {
        return defineLimits(new ConfigDef()
                .define(
                        DELEGATE,
                        STRING,
                        ConfigDef.NO_DEFAULT_VALUE,
                        new NonEmptyString(),
                        HIGH,
                        "The converter whose payloads are compressed, a class name. Settings that begin with"
                                + " delegate. are passed on to it without that beginning; so are all others but those"
                                + " that begin with zstd.",
                        GROUP,
                        1,
                        LONG,
                        "Converter")
                .define(
                        LEVEL,
                        INT,
                        3,
                        between(1, 19),
                        MEDIUM,
                        "The zstd level. 1 is for workers short of CPU; above 6 little is gained for much time.",
                        GROUP,
                        2,
                        SHORT,
                        "Level"));
    }

    private static ConfigDef defineLimits(ConfigDef def) {
        return def.define(
                        MIN_BYTES,
                        INT,
                        4_096,
                        atLeast(0),
                        MEDIUM,
                        "Payloads below this are left to the producer, which compresses them many at once.",
                        GROUP,
                        3,
                        SHORT,
                        "Smallest payload")
                .define(
                        MAX_DECOMPRESSED,
                        INT,
                        64 << 20,
                        atLeast(1_024),
                        MEDIUM,
                        "A payload that would become larger than this is refused on reading.",
                        GROUP,
                        4,
                        SHORT,
                        "Largest content");
    }

    static ZstdConverterConfig from(Map<String, ?> configs) {
        AbstractConfig config = new AbstractConfig(definition(), configs, false);
        return new ZstdConverterConfig(
                config.getString(DELEGATE).trim(),
                config.getInt(LEVEL),
                config.getInt(MIN_BYTES),
                config.getInt(MAX_DECOMPRESSED));
    }

    /** The settings that the delegate gets, those named for it before those of the same name without. */
    static Map<String, Object> delegateSettings(Map<String, ?> configs) {
        Map<String, Object> settings = new HashMap<>();
        configs.forEach((key, value) -> {
            if (!key.equals(DELEGATE) && !key.startsWith(DELEGATE_PREFIX) && !key.startsWith(OWN_PREFIX)) {
                settings.put(key, value);
            }
        });
        configs.forEach((key, value) -> {
            if (key.startsWith(DELEGATE_PREFIX)) {
                settings.put(key.substring(DELEGATE_PREFIX.length()), value);
            }
        });
        return settings;
    }
}
