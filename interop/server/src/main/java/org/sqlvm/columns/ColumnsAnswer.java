package org.sqlvm.columns;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/** An answer of the socket of columns; its form is in docs/internals/columns-socket.md. */
public sealed interface ColumnsAnswer {
    /**
     * The request has failed.
     *
     * @param code SQLite's result code
     * @param offset the index of the first wrong character in the text; -1 if it is not known
     * @param state the SQLState, of five characters
     */
    record Failure(int code, int offset, String state, String message) implements ColumnsAnswer {}

    /** The result is in a memory file, whose descriptor comes with this answer. */
    record Memory(long rowCount) implements ColumnsAnswer {}

    /** A pipe comes with it; another answer follows when the stream has ended. */
    record Pipe() implements ColumnsAnswer {}

    /**
     * The request is complete; no descriptor comes with this answer.
     *
     * @param count the number of rows that were sent through a pipe, or that were changed
     */
    record Done(long count) implements ColumnsAnswer {}

    private static ByteBuffer buffer(int kind, int size) {
        return ByteBuffer.allocate(Integer.BYTES + 1 + size)
                .order(ByteOrder.LITTLE_ENDIAN)
                .putInt(1 + size)
                .put((byte) kind);
    }

    /** The answer with its length before it. */
    default byte[] encode() {
        return switch (this) {
            case Failure failure -> {
                byte[] text = failure.message.getBytes(UTF_8);
                yield buffer(0, 2 * Integer.BYTES + 5 + text.length)
                        .putInt(failure.code)
                        .putInt(failure.offset)
                        .put(failure.state.getBytes(US_ASCII), 0, 5)
                        .put(text)
                        .array();
            }
            case Memory memory -> buffer(1, Long.BYTES).putLong(memory.rowCount).array();
            case Pipe _ -> buffer(2, 0).array();
            case Done done -> buffer(3, Long.BYTES).putLong(done.count).array();
        };
    }

    /**
     * Reads an answer.
     *
     * @param bytes without the length before them
     * @throws IOException if it is none
     */
    static ColumnsAnswer decode(byte[] bytes) throws IOException {
        ByteBuffer in = ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
        try {
            int kind = in.get();
            return switch (kind) {
                case 0 -> {
                    int code = in.getInt();
                    int offset = in.getInt();
                    byte[] state = new byte[5];
                    in.get(state);
                    String message = UTF_8.decode(in).toString();
                    yield new Failure(code, offset, new String(state, US_ASCII), message);
                }
                case 1 -> new Memory(in.getLong());
                case 2 -> new Pipe();
                case 3 -> new Done(in.getLong());
                default -> throw new IOException("unknown answer " + kind);
            };
        } catch (BufferUnderflowException e) {
            throw new IOException("the answer is shorter than it says", e);
        }
    }
}
