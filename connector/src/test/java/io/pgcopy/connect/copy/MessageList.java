/* SPDX-License-Identifier: Apache-2.0 */
package io.pgcopy.connect.copy;

import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Deque;
import java.util.HexFormat;
import org.jspecify.annotations.Nullable;

/** A stream's messages, in memory. */
final class MessageList implements CopyStreamReader.Messages {
    private final Deque<byte[]> messages = new ArrayDeque<>();

    static MessageList of(byte[]... messages) {
        MessageList list = new MessageList();
        list.messages.addAll(Arrays.asList(messages));
        return list;
    }

    static MessageList of(String... hex) {
        MessageList list = new MessageList();
        for (String message : hex) {
            list.messages.add(HexFormat.of().parseHex(message.replace(" ", "")));
        }
        return list;
    }

    /** The stream cut in pieces of one size. */
    static MessageList cut(byte[] stream, int size) {
        MessageList list = new MessageList();
        for (int from = 0; from < stream.length; from += size) {
            list.messages.add(Arrays.copyOfRange(stream, from, Math.min(stream.length, from + size)));
        }
        return list;
    }

    @Override
    public byte @Nullable [] next() {
        return messages.poll();
    }
}
