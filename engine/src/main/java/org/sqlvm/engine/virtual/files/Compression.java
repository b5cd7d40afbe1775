package org.sqlvm.engine.virtual.files;

import java.io.IOException;
import java.io.InputStream;

/** A way to compress files; those that need libraries are found by {@code ServiceLoader}. */
public interface Compression {
    /** As the option {@code compression} says it: {@code zstd}. */
    String name();

    /** What names of such files end in, with the dot. */
    String extension();

    /** The content. Closing it closes what it comes from. */
    InputStream open(InputStream compressed) throws IOException;
}
