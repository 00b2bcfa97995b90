/* SPDX-License-Identifier: Apache-2.0 */
package io.pgcopy.integration.chaos;

import io.pgcopy.integration.fixture.Await;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.Random;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

/** A PostgreSQL that dies, is restarted, or ends sessions. */
final class ServerFaults {
    private ServerFaults() {}

    static List<Fault> all() {
        return List.of(
                new Fault("PostgreSQL killed", ServerFaults::kill),
                new Fault("PostgreSQL restarted", ServerFaults::restart),
                new Fault("sessions terminated", ServerFaults::terminate));
    }

    private static String kill(Rig rig, Random random) {
        long pid = rig.server().pid();
        rig.server().kill();
        return back(rig, random, pid);
    }

    private static String restart(Rig rig, Random random) {
        long pid = rig.server().pid();
        rig.server().stop();
        return back(rig, random, pid);
    }

    private static String back(Rig rig, Random random, long gone) {
        assertThatThrownBy(() -> {
                    try (Connection session = rig.database().connect()) {
                        throw new AssertionError("the server still answers: " + session);
                    }
                })
                .isInstanceOf(SQLException.class);
        Await.pause(Duration.ofMillis(random.nextInt(2_000)));
        rig.server().restart();
        return "pid " + gone + " refused sessions, pid " + rig.server().pid() + " recovered its data";
    }

    private static String terminate(Rig rig, Random random) {
        String terminated =
                "SELECT count(pg_terminate_backend(pid)) FROM pg_stat_activity WHERE application_name LIKE '" + Rig.NAME
                        + "-%'";
        int[] ended = {0};
        Await.until("sessions to terminate", () -> {
            Await.pause(Duration.ofMillis(random.nextInt(200)));
            ended[0] += (int) rig.database().number(terminated);
            return ended[0] > 0;
        });
        return ended[0] + " sessions were terminated";
    }
}
