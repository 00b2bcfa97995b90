/* SPDX-License-Identifier: Apache-2.0 */
package io.pgcopy.connect.codec;

import io.pgcopy.connect.type.PgType;

/** Types as the catalog would describe them. */
final class TestTypes {
    private TestTypes() {}

    static PgType named(String name) {
        return new PgType.Scalar(0, "pg_catalog", name);
    }
}
