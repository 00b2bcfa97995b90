/* SPDX-License-Identifier: Apache-2.0 */
package io.pgcopy.integration.data;

import java.awt.image.BufferedImage;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.SplittableRandom;
import javax.imageio.ImageIO;

/** Pictures of soft colours with the grain of a camera: raw, and as the JDK writes them to files. */
final class ImagePatterns {
    private static final int BYTES_A_PIXEL = 3;

    static {
        System.setProperty("java.awt.headless", "true");
        ImageIO.setUseCache(false);
    }

    private ImagePatterns() {}

    static byte[] jpeg(SplittableRandom random, int size) {
        return file(random, size, "jpg");
    }

    static byte[] png(SplittableRandom random, int size) {
        return file(random, size, "png");
    }

    static byte[] rgb(SplittableRandom random, int size) {
        int[] pixels = pixels(random, side(size));
        byte[] bytes = new byte[pixels.length * BYTES_A_PIXEL];
        for (int i = 0; i < pixels.length; i++) {
            bytes[i * BYTES_A_PIXEL] = (byte) (pixels[i] >> 16);
            bytes[i * BYTES_A_PIXEL + 1] = (byte) (pixels[i] >> 8);
            bytes[i * BYTES_A_PIXEL + 2] = (byte) pixels[i];
        }
        return bytes;
    }

    // A picture twice as wide and high until its file is large enough.
    private static byte[] file(SplittableRandom random, int size, String format) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream(size * 2);
        for (int side = side(size); bytes.size() < size; side *= 2) {
            bytes.reset();
            BufferedImage image = new BufferedImage(side, side, BufferedImage.TYPE_INT_RGB);
            image.setRGB(0, 0, side, side, pixels(random, side), 0, side);
            write(image, format, bytes);
        }
        return bytes.toByteArray();
    }

    private static void write(BufferedImage image, String format, ByteArrayOutputStream bytes) {
        try {
            if (!ImageIO.write(image, format, bytes)) {
                throw new IllegalStateException("this Java writes no " + format);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static int side(int size) {
        return (int) Math.ceil(Math.sqrt((double) size / BYTES_A_PIXEL));
    }

    private static int[] pixels(SplittableRandom random, int side) {
        int phase = random.nextInt(1_000);
        int[] reds = wave(phase, side, 60);
        int[] greens = wave(phase, side, 80);
        int[] blues = wave(phase, 2 * side, 100);
        int[] pixels = new int[side * side];
        for (int y = 0; y < side; y++) {
            for (int x = 0; x < side; x++) {
                int grain = random.nextInt();
                int red = reds[x] + grain(grain);
                int green = greens[y] + grain(grain >> 8);
                int blue = blues[x + y] + grain(grain >> 16);
                pixels[y * side + x] = (red << 16) | (green << 8) | blue;
            }
        }
        return pixels;
    }

    // Brightness from 38 to 218: the grain goes on top without leaving a byte.
    private static int[] wave(int phase, int length, int wavelength) {
        int[] wave = new int[length];
        for (int i = 0; i < length; i++) {
            wave[i] = (int) (128 + 90 * Math.sin((double) (phase + i) / wavelength));
        }
        return wave;
    }

    // A sum of three even dice, as from -8 to 9, is near enough to a bell curve.
    private static int grain(int bits) {
        return (bits & 7) + ((bits >> 3) & 7) + ((bits >> 6) & 3) - 8;
    }
}
