package org.sqlvm.warm;

import org.sqlvm.columns.Descriptor;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;

/** The connection of a client, whose other end the thin client has. */
final class Client {
    static final int INTERRUPT = 2;
    static final int HANG_UP = 1;
    /** The client itself has ended. */
    static final int GONE = 0;
    /** The exit code of a process that a signal has ended, less the signal's number. */
    static final int SIGNALLED = 128;

    /** Questions, whether a program may use the terminal, and their answers. */
    static final byte READS = 'R';

    static final byte WRITES = 'W';
    static final int MAY_READ = 'G';
    static final int MAY_NOT_READ = 'X';
    static final int MAY_WRITE = 'w';

    private static final byte ACCEPTED = 'A';
    private static final byte REFUSED = 'N';
    private static final byte ENDED = 'E';
    private static final byte HANDLED = 'I';
    private static final byte SUSPENDED = 'Z';

    private final Descriptor socket;
    private final AtomicBoolean isAnswered = new AtomicBoolean();

    Client(Descriptor socket) {
        this.socket = socket;
    }

    /** Returns whether the client's process is of a user. */
    boolean isOf(int user) throws IOException {
        return socket.peerUser() == user;
    }

    void accept() throws IOException {
        socket.send(new byte[] {ACCEPTED}, List.of());
    }

    /** The program has taken a signal, and goes on. */
    void handled() {
        tell(HANDLED);
    }

    /** @param question READS or WRITES */
    void ask(byte question) {
        tell(question);
    }

    /** The client is to stop. */
    void suspend() {
        tell(SUSPENDED);
    }

    private void tell(byte letter) {
        try {
            socket.send(new byte[] {letter}, List.of());
        } catch (IOException e) {
            // It has gone, which ends the program.
        }
    }

    /** The client is to run its program in a process of its own. */
    void refuse() {
        answer(new byte[] {REFUSED});
    }

    /** Sends the exit code, once. */
    void end(int code) {
        answer(ByteBuffer.allocate(1 + Integer.BYTES)
                .order(ByteOrder.nativeOrder())
                .put(ENDED)
                .putInt(code)
                .array());
    }

    private void answer(byte[] bytes) {
        if (!isAnswered.compareAndSet(false, true)) {
            return;
        }
        try {
            socket.send(bytes, List.of());
        } catch (IOException e) {
            // It has gone.
        }
    }

    /** Waits for a signal's number or an answer of the client; returns it, or GONE. */
    int next() {
        ByteBuffer one = ByteBuffer.allocate(1);
        try {
            return socket.read(one) < 0 ? GONE : one.get(0);
        } catch (IOException e) {
            return GONE;
        }
    }

    /** Nothing more comes: who waits gets GONE. */
    void shutdown() {
        socket.shutdown();
    }
}
