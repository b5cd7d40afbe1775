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
    /** The exit code of a process that a signal has ended, less the signal's number. */
    static final int SIGNALLED = 128;

    private static final byte ACCEPTED = 'A';
    private static final byte REFUSED = 'N';
    private static final byte ENDED = 'E';

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

    /** Waits for a signal that the client forwards; returns its number, HANG_UP if it has gone. */
    int awaitSignal() {
        ByteBuffer one = ByteBuffer.allocate(1);
        try {
            return socket.read(one) < 0 ? HANG_UP : one.get(0);
        } catch (IOException e) {
            return HANG_UP;
        }
    }

    /** No more signals: who awaits one gets HANG_UP. */
    void shutdown() {
        socket.shutdown();
    }
}
