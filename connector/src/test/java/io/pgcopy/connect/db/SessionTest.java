/* SPDX-License-Identifier: Apache-2.0 */
package io.pgcopy.connect.db;

import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
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
