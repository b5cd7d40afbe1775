package org.sqlvm.arrow;

import org.sqlvm.api.TableModule;
import org.sqlvm.arrow.files.StreamTable;

/**
 * Streams of Arrow's C interface (arrow.apache.org/docs/format/CStreamInterface.html), which
 * libraries of one process hand over. {@link org.sqlvm.api.arrow.ArrowColumns#exportStream} makes
 * one of a result.
 */
public final class ArrowStreams {
    private ArrowStreams() {}

    /**
     * Returns a module with the rows of a stream: {@code database.createModule("t",
     * table(address))} makes the table t. The stream is read to its end now, and released. Values
     * are those that {@code read_arrow} gives.
     *
     * @param address the address of an ArrowArrayStream, for example
     *     {@code ArrowArrayStream.memoryAddress()} of Arrow's library for Java
     * @throws org.sqlvm.api.SqlvmException if the stream fails, or has a type that cannot be read
     */
    public static TableModule table(long address) {
        return StreamTable.read(address);
    }
}
