package org.sqlvm.api.files;

import java.io.InputStream;

/** A file that a {@link FileFormat} reads, with the rights of the connection. */
public interface InputFile {
    /** The path as the user has written it, or as a pattern has found it. */
    String path();

    /** Returns the file's size in bytes, as it is stored. */
    long size();

    /** Opens the content, which is not compressed any more. */
    InputStream stream();

    /**
     * Opens the content as text in UTF-8 without a byte order mark, from the encoding that the
     * option {@code encoding} says, if the format has it.
     */
    InputStream text();

    /** Opens the bytes as they are stored, to be read at any offset. */
    RandomInput open();

    /** Returns the error of a malformed file: {@code path: what}. */
    RuntimeException error(String what);

    /**
     * Returns the error of a line: {@code path:line: what}.
     *
     * @param line from 1
     */
    RuntimeException error(long line, String what);
}
