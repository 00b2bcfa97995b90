/* SPDX-License-Identifier: Apache-2.0 */
package io.pgcopy.connect.source;

import io.pgcopy.connect.type.Printable;

/** What the database has against a configuration: a sentence that goes after the key's name. */
record Problem(String key, String text) {
    Problem {
        text = Printable.text(text);
    }

    @Override
    public String toString() {
        return key + " " + text;
    }
}
