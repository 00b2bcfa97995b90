/* SPDX-License-Identifier: Apache-2.0 */
package io.pgcopy.connect.db;

import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

@Timeout(30)
class SessionTest {
    private int opened;
    private int closed;

    @Test
    void closesAStatementWhoseParameterCannotBeSet() {
        Session session = new Session(connection());
        assertThatThrownBy(() -> session.update("UPDATE t SET a = ?", new Object()))
                .isInstanceOf(DatabaseException.class)
                .hasMessageContaining("no such type");
        assertThat(opened).isEqualTo(1);
        assertThat(closed).isEqualTo(1);
    }

    // The driver closes an aborted connection on another thread, and till then would open one more to a server that may
    // not answer: the owner, woken by the abort, would wait for it.
    @Test
    void asksForNothingOnceItWasAborted() {
        List<String> calls = new ArrayList<>();
        Session session = new Session(recording(Connection.class, calls));
        session.cancel();
        session.abort();
        session.cancel();
        assertThat(calls).containsExactly("unwrap", "cancelQuery", "abort");
    }

    private static <T> T recording(Class<T> type, List<String> calls) {
        return type.cast(Proxy.newProxyInstance(
                SessionTest.class.getClassLoader(), new Class<?>[] {type}, (proxy, method, arguments) -> {
                    calls.add(method.getName());
                    return method.getName().equals("unwrap") ? recording((Class<?>) arguments[0], calls) : null;
                }));
    }

    private Connection connection() {
        return (Connection) Proxy.newProxyInstance(
                getClass().getClassLoader(), new Class<?>[] {Connection.class}, (proxy, method, arguments) -> {
                    opened++;
                    return statement();
                });
    }

    private PreparedStatement statement() {
        return (PreparedStatement) Proxy.newProxyInstance(
                getClass().getClassLoader(), new Class<?>[] {PreparedStatement.class}, (proxy, method, arguments) -> {
                    if (method.getName().equals("close")) {
                        closed++;
                        return null;
                    }
                    throw new SQLException("no such type", "07006");
                });
    }
}
