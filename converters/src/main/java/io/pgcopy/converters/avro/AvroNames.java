/* SPDX-License-Identifier: Apache-2.0 */
package io.pgcopy.converters.avro;

import java.util.Locale;
import java.util.Set;
import java.util.regex.Pattern;
import org.apache.kafka.connect.errors.DataException;

/** What becomes of names that Avro cannot hold: it takes ASCII letters, digits and underscores alone. */
enum AvroNames {
    /** Reversible: each such character becomes {@code _uXXXX_}. No two names become the same. */
    ESCAPE {
        @Override
        String of(String name) {
            StringBuilder escaped = new StringBuilder(name.length() + 16);
            for (int i = 0; i < name.length(); i++) {
                char c = name.charAt(i);
                boolean held = i == 0 ? startsName(c) : continuesName(c);
                // A name that looks escaped already would be taken for another's escaped form.
                if (held
                        && !(c == '_'
                                && ESCAPED.matcher(name)
                                        .region(i, name.length())
                                        .lookingAt())) {
                    escaped.append(c);
                } else {
                    escaped.append(escaped(c));
                }
            }
            return escaped.isEmpty() ? "_u_" : escaped.toString();
        }

        @Override
        String ofPrimitive(String name) {
            return escaped(name.charAt(0)) + name.substring(1);
        }

        private String escaped(char c) {
            return String.format(Locale.ROOT, "_u%04x_", (int) c);
        }
    },

    /** Not reversible, and two names may become one: each such character becomes an underscore. */
    SCRUB {
        @Override
        String of(String name) {
            StringBuilder scrubbed = new StringBuilder(name);
            for (int i = 0; i < name.length(); i++) {
                if (!continuesName(name.charAt(i))) {
                    scrubbed.setCharAt(i, '_');
                }
            }
            return name.isEmpty() || !startsName(scrubbed.charAt(0)) ? "_" + scrubbed : scrubbed.toString();
        }

        @Override
        String ofPrimitive(String name) {
            return "_" + name;
        }
    },

    /** Such a name is an error. */
    STRICT {
        @Override
        String of(String name) {
            if (!isAvroName(name)) {
                throw new DataException("the name \"" + name + "\" cannot be an Avro name, which takes letters, digits"
                        + " and underscores alone; set names=escape to have it escaped, or names=scrub");
            }
            return name;
        }

        @Override
        String ofPrimitive(String name) {
            throw new DataException(
                    "the name \"" + name + "\" cannot be that of a struct, for it is Avro's own for a type;"
                            + " set names=escape to have it escaped, or names=scrub");
        }
    };

    private static final Set<String> PRIMITIVES =
            Set.of("null", "boolean", "int", "long", "float", "double", "bytes", "string");

    /** The property of a field that holds its name where Avro's differs. */
    static final String ORIGINAL = "io.pgcopy.name";

    /** What an escaped character looks like, its last underscore that of itself or of the next. */
    private static final Pattern ESCAPED = Pattern.compile("_u([0-9a-f]{4})?[^A-Za-z0-9]");

    /** The Avro name for a field or for one part of a dotted name. */
    abstract String of(String name);

    /** The Avro name for a struct that has the name of one of Avro's own types, and no namespace. */
    abstract String ofPrimitive(String name);

    /** The Avro full name for a dotted name of a Connect schema. */
    String fullName(String name) {
        StringBuilder full = new StringBuilder(name.length());
        for (String part : name.split("\\.", -1)) {
            full.append(full.isEmpty() ? "" : ".").append(of(part));
        }
        return PRIMITIVES.contains(full.toString()) ? ofPrimitive(full.toString()) : full.toString();
    }

    private static boolean isAvroName(String name) {
        return !name.isEmpty() && startsName(name.charAt(0)) && name.chars().allMatch(AvroNames::continuesName);
    }

    private static boolean startsName(int c) {
        return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
    }

    private static boolean continuesName(int c) {
        return startsName(c) || (c >= '0' && c <= '9');
    }
}
