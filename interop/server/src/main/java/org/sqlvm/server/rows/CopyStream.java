package org.sqlvm.server.rows;

import org.sqlvm.server.error.ServerError;
import org.sqlvm.server.error.SqlState;
import org.sqlvm.server.message.MessageReader;
import org.sqlvm.server.message.Messages.Frontend;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Arrays;

/** The bytes that a client sends for COPY … FROM STDIN, in messages of any size. */
public final class CopyStream {
    static final int END = -1;

    private static final byte[] NOTHING = {};
    private static final int ROOM = 64 << 10;

    private final MessageReader in;
    private final int messageSizeMax;
    private byte[] bytes = NOTHING;
    private int position;
    private boolean hasEnded;

    public CopyStream(MessageReader in, int messageSizeMax) {
        this.in = in;
        this.messageSizeMax = messageSizeMax;
    }

    /** The next byte, or END. */
    int read() {
        if (position == bytes.length && !fill()) {
            return END;
        }
        return bytes[position++] & 0xff;
    }

    /** The next byte, which stays the next one; or END. */
    int peek() {
        if (position == bytes.length && !fill()) {
            return END;
        }
        return bytes[position] & 0xff;
    }

    /** Reads as many bytes; false at the end. */
    boolean read(byte[] target, int count) {
        int done = 0;
        while (done < count) {
            if (position == bytes.length && !fill()) {
                return false;
            }
            int part = Math.min(count - done, bytes.length - position);
            System.arraycopy(bytes, position, target, done, part);
            position += part;
            done += part;
        }
        return true;
    }

    /**
     * The next bytes, as many of them; null if there are not. What claims to be long gets its room
     * while it comes.
     */
    byte[] take(int count) {
        byte[] target = new byte[Math.min(count, ROOM)];
        int done = 0;
        while (done < count) {
            if (done == target.length) {
                target = Arrays.copyOf(target, (int) Math.min(2L * done, count));
            }
            if (position == bytes.length && !fill()) {
                return null;
            }
            int part = Math.min(target.length - done, bytes.length - position);
            System.arraycopy(bytes, position, target, done, part);
            position += part;
            done += part;
        }
        return target;
    }

    private boolean fill() {
        while (!hasEnded && position == bytes.length) {
            next();
        }
        return !hasEnded;
    }

    private void next() {
        int kind;
        try {
            kind = in.next(messageSizeMax);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        switch (kind) {
            case Frontend.COPY_DATA -> {
                bytes = in.readBytes(in.remaining());
                position = 0;
            }
            case Frontend.COPY_DONE -> hasEnded = true;
            case Frontend.COPY_FAIL ->
                throw new ServerError(
                        SqlState.QUERY_CANCELED, "COPY from stdin failed: " + in.readString());
            case Frontend.FLUSH, Frontend.SYNC -> {
                // Clients may send them as they do with other statements.
            }
            case MessageReader.END -> throw ServerError.brokenProtocol("the client has gone");
            default ->
                throw ServerError.brokenProtocol(
                        "unexpected message type " + kind + " during COPY from stdin");
        }
    }

    /** Reads over what comes behind the last row. */
    public void skipRest() {
        while (!hasEnded) {
            position = bytes.length;
            fill();
        }
    }
}
