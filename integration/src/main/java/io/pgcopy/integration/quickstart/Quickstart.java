/* SPDX-License-Identifier: Apache-2.0 */
package io.pgcopy.integration.quickstart;

import io.pgcopy.integration.fixture.ClusterOptions;
import io.pgcopy.integration.fixture.ConnectCluster;
import io.pgcopy.integration.fixture.Database;
import io.pgcopy.integration.fixture.PostgresOptions;
import io.pgcopy.integration.fixture.PostgresOptions.Origin;
import io.pgcopy.integration.fixture.PostgresServer;
import io.pgcopy.integration.fixture.Workspace;
import io.pgcopy.integration.quickstart.QuickstartSettings.Address;
import io.pgcopy.integration.quickstart.TableList.Entry;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ConcurrentLinkedDeque;
import java.util.stream.Collectors;

/** Copies tables through a real broker and worker, and exits with 0 only when both sides are equal. */
public final class Quickstart implements AutoCloseable {

    /** The code of a run that has failed and has said why. The build then looks for a file, and has no more to say. */
    private static final int SAID_WHY = 2;

    private final QuickstartSettings settings;
    private final Deque<Runnable> closers = new ConcurrentLinkedDeque<>();

    private Quickstart(QuickstartSettings settings) {
        this.settings = settings;
    }

    public static void main(String[] arguments) throws IOException {
        Path failed = Workspace.target().resolve("quickstart-failed");
        Files.deleteIfExists(failed);
        boolean equal = false;
        try (Quickstart quickstart = new Quickstart(QuickstartSettings.fromSystemProperties())) {
            equal = quickstart.run();
        } catch (Exception e) {
            say("FAILED: " + sentence(e));
        }
        if (!equal) {
            Files.writeString(failed, "");
        }
        Runtime.getRuntime().exit(equal ? 0 : SAID_WHY);
    }

    /** The words of a failure, without the places in the code. */
    private static String sentence(Throwable e) {
        if (e instanceof CompletionException && e.getCause() != null) {
            return sentence(e.getCause());
        }
        return String.valueOf(e.getMessage())
                .lines()
                .filter(line -> !line.matches("\\s+(at |\\.\\.\\. ).*"))
                .collect(Collectors.joining(System.lineSeparator()));
    }

    private boolean run() throws Exception {
        List<Entry> own = settings.source().isEmpty()
                ? List.of()
                : OwnDatabases.check(
                        settings.source().orElseThrow(), settings.target().orElseThrow(), settings.tables());
        say("starting a broker and a Connect worker" + (settings.source().isEmpty() ? " and two databases" : ""));
        CompletableFuture<Address> source =
                CompletableFuture.supplyAsync(() -> settings.source().orElseGet(() -> sample("source")));
        CompletableFuture<Address> target =
                CompletableFuture.supplyAsync(() -> settings.target().orElseGet(() -> sample("target")));
        CompletableFuture<Void> filled = source.thenAcceptAsync(this::fillSample);
        PairConfig pair = new PairConfig(settings, own, source.join(), target.join());
        ConnectCluster cluster =
                ConnectCluster.start(ClusterOptions.named("quickstart").withWorker(pair::onWorker));
        closers.push(cluster::close);
        filled.join();
        List<Entry> tables = own.isEmpty() ? sampleTables(source.join()) : own;
        say("source " + source.join() + ", target " + target.join() + ", worker "
                + cluster.rest().address());

        Progress progress = new Progress(cluster, pair, tables, settings.stall());
        cluster.rest().put(PairConfig.SOURCE, pair.source());
        cluster.rest().put(PairConfig.SINK, pair.sink());
        progress.follow();
        say("comparing row counts and digests, each computed by its own server");
        return Comparison.print(tables, source.join(), target.join());
    }

    private Address sample(String side) {
        PostgresServer server =
                PostgresServer.start(PostgresOptions.named("quickstart-" + side).from(Origin.EMBEDDED));
        closers.push(server::close);
        Database database = server.createDatabase(side);
        SampleDatabase.createTables(database);
        return new Address(database.url(), database.user(), database.password());
    }

    private void fillSample(Address source) {
        if (settings.source().isPresent()) {
            return;
        }
        try (Connection session = source.connect()) {
            SampleDatabase.fill(session, settings.sampleRows());
        } catch (SQLException e) {
            throw new IllegalStateException("cannot fill the sample tables: " + e.getMessage(), e);
        }
    }

    private static List<Entry> sampleTables(Address source) throws SQLException {
        try (Connection session = source.connect()) {
            return TableList.matching(session, SampleDatabase.SCHEMA + ".*");
        }
    }

    static void say(String text) {
        System.out.println("[quickstart] " + text);
        System.out.flush();
    }

    @Override
    public void close() {
        closers.forEach(Runnable::run);
    }
}
