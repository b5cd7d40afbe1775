package org.sqlvm.server.rows;

/** Writes the stream of COPY … TO STDOUT: a message for each row. */
public interface CopyWriter extends RowSink {
    /** Writes the bytes before the rows. */
    default void begin() {}

    /** Writes the bytes after the rows. */
    default void end() {}
}
