/* SPDX-License-Identifier: Apache-2.0 */
package io.pgcopy.connect.codec;

import org.apache.kafka.connect.errors.DataException;

/**
 * One item of a tsquery: a lexeme with its flags, or an operator. The server writes a query in prefix order, the
 * right operand before the left one.
 *
 * @param operator one of the operator codes, or 0 for a lexeme
 * @param detail a phrase operator's distance, or a lexeme's weights in four bits with {@link #PREFIX}
 */
record TsqueryItem(int operator, int detail, String lexeme) {
    static final int NOT = 1;
    static final int AND = 2;
    static final int OR = 3;
    static final int PHRASE = 4;
    static final int PREFIX = 1 << 4;
    private static final String WEIGHTS = "DCBA";
    private static final int MAX_DISTANCE = 16384;

    static TsqueryItem operator(int code, int distance) {
        if (code < NOT || code > PHRASE) {
            throw new DataException("expected an operator code of 1 to 4, found " + code);
        }
        if (distance < 0 || distance > MAX_DISTANCE) {
            throw new DataException("expected a distance of at most " + MAX_DISTANCE + ", found " + distance);
        }
        return new TsqueryItem(code, distance, "");
    }

    static TsqueryItem lexeme(String lexeme, int flags) {
        return new TsqueryItem(0, flags, Lexeme.checked(lexeme));
    }

    static int flag(char c) {
        int weight = WEIGHTS.indexOf(Character.toUpperCase(c));
        if (c != '*' && weight < 0) {
            throw new DataException("expected a weight of A to D or * after a lexeme, found another character");
        }
        return c == '*' ? PREFIX : 1 << weight;
    }

    int operands() {
        return operator == 0 ? 0 : operator == NOT ? 1 : 2;
    }

    // tsquery.c, tsearch_op_priority: the higher binds the closer.
    int priority() {
        return switch (operator) {
            case OR -> 1;
            case AND -> 2;
            case PHRASE -> 3;
            case NOT -> 4;
            default -> 5;
        };
    }

    String text() {
        return switch (operator) {
            case OR -> " | ";
            case AND -> " & ";
            case PHRASE -> detail == 1 ? " <-> " : " <" + detail + "> ";
            case NOT -> "!";
            default -> lexemeText();
        };
    }

    private String lexemeText() {
        StringBuilder text = new StringBuilder();
        Lexeme.quote(lexeme, text);
        if (detail != 0) {
            text.append(':');
            if ((detail & PREFIX) != 0) {
                text.append('*');
            }
            for (int weight = 3; weight >= 0; weight--) {
                if ((detail >> weight & 1) != 0) {
                    text.append(WEIGHTS.charAt(weight));
                }
            }
        }
        return text.toString();
    }
}
