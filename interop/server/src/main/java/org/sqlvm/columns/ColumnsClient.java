package org.sqlvm.columns;

import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;

/**
 * A session with a server on this machine that sends results as streams of Apache Arrow, in memory
 * files or through pipes. Requires Linux and {@code --enable-native-access}.
 *
 * <pre>{@code
 * try (ColumnsClient client = ColumnsClient.connect(Path.of("/run/shop/columns"));
 *         ColumnsResult result = client.query("SELECT * FROM parts WHERE id > ?", 5L)) {
 *     MemorySegment stream = result.segment();
 *     …
 * }
 * }</pre>
 *
 * <p>One thread at a time. {@link #close} from another thread ends what runs.
 */
public final class ColumnsClient implements AutoCloseable {
    private static final int ANSWER_MAX = 16 << 20;

    private final Descriptor socket;
    /** The stream of a pipe that has not been read to its end; null if there is none. */
    private PipeStream open;

    private ColumnsClient(Descriptor socket) {
        this.socket = socket;
    }

    /**
     * Opens a session.
     *
     * @throws UnsupportedOperationException if this is not Linux
     */
    public static ColumnsClient connect(Path socket) throws IOException {
        return new ColumnsClient(Descriptor.connect(socket.toString()));
    }

    /**
     * Runs a query, whose result comes as a memory file.
     *
     * @param values Long, Double, String, byte[] or null, by position
     * @throws ColumnsException for an error of the statement
     */
    public ColumnsResult query(String sql, Object... values) throws IOException {
        ask(ColumnsRequest.Mode.MEMORY, sql, values);
        List<Descriptor> descriptors = new ArrayList<>();
        switch (answer(descriptors)) {
            case ColumnsAnswer.Memory memory -> {
                return new ColumnsResult(one(descriptors), memory.rowCount());
            }
            case ColumnsAnswer.Done _ ->
                throw new IllegalArgumentException("the statement gives no rows: " + sql);
            case ColumnsAnswer other -> {
                Descriptor.closeAll(descriptors);
                throw new IOException("unexpected answer " + other);
            }
        }
    }

    /** Runs a query with values by the names of their parameters. */
    public ColumnsResult query(String sql, Map<String, Object> values) throws IOException {
        List<String> names = new ArrayList<>(values.keySet());
        List<Object> all = new ArrayList<>(values.values());
        send(new ColumnsRequest(ColumnsRequest.Mode.MEMORY, sql, names, all));
        List<Descriptor> descriptors = new ArrayList<>();
        if (answer(descriptors) instanceof ColumnsAnswer.Memory memory) {
            return new ColumnsResult(one(descriptors), memory.rowCount());
        }
        Descriptor.closeAll(descriptors);
        throw new IllegalArgumentException("the statement gives no rows: " + sql);
    }

    /**
     * Runs a query, whose result comes through a pipe while it is computed. Its end is the end of
     * the rows; an error of the query is thrown where it would be.
     */
    public InputStream stream(String sql, Object... values) throws IOException {
        ask(ColumnsRequest.Mode.PIPE, sql, values);
        List<Descriptor> descriptors = new ArrayList<>();
        ColumnsAnswer answer = answer(descriptors);
        if (answer instanceof ColumnsAnswer.Pipe) {
            open = new PipeStream(one(descriptors));
            return open;
        }
        Descriptor.closeAll(descriptors);
        throw new IllegalArgumentException("the statement gives no rows: " + sql);
    }

    /**
     * Runs a statement that returns no rows.
     *
     * @return the number of rows that it has changed
     */
    public long execute(String sql, Object... values) throws IOException {
        ask(ColumnsRequest.Mode.MEMORY, sql, values);
        List<Descriptor> descriptors = new ArrayList<>();
        ColumnsAnswer answer = answer(descriptors);
        Descriptor.closeAll(descriptors);
        return answer instanceof ColumnsAnswer.Done done ? done.count() : 0;
    }

    private void ask(ColumnsRequest.Mode mode, String sql, Object... values) throws IOException {
        List<Object> all = new ArrayList<>();
        Collections.addAll(all, values);
        send(new ColumnsRequest(mode, sql, Collections.nCopies(all.size(), ""), all));
    }

    private void send(ColumnsRequest request) throws IOException {
        if (open != null) {
            throw new IllegalStateException("a stream has not been read to its end, or closed");
        }
        try {
            socket.send(request.encode(), List.of());
        } catch (IOException gone) {
            throw reason(gone);
        }
    }

    /** A server that has ended the connection may have said why before. */
    private IOException reason(IOException gone) {
        List<Descriptor> descriptors = new ArrayList<>();
        try {
            answer(descriptors);
            Descriptor.closeAll(descriptors);
        } catch (ColumnsException said) {
            return said;
        } catch (IOException nothing) {
            gone.addSuppressed(nothing);
        }
        return gone;
    }

    /** The next answer. One of an error is thrown. */
    private ColumnsAnswer answer(List<Descriptor> descriptors) throws IOException {
        ByteBuffer length = ByteBuffer.allocate(Integer.BYTES).order(ByteOrder.LITTLE_ENDIAN);
        if (!socket.readFully(length, descriptors)) {
            throw new EOFException("the server has gone");
        }
        int size = length.getInt(0);
        if (size < 1 || size > ANSWER_MAX) {
            throw new IOException("an answer of " + size + " bytes");
        }
        ByteBuffer content = ByteBuffer.allocate(size);
        if (!socket.readFully(content, descriptors)) {
            throw new EOFException("the server has gone");
        }
        ColumnsAnswer answer = ColumnsAnswer.decode(content.array());
        if (answer instanceof ColumnsAnswer.Failure failure) {
            Descriptor.closeAll(descriptors);
            throw new ColumnsException(failure);
        }
        return answer;
    }

    private static Descriptor one(List<Descriptor> descriptors) throws IOException {
        if (descriptors.size() != 1) {
            Descriptor.closeAll(descriptors);
            throw new IOException("an answer with " + descriptors.size() + " descriptors");
        }
        return descriptors.getFirst();
    }

    /** Ends the session, and what runs in it. */
    @Override
    public void close() throws IOException {
        socket.shutdown();
        socket.close();
    }

    /** The stream that comes through a pipe, followed by the answer whether it is complete. */
    private final class PipeStream extends InputStream {
        private static final int SIZE = 64 << 10;

        private final Descriptor pipe;
        private final ByteBuffer buffer = ByteBuffer.allocateDirect(SIZE).flip();
        private boolean hasEnded;

        PipeStream(Descriptor pipe) {
            this.pipe = pipe;
        }

        private boolean fill() throws IOException {
            if (hasEnded) {
                return false;
            }
            buffer.clear();
            int count = pipe.read(buffer);
            buffer.flip();
            if (count < 0) {
                end();
                return false;
            }
            return true;
        }

        private void end() throws IOException {
            hasEnded = true;
            open = null;
            pipe.close();
            answer(new ArrayList<>());
        }

        @Override
        public int read() throws IOException {
            return buffer.hasRemaining() || fill() ? buffer.get() & 0xff : -1;
        }

        @Override
        public int read(byte[] target, int offset, int length) throws IOException {
            if (length == 0) {
                return 0;
            }
            if (!buffer.hasRemaining() && !fill()) {
                return -1;
            }
            int count = Math.min(length, buffer.remaining());
            buffer.get(target, offset, count);
            return count;
        }

        /** Closes the pipe; the server stops computing rows that have not been read. */
        @Override
        public void close() throws IOException {
            if (!hasEnded) {
                try {
                    end();
                } catch (ColumnsException e) {
                    // The error that the pipe has no reader, which this method intends.
                    assert hasEnded : e;
                }
            }
        }
    }
}
