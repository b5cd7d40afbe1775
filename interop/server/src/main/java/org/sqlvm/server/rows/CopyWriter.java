package org.sqlvm.server.rows;

/** Writes the stream of COPY … TO STDOUT: a message for each row. */
public interface CopyWriter extends RowSink {
    /** What comes before the rows. */
    default void begin() {}

    /** What comes behind them. */
    default void end() {}
}
