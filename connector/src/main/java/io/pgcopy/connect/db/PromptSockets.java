/* SPDX-License-Identifier: Apache-2.0 */
package io.pgcopy.connect.db;

import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import javax.net.SocketFactory;

/**
 * Makes sockets whose close ends soon. Over TLS a close says goodbye first, and waits for whoever is writing: with a
 * peer that does not read any more that is for ever, unless a socket may linger for so long only. Public, with a
 * constructor, since the driver makes it by its name.
 */
public final class PromptSockets extends SocketFactory {
    static final int LINGER_SECONDS = 1;

    @Override
    public Socket createSocket() throws IOException {
        Socket socket = new Socket();
        socket.setSoLinger(true, LINGER_SECONDS);
        return socket;
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
