/* SPDX-License-Identifier: Apache-2.0 */
package io.pgcopy.connect.db;

import org.postgresql.util.PGBinaryObject;
import org.postgresql.util.PGobject;

/** A parameter whose binary form is there already. */
final class BinaryParameter extends PGobject implements PGBinaryObject {
    private static final long serialVersionUID = 1L;

    private final byte[] content;

    BinaryParameter(byte[] content) {
        this.content = content;
    }

    @Override
    public void setByteValue(byte[] value, int offset) {
        throw new UnsupportedOperationException("parameters are only sent");
    }

    @Override
    public int lengthInBytes() {
        return content.length;
    }

    @Override
    public void toBytes(byte[] bytes, int offset) {
        System.arraycopy(content, 0, bytes, offset, content.length);
    }

    @Override
    public String getValue() {
        throw new IllegalStateException("parameter of type " + getType() + " would be sent as text");
    }

    // Equality by content would compare blobs; nothing needs it.
    @Override
    public boolean equals(Object other) {
        return this == other;
    }

    @Override
    public int hashCode() {
        return System.identityHashCode(this);
    }
}
