package org.sqlvm.server.client;

import org.sqlvm.api.Column;
import org.sqlvm.api.RowBatch;
import org.sqlvm.api.SqlvmException;
import org.sqlvm.columns.Descriptor;
import org.sqlvm.server.client.NativeMessages.Backend;
import org.sqlvm.server.message.MessageWriter;
import org.sqlvm.server.rows.ArrowSink;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;

/**
 * A result as a stream of Arrow in a memory file, which a client of the same user opens by the
 * number of its descriptor in this process. The file is there until the client's next group of
 * messages.
 */
final class MemoryResult implements AutoCloseable {
    private static final int TOO_BIG = 18;
    private static final int IO_ERROR = 10;

    private static final int BUFFER_SIZE = 1 << 18;

    /** Whether this process can make memory files: it may lack the right to call the system. */
    static final boolean ARE_THERE = areThere();

    /** Null if there is none. */
    private Descriptor file;

    private ArrowSink sink;

    private static boolean areThere() {
        if (!Descriptor.isSupported()) {
            return false;
        }
        try {
            Descriptor.memoryFile("sqlvm").close();
            return true;
        } catch (IOException | LinkageError e) {
            return false;
        }
    }

    /** Makes the file. */
    void begin(List<Column> columns) {
        close();
        if (!ARE_THERE) {
            throw new SqlvmException("there are no memory files here", IO_ERROR, -1, null);
        }
        try {
            file = Descriptor.memoryFile("sqlvm");
        } catch (IOException e) {
            throw failure(e);
        }
        sink = new ArrowSink(columns, file, BUFFER_SIZE);
        sink.begin();
    }

    void add(RowBatch batch) {
        write(() -> sink.write(batch, 0, batch.rowCount()));
    }

    /** @param rowsMax the most rows of a result */
    void end(long rowsMax) {
        write(sink::end);
        if (sink.rowCount() > rowsMax) {
            throw new SqlvmException(
                    "a result has more than " + rowsMax + " rows", TOO_BIG, -1, null);
        }
        try {
            file.seal();
        } catch (IOException e) {
            throw failure(e);
        }
    }

    private static void write(Runnable work) {
        try {
            work.run();
        } catch (UncheckedIOException e) {
            throw failure(e.getCause());
        }
    }

    private static SqlvmException failure(IOException error) {
        return new SqlvmException(
                "cannot write a memory file: " + error.getMessage(), IO_ERROR, -1, error);
    }

    /** Tells the client which file it is. */
    void answer(MessageWriter out) {
        out.begin(Backend.MEMORY_FILE)
                .writeInt(file.number())
                .writeLong(sink.rowCount())
                .end();
    }

    @Override
    public void close() {
        Descriptor old = file;
        file = null;
        sink = null;
        if (old != null) {
            try {
                old.close();
            } catch (IOException e) {
                throw failure(e);
            }
        }
    }
}
