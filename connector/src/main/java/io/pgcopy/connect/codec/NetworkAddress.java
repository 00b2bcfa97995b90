/* SPDX-License-Identifier: Apache-2.0 */
package io.pgcopy.connect.codec;

import java.util.Arrays;
import org.apache.kafka.connect.errors.DataException;

/** An IPv4 or IPv6 address with its prefix length, in the text that PostgreSQL's network types use. */
final class NetworkAddress {
    private static final int WORDS = 8;

    private final byte[] octets;
    private final int prefix;

    private NetworkAddress(byte[] octets, int prefix) {
        this.octets = octets;
        this.prefix = prefix;
    }

    static NetworkAddress of(byte[] octets, int prefix) {
        if (octets.length != 4 && octets.length != 16) {
            throw new DataException("expected an address of 4 or 16 bytes, found " + octets.length);
        }
        if (prefix < 0 || prefix > octets.length * 8) {
            throw new DataException("expected a prefix of 0 to " + octets.length * 8 + " bits, found " + prefix);
        }
        return new NetworkAddress(octets, prefix);
    }

    static NetworkAddress parse(String text) {
        int slash = text.indexOf('/');
        String address = slash < 0 ? text : text.substring(0, slash);
        byte[] octets = address.indexOf(':') < 0 ? parseFour(address) : parseSixteen(address);
        return of(octets, slash < 0 ? octets.length * 8 : number(text.substring(slash + 1), 10, 3));
    }

    byte[] octets() {
        return octets;
    }

    int prefix() {
        return prefix;
    }

    boolean isHost() {
        return prefix == octets.length * 8;
    }

    /** Whether no bit is set to the right of the prefix. */
    boolean isNetwork() {
        for (int bit = prefix; bit < octets.length * 8; bit++) {
            if ((octets[bit / 8] >> (7 - bit % 8) & 1) != 0) {
                return false;
            }
        }
        return true;
    }

    String address() {
        return octets.length == 4 ? four(0) : sixteen();
    }

    private String four(int from) {
        return (octets[from] & 0xFF) + "." + (octets[from + 1] & 0xFF) + "." + (octets[from + 2] & 0xFF) + "."
                + (octets[from + 3] & 0xFF);
    }

    // As inet_net_ntop.c writes it: the longest run of zero words is "::", and the forms that embed an
    // IPv4 address end in one.
    private String sixteen() {
        int base = 0;
        int run = 0;
        for (int i = 0; i < WORDS; i++) {
            int end = i;
            while (end < WORDS && word(end) == 0) {
                end++;
            }
            if (end - i > run) {
                base = i;
                run = end - i;
            }
        }
        boolean embedsFour = base == 0 && (run == 6 || (run == 5 && word(5) == 0xFFFF));
        StringBuilder text = new StringBuilder();
        int words = embedsFour ? 6 : WORDS;
        for (int i = 0; i < words; i++) {
            if (run > 1 && i >= base && i < base + run) {
                text.append(i == base ? ":" : "");
            } else {
                text.append(i == 0 ? "" : ":").append(Integer.toHexString(word(i)));
            }
        }
        if (embedsFour) {
            text.append(':').append(four(12));
        } else if (run > 1 && base + run == WORDS) {
            text.append(':');
        }
        return text.toString();
    }

    private int word(int i) {
        return ((octets[i * 2] & 0xFF) << 8) | (octets[i * 2 + 1] & 0xFF);
    }

    private static byte[] parseFour(String text) {
        String[] parts = text.split("\\.", -1);
        if (parts.length != 4) {
            throw notAnAddress();
        }
        byte[] octets = new byte[4];
        for (int i = 0; i < octets.length; i++) {
            int octet = number(parts[i], 10, 3);
            if (octet > 255) {
                throw notAnAddress();
            }
            octets[i] = (byte) octet;
        }
        return octets;
    }

    private static byte[] parseSixteen(String text) {
        int gap = text.indexOf("::");
        if (gap >= 0 && text.indexOf("::", gap + 1) >= 0) {
            throw notAnAddress();
        }
        byte[] head = groups(gap < 0 ? text : text.substring(0, gap), gap < 0);
        byte[] tail = groups(gap < 0 ? "" : text.substring(gap + 2), true);
        int length = head.length + tail.length;
        if (gap < 0 ? length != 16 : length > 14) {
            throw notAnAddress();
        }
        byte[] octets = Arrays.copyOf(head, 16);
        System.arraycopy(tail, 0, octets, 16 - tail.length, tail.length);
        return octets;
    }

    private static byte[] groups(String text, boolean mayEndInFour) {
        if (text.isEmpty()) {
            return new byte[0];
        }
        String[] parts = text.split(":", -1);
        if (parts.length > WORDS) {
            throw notAnAddress();
        }
        boolean embedsFour = mayEndInFour && parts[parts.length - 1].indexOf('.') >= 0;
        int words = embedsFour ? parts.length - 1 : parts.length;
        byte[] octets = new byte[words * 2 + (embedsFour ? 4 : 0)];
        for (int i = 0; i < words; i++) {
            int word = number(parts[i], 16, 4);
            octets[i * 2] = (byte) (word >> 8);
            octets[i * 2 + 1] = (byte) word;
        }
        if (embedsFour) {
            System.arraycopy(parseFour(parts[words]), 0, octets, words * 2, 4);
        }
        return octets;
    }

    private static int number(String text, int radix, int maxDigits) {
        if (text.isEmpty() || text.length() > maxDigits) {
            throw notAnAddress();
        }
        int number = 0;
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            int digit = c < 128 ? Character.digit(c, radix) : -1;
            if (digit < 0) {
                throw notAnAddress();
            }
            number = number * radix + digit;
        }
        return number;
    }

    private static DataException notAnAddress() {
        return new DataException("expected the text of a network address, found other text");
    }
}
