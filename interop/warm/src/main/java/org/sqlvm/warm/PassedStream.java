package org.sqlvm.warm;

import org.sqlvm.columns.Descriptor;

import java.io.IOException;
import java.io.InputStream;
import java.io.InterruptedIOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * A standard stream of a client, by the descriptor that the client has passed: its position, its
 * kind and its other readers are the client's. A program that is ended does not wait in it.
 */
final class PassedStream {
    /** The time after which a waiting program looks whether it has been ended. */
    private static final int LOOK_MS = 100;

    /** PIPE_BUF: the bytes that a writable pipe takes without waiting. */
    private static final int PIPE_BLOCK = 4096;

    private final Descriptor descriptor;
    private final boolean isRegular;
    private volatile boolean isEnded;

    PassedStream(Descriptor descriptor) {
        this.descriptor = descriptor;
        isRegular = Files.isRegularFile(path());
    }

    /** The name by which the system opens the same pipe, terminal or file again. */
    Path path() {
        return Path.of("/proc/self/fd/" + descriptor.number());
    }

    boolean isRegular() {
        return isRegular;
    }

    /** Reads and writes fail from now on. */
    void end() {
        isEnded = true;
    }

    private void check() throws InterruptedIOException {
        if (isEnded) {
            throw new InterruptedIOException("the program has been ended");
        }
    }

    private int read(byte[] target, int offset, int count) throws IOException {
        do {
            check();
        } while (!isRegular && !descriptor.awaitReadable(LOOK_MS));
        return descriptor.read(ByteBuffer.wrap(target, offset, count));
    }

    private void write(byte[] source, int offset, int count) throws IOException {
        ByteBuffer bytes = ByteBuffer.wrap(source, offset, count);
        int end = offset + count;
        while (bytes.position() < end) {
            do {
                check();
            } while (!isRegular && !descriptor.awaitWritable(LOOK_MS));
            bytes.limit(isRegular ? end : Math.min(end, bytes.position() + PIPE_BLOCK));
            descriptor.write(bytes);
        }
    }

    InputStream input() {
        return new InputStream() {
            @Override
            public int read() throws IOException {
                byte[] one = new byte[1];
                return read(one, 0, 1) < 0 ? -1 : one[0] & 0xFF;
            }

            @Override
            public int read(byte[] target, int offset, int count) throws IOException {
                return PassedStream.this.read(target, offset, count);
            }
        };
    }

    OutputStream output() {
        return new OutputStream() {
            @Override
            public void write(int value) throws IOException {
                write(new byte[] {(byte) value}, 0, 1);
            }

            @Override
            public void write(byte[] source, int offset, int count) throws IOException {
                PassedStream.this.write(source, offset, count);
            }
        };
    }
}
