/* SPDX-License-Identifier: Apache-2.0 */
package io.pgcopy.converters.zstd;

import java.awt.image.BufferedImage;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Base64;
import java.util.Random;
import javax.imageio.ImageIO;

/** Payloads of the kinds that tables hold, the same in every run. */
final class Payloads {
    private Payloads() {}

    static byte[] random(int length) {
        byte[] bytes = new byte[length];
        new Random(length).nextBytes(bytes);
        return bytes;
    }

    static byte[] base64(int length) {
        return Arrays.copyOf(Base64.getEncoder().encode(random(length)), length);
    }

    static byte[] text(int length) {
        Random random = new Random(length);
        StringBuilder text = new StringBuilder();
        while (text.length() < length) {
            text.append("word")
                    .append((int) Math.abs(random.nextGaussian() * 300))
                    .append(' ');
        }
        return text.substring(0, length).getBytes(StandardCharsets.US_ASCII);
    }

    /** A JPEG file of a noisy picture. */
    static byte[] jpeg() {
        Random random = new Random(1);
        BufferedImage picture = new BufferedImage(900, 900, BufferedImage.TYPE_INT_RGB);
        for (int y = 0; y < 900; y++) {
            for (int x = 0; x < 900; x++) {
                int red = tone(128 + 80 * Math.sin(x * 0.01) + random.nextGaussian() * 18);
                int green = tone(120 + 60 * Math.cos(y * 0.02) + random.nextGaussian() * 14);
                picture.setRGB(x, y, red << 16 | green << 8 | tone(random.nextGaussian() * 16 + 90));
            }
        }
        ByteArrayOutputStream file = new ByteArrayOutputStream();
        try {
            ImageIO.write(picture, "jpg", file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return file.toByteArray();
    }

    private static int tone(double value) {
        return (int) Math.max(0, Math.min(255, value));
    }
}
