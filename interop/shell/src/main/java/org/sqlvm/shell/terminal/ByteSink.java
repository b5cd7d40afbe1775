package org.sqlvm.shell.terminal;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;

/**
 * A buffered destination of bytes. Text of the database passes through as the bytes it is, valid
 * UTF-8 or not, so nothing here is a {@link java.io.Writer}.
 */
public final class ByteSink {
    /** 64 KiB: one write call for about a thousand rows. */
    private static final int BLOCK_SIZE = 1 << 16;

    private final OutputStream target;
    private final byte[] block = new byte[BLOCK_SIZE];
    private int size;
    private Runnable beforeWriting = () -> {};

    public ByteSink(OutputStream target) {
        this.target = target;
    }

    /** Called before bytes go to the target. */
    void beforeWriting(Runnable action) {
        beforeWriting = action;
    }

    public ByteSink put(int value) {
        if (size == BLOCK_SIZE) {
            drain();
        }
        block[size++] = (byte) value;
        return this;
    }

    public ByteSink put(byte[] bytes) {
        return put(bytes, 0, bytes.length);
    }

    public ByteSink put(byte[] bytes, int offset, int length) {
        if (length > BLOCK_SIZE - size) {
            drain();
            if (length > BLOCK_SIZE) {
                write(bytes, offset, length);
                return this;
            }
        }
        System.arraycopy(bytes, offset, block, size, length);
        size += length;
        return this;
    }

    public ByteSink put(String text) {
        return put(text.getBytes(StandardCharsets.UTF_8));
    }

    public ByteSink repeat(int value, int count) {
        for (int i = 0; i < count; i++) {
            put(value);
        }
        return this;
    }

    public ByteSink repeat(byte[] bytes, int count) {
        for (int i = 0; i < count; i++) {
            put(bytes);
        }
        return this;
    }

    public ByteSink line(String text) {
        return put(text).put('\n');
    }

    public void flush() {
        drain();
        try {
            target.flush();
        } catch (IOException e) {
            throw brokenPipe(e);
        }
    }

    void close() {
        flush();
        try {
            target.close();
        } catch (IOException e) {
            throw brokenPipe(e);
        }
    }

    private void drain() {
        int length = size;
        size = 0;
        write(block, 0, length);
    }

    private void write(byte[] bytes, int offset, int length) {
        if (length == 0) {
            return;
        }
        beforeWriting.run();
        try {
            target.write(bytes, offset, length);
        } catch (IOException e) {
            throw brokenPipe(e);
        }
    }

    /** The reader of our output is gone: end without a word, as the signal SIGPIPE ends sqlite3. */
    private static ShellExit brokenPipe(IOException e) {
        return new ShellExit(ShellExit.BROKEN_PIPE, e);
    }
}
