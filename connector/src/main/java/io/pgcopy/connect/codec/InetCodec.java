/* SPDX-License-Identifier: Apache-2.0 */
package io.pgcopy.connect.codec;

import io.pgcopy.connect.copy.FieldReader;
import io.pgcopy.connect.copy.FieldWriter;
import java.util.Optional;
import java.util.function.Function;
import org.apache.kafka.connect.data.Schema;
import org.apache.kafka.connect.errors.DataException;

/**
 * {@code inet} and {@code cidr}: family, prefix length, whether it is a cidr, length, address. Text as the server
 * writes it: a host without its prefix as inet, always with it as cidr.
 */
final class InetCodec implements Codec<String> {
    // PostgreSQL's own constants, utils/inet.h: the same on every platform, unlike the system's.
    private static final int FAMILY_FOUR = 2;
    private static final int FAMILY_SIXTEEN = 3;

    private final boolean cidr;

    private InetCodec(boolean cidr) {
        this.cidr = cidr;
    }

    static InetCodec inet() {
        return new InetCodec(false);
    }

    static InetCodec cidr() {
        return new InetCodec(true);
    }

    @Override
    public Schema schema() {
        return Schema.STRING_SCHEMA;
    }

    @Override
    public String decode(FieldReader field) {
        int family = field.readInt8();
        int prefix = field.readInt8() & 0xFF;
        field.readInt8();
        int length = field.readInt8();
        if (length != (family == FAMILY_FOUR ? 4 : 16) || (family != FAMILY_FOUR && family != FAMILY_SIXTEEN)) {
            throw new DataException(
                    "expected an address family of 2 or 3, found " + family + " of " + length + " bytes");
        }
        NetworkAddress address = checked(NetworkAddress.of(field.readBytes(length), prefix));
        return address.isHost() && !cidr ? address.address() : address.address() + "/" + address.prefix();
    }

    @Override
    public void encode(String text, FieldWriter field) {
        NetworkAddress address = checked(NetworkAddress.parse(text));
        byte[] octets = address.octets();
        field.writeInt8(octets.length == 4 ? FAMILY_FOUR : FAMILY_SIXTEEN);
        field.writeInt8(address.prefix());
        field.writeInt8(cidr ? 1 : 0);
        field.writeInt8(octets.length);
        field.writeBytes(octets);
    }

    @Override
    public Optional<Function<Object, String>> from(Schema schema) {
        return TextCodec.ALLOWED.conversion(schema);
    }

    private NetworkAddress checked(NetworkAddress address) {
        if (cidr && !address.isNetwork()) {
            throw new DataException("a cidr has no bits to the right of its prefix, found some");
        }
        return address;
    }
}
