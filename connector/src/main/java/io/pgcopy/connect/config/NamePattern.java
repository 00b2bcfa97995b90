/* SPDX-License-Identifier: Apache-2.0 */
package io.pgcopy.connect.config;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;

/**
 * A dotted name as SQL writes it, with globs: {@code sales.orders}, {@code sales.*}, {@code "Sales"."Big Orders"}.
 * An unquoted part is folded to lower case, as the server folds it, and may hold {@code *} (any characters)
 * and {@code ?} (one character); inside double quotes every character stands for itself, a quote is doubled.
 */
public final class NamePattern {
    private final String text;
    private final List<Pattern> parts;
    private final boolean glob;
    private final List<String> names;

    private NamePattern(String text, List<Pattern> parts, List<String> names, boolean glob) {
        this.text = text;
        this.parts = List.copyOf(parts);
        this.names = List.copyOf(names);
        this.glob = glob;
    }

    /**
     * Reads a comma-separated list.
     *
     * @throws IllegalArgumentException saying what is wrong with the list
     */
    static List<NamePattern> list(String text) {
        List<NamePattern> patterns = new ArrayList<>();
        NameScanner scanner = new NameScanner(text);
        while (scanner.hasName()) {
            List<Pattern> parts = new ArrayList<>();
            List<String> names = new ArrayList<>();
            boolean glob = false;
            int start = scanner.position();
            for (NameScanner.Part part : scanner.name()) {
                String name = part.quoted() ? part.text() : fold(part.text());
                parts.add(part.quoted() ? Pattern.compile(Pattern.quote(name), Pattern.DOTALL) : glob(name));
                names.add(name);
                glob |= !part.quoted() && isGlob(name);
            }
            patterns.add(new NamePattern(scanner.text(start), parts, names, glob));
        }
        return List.copyOf(patterns);
    }

    public boolean matches(String... name) {
        if (name.length != parts.size()) {
            return false;
        }
        for (int i = 0; i < name.length; i++) {
            if (!parts.get(i).matcher(name[i]).matches()) {
                return false;
            }
        }
        return true;
    }

    /** Whether the first parts of the pattern match, whatever the others say. */
    public boolean startMatches(String... name) {
        for (int i = 0; i < name.length; i++) {
            if (i >= parts.size() || !parts.get(i).matcher(name[i]).matches()) {
                return false;
            }
        }
        return true;
    }

    /** Whether it would match, if the server did not tell upper case from lower case. */
    public boolean almostMatches(String... name) {
        if (name.length != parts.size()) {
            return false;
        }
        for (int i = 0; i < name.length; i++) {
            if (!names.get(i).equalsIgnoreCase(name[i])) {
                return false;
            }
        }
        return true;
    }

    /** Whether it may match more than one name. */
    public boolean glob() {
        return glob;
    }

    int parts() {
        return parts.size();
    }

    /** A part without its quotes and globs unread. */
    String part(int index) {
        return names.get(index);
    }

    @Override
    public String toString() {
        return text;
    }

    // The server folds ASCII letters only.
    private static String fold(String name) {
        StringBuilder folded = new StringBuilder(name.length());
        name.chars().forEach(c -> folded.append((char) (c >= 'A' && c <= 'Z' ? c + 'a' - 'A' : c)));
        return folded.toString();
    }

    private static boolean isGlob(String name) {
        return name.indexOf('*') >= 0 || name.indexOf('?') >= 0;
    }

    private static Pattern glob(String name) {
        StringBuilder regex = new StringBuilder();
        for (int i = 0; i < name.length(); i++) {
            char c = name.charAt(i);
            switch (c) {
                case '*' -> regex.append(".*");
                case '?' -> regex.append('.');
                default -> regex.append(Pattern.quote(String.valueOf(c)));
            }
        }
        return Pattern.compile(regex.toString(), Pattern.DOTALL);
    }
}
