/* SPDX-License-Identifier: Apache-2.0 */
package io.pgcopy.connect.db;

import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Proxy;
import java.sql.Array;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Function;

/** Answers a session's queries as a test says, and keeps what it was asked; a COPY it knows not. */
public final class ScriptedServer {
    public final List<String> asked = new ArrayList<>();
    private final Function<String, List<Map<String, Object>>> answers;

    /** @param answers the rows that a query brings, by column; arrays as {@code String[]} */
    public ScriptedServer(Function<String, List<Map<String, Object>>> answers) {
        this.answers = answers;
    }

    public Session session() {
        return new Session(fake(Connection.class, (proxy, method, arguments) -> switch (method.getName()) {
            case "createStatement" -> statement();
            case "prepareStatement" -> prepared((String) arguments[0]);
            default -> throw new UnsupportedOperationException(method.getName());
        }));
    }

    private Statement statement() {
        return fake(Statement.class, (proxy, method, arguments) -> switch (method.getName()) {
            case "execute" -> asked.add((String) arguments[0]);
            case "close" -> null;
            default -> throw new UnsupportedOperationException(method.getName());
        });
    }

    private PreparedStatement prepared(String sql) {
        return fake(PreparedStatement.class, (proxy, method, arguments) -> switch (method.getName()) {
            case "setObject", "close" -> null;
            case "executeQuery" -> {
                asked.add(sql);
                yield rows(answers.apply(sql).iterator());
            }
            default -> throw new UnsupportedOperationException(method.getName());
        });
    }

    private static ResultSet rows(Iterator<Map<String, Object>> rows) {
        List<Map<String, Object>> current = new ArrayList<>();
        return fake(ResultSet.class, (proxy, method, arguments) -> switch (method.getName()) {
            case "next" -> {
                current.clear();
                if (rows.hasNext()) {
                    current.add(rows.next());
                }
                yield !current.isEmpty();
            }
            case "close" -> null;
            case "getArray" -> array(Objects.requireNonNull(current.get(0).get(arguments[0])));
            default -> current.get(0).get(arguments[0]);
        });
    }

    private static Array array(Object elements) {
        return fake(Array.class, (proxy, method, arguments) -> elements);
    }

    private static <T> T fake(Class<T> type, InvocationHandler handler) {
        return type.cast(Proxy.newProxyInstance(type.getClassLoader(), new Class<?>[] {type}, handler));
    }
}
