package org.sqlvm.server.columns;

import org.sqlvm.api.Column;
import org.sqlvm.columns.ColumnsAnswer;
import org.sqlvm.columns.ColumnsRequest.Mode;
import org.sqlvm.columns.Descriptor;
import org.sqlvm.server.request.ResultTarget;
import org.sqlvm.server.rows.ArrowSink;
import org.sqlvm.server.rows.CopyWriter;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.WritableByteChannel;
import java.util.List;

/**
 * The destination of the rows of one request: a memory file, or a pipe whose other end is sent to
 * the client.
 */
final class ColumnsTarget implements ResultTarget, WritableByteChannel {
    /**
     * The largest pipe that Linux allows every user. A large pipe lets a reader that alternates
     * with the server read more at once.
     */
    private static final int PIPE_SIZE = 1 << 20;

    private static final long NEVER = Long.MAX_VALUE;

    private final Descriptor socket;
    private final int bufferSize;
    private Mode mode;
    /** The file or pipe that the stream is written to; null if there are no rows. */
    private Descriptor target;

    private ColumnsAnswer result = new ColumnsAnswer.Done(0);
    private long byteCount;
    /** By {@link System#nanoTime}: since when a pipe has no room; NEVER if it has. */
    private volatile long waitsSince = NEVER;

    /** @param bufferSize bytes that are written at a time */
    ColumnsTarget(Descriptor socket, int bufferSize) {
        this.bufferSize = bufferSize;
        this.socket = socket;
    }

    /**
     * How long the client has read nothing of a pipe, in nanoseconds.
     *
     * @param now by {@link System#nanoTime}
     */
    long waitingTime(long now) {
        long since = waitsSince;
        return since == NEVER ? 0 : now - since;
    }

    void begin(Mode wanted) {
        mode = wanted;
    }

    /** Returns the answer to the client after the statements have run. */
    ColumnsAnswer result() {
        return result;
    }

    /** Returns the size of the stream in bytes. */
    long byteCount() {
        return byteCount;
    }

    @Override
    public void changed(long count) {
        result = new ColumnsAnswer.Done(count);
    }

    @Override
    public CopyWriter rows(List<Column> columns) {
        try {
            if (mode == Mode.MEMORY) {
                target = Descriptor.memoryFile("sqlvm");
            } else {
                openPipe();
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return new ArrowSink(columns, this, bufferSize) {
            @Override
            public void end() {
                super.end();
                result = mode == Mode.MEMORY
                        ? new ColumnsAnswer.Memory(rowCount())
                        : new ColumnsAnswer.Done(rowCount());
            }
        };
    }

    /** The end that is read goes to the client at once, and is not kept here. */
    private void openPipe() throws IOException {
        List<Descriptor> ends = Descriptor.pipe();
        target = ends.getLast();
        try (Descriptor read = ends.getFirst()) {
            target.setNonBlocking();
            target.setPipeSize(PIPE_SIZE);
            socket.send(new ColumnsAnswer.Pipe().encode(), List.of(read));
        }
    }

    @Override
    public int write(ByteBuffer source) throws IOException {
        int count = source.remaining();
        if (mode == Mode.PIPE) {
            waitsSince = System.nanoTime();
            boolean isThere = target.writeWhile(source, socket);
            waitsSince = NEVER;
            if (!isThere) {
                throw new IOException("the client has gone");
            }
        } else {
            while (source.hasRemaining()) {
                target.write(source);
            }
        }
        byteCount += count;
        return count;
    }

    /** Sends the client the outcome. */
    void answer(ColumnsAnswer last) throws IOException {
        if (mode == Mode.PIPE && target != null) {
            // The end of the stream comes before the answer.
            target.close();
        }
        if (last instanceof ColumnsAnswer.Memory) {
            target.seal();
            socket.send(last.encode(), List.of(target));
        } else {
            socket.send(last.encode(), List.of());
        }
    }

    @Override
    public boolean isOpen() {
        return true;
    }

    @Override
    public void close() throws IOException {
        if (target != null) {
            target.close();
        }
    }
}
