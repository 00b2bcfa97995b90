/* SPDX-License-Identifier: Apache-2.0 */
package io.pgcopy.connect.db;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.net.SocketOption;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyStore;
import java.time.Duration;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLServerSocket;
import javax.net.ssl.SSLSocket;
import javax.net.ssl.TrustManagerFactory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assumptions.assumeThat;

@Timeout(60)
class PromptSocketsTest {
    private static final String SECRET = "for-this-test";

    @Test
    void aSilentPeerIsAskedAfterAMinuteWhetherItIsThere() throws IOException {
        try (Socket socket = new PromptSockets().createSocket()) {
            for (SocketOption<Integer> probe : PromptSockets.PROBES.keySet()) {
                assumeThat(socket.supportedOptions()).contains(probe);
                assertThat(socket.getOption(probe)).isEqualTo(PromptSockets.PROBES.get(probe));
            }
        }
    }

    @Test
    void aCloseOverTlsEndsAlthoughThePeerDoesNotRead(@TempDir Path directory) throws Exception {
        SSLContext tls = context(directory);
        ExecutorService threads = Executors.newFixedThreadPool(2);
        try (SSLServerSocket server = (SSLServerSocket)
                tls.getServerSocketFactory().createServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            Future<Socket> accepted = threads.submit(() -> {
                SSLSocket peer = (SSLSocket) server.accept();
                peer.startHandshake();
                return peer;
            });
            Socket plain = new PromptSockets().createSocket();
            plain.connect(server.getLocalSocketAddress());
            Socket client = tls.getSocketFactory().createSocket(plain, "localhost", server.getLocalPort(), true);
            AtomicLong written = new AtomicLong();
            Future<?> writer = threads.submit(() -> writeForEver(client.getOutputStream(), written));
            try (Socket peer = accepted.get()) {
                awaitStandstill(written);
                long began = System.nanoTime();
                client.close();
                assertThat(Duration.ofNanos(System.nanoTime() - began)).isLessThan(Duration.ofSeconds(5));
                assertThatThrownBy(() -> writer.get(5, TimeUnit.SECONDS)).isInstanceOf(ExecutionException.class);
                assertThat(peer.isClosed()).isFalse();
            }
        } finally {
            threads.shutdownNow();
        }
    }

    private static Void writeForEver(OutputStream out, AtomicLong written) throws IOException {
        byte[] bytes = new byte[16_384];
        while (true) {
            out.write(bytes);
            written.addAndGet(bytes.length);
        }
    }

    private static void awaitStandstill(AtomicLong written) throws InterruptedException {
        long before = -1;
        while (before <= 0 || before != written.get()) {
            before = written.get();
            TimeUnit.MILLISECONDS.sleep(300);
        }
    }

    private static SSLContext context(Path directory) throws Exception {
        Path file = directory.resolve("keys.p12");
        String keytool =
                Path.of(System.getProperty("java.home"), "bin", "keytool").toString();
        Process made = new ProcessBuilder(
                        keytool,
                        "-genkeypair",
                        "-keystore",
                        file.toString(),
                        "-storetype",
                        "PKCS12",
                        "-storepass",
                        SECRET,
                        "-keyalg",
                        "EC",
                        "-alias",
                        "peer",
                        "-dname",
                        "CN=localhost")
                .redirectErrorStream(true)
                .redirectOutput(directory.resolve("keytool.log").toFile())
                .start();
        assertThat(made.waitFor()).isZero();
        KeyStore keys = KeyStore.getInstance("PKCS12");
        try (InputStream in = Files.newInputStream(file)) {
            keys.load(in, SECRET.toCharArray());
        }
        KeyManagerFactory own = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
        own.init(keys, SECRET.toCharArray());
        TrustManagerFactory trusted = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
        trusted.init(keys);
        SSLContext tls = SSLContext.getInstance("TLS");
        tls.init(own.getKeyManagers(), trusted.getTrustManagers(), null);
        return tls;
    }
}
