package org.sqlvm.archive;

import org.graalvm.polyglot.Engine;

import java.io.IOException;
import java.nio.file.Path;

/**
 * Unpacks what Truffle and the languages otherwise unpack into the home folder of each user, at the
 * first start: native libraries, Python's own modules. Run from its source by
 * {@code dist/archive/build}.
 */
final class CopyResources {
    private CopyResources() {}

    /** {@code FOLDER}: where to. */
    public static void main(String[] arguments) throws IOException {
        Engine.copyResources(Path.of(arguments[0]));
    }
}
