/* SPDX-License-Identifier: Apache-2.0 */
package io.pgcopy.connect.source;

import io.pgcopy.connect.db.Identifier;
import io.pgcopy.connect.type.TableId;

/** Names in messages, as the user would write them in the configuration. */
final class SourceNames {
    private SourceNames() {}

    static String quoted(TableId table) {
        return quoted(table.schema()) + "." + quoted(table.name());
    }

    static String quoted(String name) {
        return name.matches("[a-z_][a-z0-9_$]*") ? name : Identifier.quote(name);
    }
}
