package org.sqlvm.javascript;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;

/**
 * Texts of the class path: this package's modules in JavaScript, by relative names, and the
 * packages that they are made of, by names that begin with a slash.
 */
final class Resources {
    private Resources() {}

    static boolean exists(String name) {
        return Resources.class.getResource(name) != null;
    }

    static String text(String name) {
        try (InputStream stream = Resources.class.getResourceAsStream(name)) {
            if (stream == null) {
                throw new IllegalStateException("not in the class path: " + name);
            }
            return new String(stream.readAllBytes(), UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
