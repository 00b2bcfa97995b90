/* SPDX-License-Identifier: Apache-2.0 */
package io.pgcopy.integration.benchmark.storage;

import java.util.Locale;
import java.util.Map;

/** A way to have values stored, in the sink's own settings. */
enum StorageVariant {
    /** What a server does by default: EXTENDED, compressed by pglz. */
    PGLZ("keep", "pglz"),
    LZ4("keep", "lz4"),
    EXTERNAL("external", "keep"),
    AUTO("auto", "auto");

    private final String storage;
    private final String compression;

    StorageVariant(String storage, String compression) {
        this.storage = storage;
        this.compression = compression;
    }

    String label() {
        return name().toLowerCase(Locale.ROOT);
    }

    Map<String, String> settings() {
        return Map.of("bytea.storage", storage, "bytea.compression", compression);
    }
}
