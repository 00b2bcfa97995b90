/* SPDX-License-Identifier: Apache-2.0 */
package io.pgcopy.connect.db;

import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.net.SocketOption;
import java.util.Map;
import javax.net.SocketFactory;
import jdk.net.ExtendedSocketOptions;

/**
 * Makes sockets whose close ends soon. Over TLS a close says goodbye first, and waits for whoever is writing: with a
 * peer that does not read any more that is for ever, unless a socket may linger for so long only. A peer that is
 * silent is asked after a minute whether it is there, and given up after another. Public, with a constructor, since
 * the driver makes it by its name.
 */
public final class PromptSockets extends SocketFactory {
    static final int LINGER_SECONDS = 1;
    static final Map<SocketOption<Integer>, Integer> PROBES = Map.of(
            ExtendedSocketOptions.TCP_KEEPIDLE, 60,
            ExtendedSocketOptions.TCP_KEEPINTERVAL, 10,
            ExtendedSocketOptions.TCP_KEEPCOUNT, 6);

    @Override
    public Socket createSocket() throws IOException {
        Socket socket = new Socket();
        socket.setSoLinger(true, LINGER_SECONDS);
        probeSoon(socket);
        return socket;
    }

    // Systems wait for two hours before they look whether a silent peer is still there.
    private static void probeSoon(Socket socket) throws IOException {
        for (Map.Entry<SocketOption<Integer>, Integer> each : PROBES.entrySet()) {
            if (socket.supportedOptions().contains(each.getKey())) {
                socket.setOption(each.getKey(), each.getValue());
            }
        }
    }

    @Override
    public Socket createSocket(String host, int port) {
        throw unconnectedOnly();
    }

    @Override
    public Socket createSocket(String host, int port, InetAddress local, int localPort) {
        throw unconnectedOnly();
    }

    @Override
    public Socket createSocket(InetAddress host, int port) {
        throw unconnectedOnly();
    }

    @Override
    public Socket createSocket(InetAddress host, int port, InetAddress local, int localPort) {
        throw unconnectedOnly();
    }

    private static UnsupportedOperationException unconnectedOnly() {
        return new UnsupportedOperationException("the driver connects its sockets itself, within its own time limit");
    }
}
