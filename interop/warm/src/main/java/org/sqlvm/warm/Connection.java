package org.sqlvm.warm;

import org.sqlvm.columns.Descriptor;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/**
 * A client that is served: its streams, the thread that runs its program, and how the program ends.
 *
 * <p>Memory may be too full for that thread to say so when it fails, and a program may go on after
 * it has been told to end. So another thread looks after all connections: no client waits for what
 * will not come.
 */
final class Connection {
    /** The client of a program that has been told to end waits so long for it. */
    private static final Duration ANSWER_MAX = Duration.ofSeconds(2);

    /** A program that has been told to end is given so long before the process retires. */
    static final Duration END_MAX = Duration.ofSeconds(10);

    private final Descriptor socket;
    private final Client client;
    private final List<Descriptor> streams = new ArrayList<>();

    /** Null before it has been started. */
    private volatile Thread thread;

    /** Null before it is there. */
    private volatile Program program;

    /** Null unless the program has been told to end, or has come to its end. */
    private volatile Ending ending;

    private record Ending(int code, long sinceNs) {}

    Connection(Descriptor socket) {
        this.socket = socket;
        this.client = new Client(socket);
    }

    Client client() {
        return client;
    }

    /** Receives the client's request, with its streams. */
    Request receive() throws IOException {
        return Request.receive(socket, streams);
    }

    Program program() {
        return program;
    }

    void setProgram(Program begun) {
        program = begun;
    }

    /** @param server the thread that serves it; not started yet */
    void start(Thread server) {
        server.start();
        thread = server;
    }

    /** The program is to end; unless it has been told so before. */
    void end(int code) {
        if (ending == null) {
            ending = new Ending(code, System.nanoTime());
        }
    }

    boolean isEnding() {
        return ending != null;
    }

    /** Answers a client that has waited too long; returns whether its program has not ended. */
    boolean isOverdue() {
        Ending known = ending;
        if (known == null) {
            return false;
        }
        long waitedNs = System.nanoTime() - known.sinceNs;
        if (waitedNs > ANSWER_MAX.toNanos()) {
            client.end(known.code);
        }
        return waitedNs > END_MAX.toNanos();
    }

    /** Whether the thread has ended without closing the connection. */
    boolean isLost() {
        Thread known = thread;
        return known != null && !known.isAlive();
    }

    /** Closes what a lost thread has left open; its client ends. */
    void closeLost() {
        if (program != null) {
            Ending known = ending;
            client.end(known == null ? 1 : known.code);
        }
        closeStreams();
        closeSocket();
    }

    void closeStreams() {
        streams.forEach(Connection::close);
    }

    void closeSocket() {
        close(socket);
    }

    static void close(Descriptor descriptor) {
        try {
            descriptor.close();
        } catch (IOException e) {
            // The client's file could not take all, as in a process of its own.
        }
    }
}
