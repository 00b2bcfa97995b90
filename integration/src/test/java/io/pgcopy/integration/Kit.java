/* SPDX-License-Identifier: Apache-2.0 */
package io.pgcopy.integration;

import io.pgcopy.integration.fixture.ClusterOptions;
import io.pgcopy.integration.fixture.ConnectCluster;
import io.pgcopy.integration.fixture.PostgresOptions;
import io.pgcopy.integration.fixture.PostgresServer;

/** One server and one cluster for all tests of a run: started when first asked for, ended with the JVM. */
public final class Kit {

    private Kit() {}

    private static final class Server {
        static final PostgresServer SHARED = PostgresServer.start(PostgresOptions.named("shared"));
    }

    private static final class Cluster {
        static final ConnectCluster SHARED = ConnectCluster.start(ClusterOptions.named("shared"));
    }

    public static PostgresServer server() {
        return Server.SHARED;
    }

    /** One worker with a heap of 256 MiB. */
    public static ConnectCluster cluster() {
        return Cluster.SHARED;
    }

    /** Two empty databases on the shared server, and the shared cluster between them. */
    public static Pipe pipe(String name) {
        return pipe(name, server(), server());
    }

    public static Pipe pipe(String name, PostgresServer source, PostgresServer target) {
        return pipe(name, cluster(), source, target);
    }

    public static Pipe pipe(String name, ConnectCluster cluster, PostgresServer source, PostgresServer target) {
        return new Pipe(
                name, cluster, source.createDatabase(name + "_source"), target.createDatabase(name + "_target"));
    }
}
