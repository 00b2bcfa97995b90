/* SPDX-License-Identifier: Apache-2.0 */
package io.pgcopy.connect.codec;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Deque;
import java.util.List;
import org.apache.kafka.connect.errors.DataException;

/**
 * The text of a tsquery, to and from its items in the server's order. Without recursion, since a query may nest as deep
 * as it is long. A right operand of the same rank keeps its brackets: without them it is another query.
 */
final class TsqueryText {
    private static final TsqueryItem BRACKET = new TsqueryItem(-1, 0, "");

    private final String text;
    private final List<TsqueryItem> postfix = new ArrayList<>();
    private final Deque<TsqueryItem> pending = new ArrayDeque<>();
    private int at;

    private TsqueryText(String text) {
        this.text = text;
    }

    static List<TsqueryItem> parse(String text) {
        return new TsqueryText(text).items();
    }

    static String format(List<TsqueryItem> items) {
        int[] left = leftOperands(items);
        StringBuilder out = new StringBuilder();
        Deque<Object> todo = new ArrayDeque<>();
        if (!items.isEmpty()) {
            todo.push(0);
        }
        while (!todo.isEmpty()) {
            Object next = todo.pop();
            if (next instanceof String word) {
                out.append(word);
                continue;
            }
            int index = (Integer) next;
            TsqueryItem item = items.get(index);
            if (item.operands() == 2) {
                push(todo, items, index + 1, item.priority() + 1);
                todo.push(item.text());
                push(todo, items, left[index], item.priority());
            } else {
                out.append(item.text());
                if (item.operands() == 1) {
                    push(todo, items, index + 1, item.priority());
                }
            }
        }
        return out.toString();
    }

    private static void push(Deque<Object> todo, List<TsqueryItem> items, int index, int priority) {
        boolean bracketed = items.get(index).priority() < priority;
        if (bracketed) {
            todo.push(" )");
        }
        todo.push(index);
        if (bracketed) {
            todo.push("( ");
        }
    }

    // Where each binary operator's left operand stands: after the whole of the right one, which follows the operator.
    private static int[] leftOperands(List<TsqueryItem> items) {
        int[] left = new int[items.size()];
        int[] end = new int[items.size()];
        for (int i = items.size() - 1; i >= 0; i--) {
            int after = i + 1;
            for (int operand = 0; operand < items.get(i).operands(); operand++) {
                if (after >= items.size()) {
                    throw malformed();
                }
                left[i] = after;
                after = end[after];
            }
            end[i] = after;
        }
        if (!items.isEmpty() && end[0] != items.size()) {
            throw malformed();
        }
        return left;
    }

    // Dijkstra's shunting yard; its postfix order read backwards is the server's prefix order.
    private List<TsqueryItem> items() {
        skipBlanks();
        if (at == text.length()) {
            return List.of();
        }
        do {
            operand();
            closeBrackets();
        } while (at < text.length());
        while (!pending.isEmpty()) {
            if (BRACKET.equals(pending.peek())) {
                throw malformed();
            }
            postfix.add(pending.pop());
        }
        Collections.reverse(postfix);
        return postfix;
    }

    private void operand() {
        skipBlanks();
        while (at < text.length() && (text.charAt(at) == '!' || text.charAt(at) == '(')) {
            pending.push(text.charAt(at++) == '!' ? TsqueryItem.operator(TsqueryItem.NOT, 0) : BRACKET);
            skipBlanks();
        }
        if (at == text.length()) {
            throw malformed();
        }
        StringBuilder lexeme = new StringBuilder();
        at = Lexeme.read(text, at, lexeme);
        int flags = 0;
        if (at < text.length() && text.charAt(at) == ':') {
            at++;
            while (at < text.length() && (text.charAt(at) == '*' || Character.isLetter(text.charAt(at)))) {
                flags |= TsqueryItem.flag(text.charAt(at++));
            }
        }
        postfix.add(TsqueryItem.lexeme(lexeme.toString(), flags));
    }

    // After an operand: closing brackets, then a binary operator or the end.
    private void closeBrackets() {
        skipBlanks();
        while (at < text.length() && text.charAt(at) == ')') {
            at++;
            while (!pending.isEmpty() && !BRACKET.equals(pending.peek())) {
                postfix.add(pending.pop());
            }
            if (pending.poll() == null) {
                throw malformed();
            }
            skipBlanks();
        }
        if (at < text.length()) {
            TsqueryItem operator = binaryOperator();
            while (!pending.isEmpty()
                    && !BRACKET.equals(pending.peek())
                    && pending.peek().priority() >= operator.priority()) {
                postfix.add(pending.pop());
            }
            pending.push(operator);
            if (at == text.length()) {
                throw malformed();
            }
        }
    }

    private TsqueryItem binaryOperator() {
        char first = text.charAt(at++);
        if (first == '&' || first == '|') {
            return TsqueryItem.operator(first == '&' ? TsqueryItem.AND : TsqueryItem.OR, 0);
        }
        int close = text.indexOf('>', at);
        if (first != '<' || close < 0 || close - at > 5) {
            throw malformed();
        }
        String distance = text.substring(at, close);
        at = close + 1;
        if (distance.equals("-")) {
            return TsqueryItem.operator(TsqueryItem.PHRASE, 1);
        }
        return TsqueryItem.operator(TsqueryItem.PHRASE, number(distance));
    }

    private static int number(String digits) {
        int number = 0;
        for (int i = 0; i < digits.length(); i++) {
            char digit = digits.charAt(i);
            if (digit < '0' || digit > '9') {
                throw malformed();
            }
            number = number * 10 + digit - '0';
        }
        if (digits.isEmpty()) {
            throw malformed();
        }
        return number;
    }

    private void skipBlanks() {
        while (at < text.length() && " \t\n\r".indexOf(text.charAt(at)) >= 0) {
            at++;
        }
    }

    private static DataException malformed() {
        return new DataException("expected a tsquery of lexemes and operators, found something else");
    }
}
