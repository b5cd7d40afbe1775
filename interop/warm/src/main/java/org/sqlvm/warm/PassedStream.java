package org.sqlvm.warm;

import org.sqlvm.columns.Descriptor;
import org.sqlvm.language.HostSignals;

import java.io.IOException;
import java.io.InputStream;
import java.io.InterruptedIOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;

/**
 * A standard stream of a client, by the descriptor that the client has passed: its position, its
 * kind and its other readers are the client's. A program that is ended does not wait in it.
 */
final class PassedStream {
    /** The time after which a waiting program looks whether it has been ended. */
    private static final int LOOK_MS = 100;

    /** PIPE_BUF: the bytes that a writable pipe takes without waiting. */
    private static final int PIPE_BLOCK = 4096;

    private static final String POSITION = "pos:";

    private final Descriptor descriptor;
    private final Turns reads;
    private final Turns writes;
    private final boolean isRegular;
    private volatile boolean isEnded;

    /** @param reads those of a terminal, as {@code writes} */
    PassedStream(Descriptor descriptor, Turns reads, Turns writes) {
        this.descriptor = descriptor;
        this.reads = reads;
        this.writes = writes;
        isRegular = Files.isRegularFile(path());
    }

    PassedStream(Descriptor descriptor) {
        this(descriptor, Turns.FREE, Turns.FREE);
    }

    /** The name by which the system opens the same pipe, terminal or file again. */
    Path path() {
        return Path.of("/proc/self/fd/" + descriptor.number());
    }

    boolean isRegular() {
        return isRegular;
    }

    /** Returns the position at which the next byte of a file is read or written. */
    long position() throws IOException {
        Path info = Path.of("/proc/self/fdinfo/" + descriptor.number());
        try (Stream<String> lines = Files.lines(info)) {
            return lines.filter(line -> line.startsWith(POSITION))
                    .mapToLong(line ->
                            Long.parseLong(line.substring(POSITION.length()).strip()))
                    .findFirst()
                    .orElse(0);
        }
    }

    Descriptor descriptor() {
        return descriptor;
    }

    /** Reads and writes fail from now on. */
    void end() {
        isEnded = true;
        reads.end();
        writes.end();
    }

    private void check() throws InterruptedIOException {
        HostSignals.poll();
        if (isEnded) {
            throw new InterruptedIOException("the program has been ended");
        }
    }

    /** Waits for input; returns whether there is some, its end, or the program's end. */
    boolean awaitReadable(int timeoutMs) throws IOException {
        if (isEnded || isRegular) {
            return true;
        }
        // While the client was stopped, another has read what was typed.
        return descriptor.awaitReadable(timeoutMs)
                && reads.awaitRead(timeoutMs)
                && (isEnded || descriptor.awaitReadable(0));
    }

    /** Waits until the client has the terminal, or the program's end. */
    void awaitTurn() throws IOException {
        reads.awaitRead(Integer.MAX_VALUE);
    }

    private int read(byte[] target, int offset, int count) throws IOException {
        do {
            check();
        } while (!awaitReadable(LOOK_MS));
        check();
        return descriptor.read(ByteBuffer.wrap(target, offset, count));
    }

    private void write(byte[] source, int offset, int count) throws IOException {
        ByteBuffer bytes = ByteBuffer.wrap(source, offset, count);
        int end = offset + count;
        while (bytes.position() < end) {
            writes.awaitWrite();
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
