/* SPDX-License-Identifier: Apache-2.0 */
package io.pgcopy.connect.source;

/** What the database has against a configuration: a sentence that goes after the key's name. */
record Problem(String key, String text) {
    @Override
    public String toString() {
        return key + " " + text;
    }
}
