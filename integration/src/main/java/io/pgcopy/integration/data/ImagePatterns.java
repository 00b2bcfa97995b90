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
    private static final int GRAIN = 4;

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
        int side = side(size);
        BufferedImage image = picture(random, side);
        byte[] bytes = new byte[side * side * BYTES_A_PIXEL];
        for (int i = 0; i < side * side; i++) {
            int pixel = image.getRGB(i % side, i / side);
            bytes[i * BYTES_A_PIXEL] = (byte) (pixel >> 16);
            bytes[i * BYTES_A_PIXEL + 1] = (byte) (pixel >> 8);
            bytes[i * BYTES_A_PIXEL + 2] = (byte) pixel;
        }
        return bytes;
    }

    // A picture twice as wide and high until its file is large enough.
    private static byte[] file(SplittableRandom random, int size, String format) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream(size * 2);
        for (int side = side(size); bytes.size() < size; side *= 2) {
            bytes.reset();
            write(picture(random, side), format, bytes);
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

    private static BufferedImage picture(SplittableRandom random, int side) {
        BufferedImage image = new BufferedImage(side, side, BufferedImage.TYPE_INT_RGB);
        double phase = random.nextDouble(Math.PI);
        for (int y = 0; y < side; y++) {
            for (int x = 0; x < side; x++) {
                int red = shade(random, Math.sin(phase + x / 60.0));
                int green = shade(random, Math.sin(phase + y / 80.0));
                int blue = shade(random, Math.sin(phase + (x + y) / 100.0));
                image.setRGB(x, y, red << 16 | green << 8 | blue);
            }
        }
        return image;
    }

    private static int shade(SplittableRandom random, double brightness) {
        int shade = (int) (128 + 90 * brightness + GRAIN * random.nextGaussian());
        return Math.max(0, Math.min(255, shade));
    }
}
