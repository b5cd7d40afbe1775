package org.sqlvm.server;

import org.sqlvm.columns.Descriptor;

import java.io.IOException;
import java.nio.file.Path;
import java.util.function.Consumer;

/** Waits for clients at the socket of columns: processes of the same user. */
final class ColumnsListener implements Runnable, AutoCloseable {
    /** After an error such as one of too many files that are open. */
    private static final long PAUSE_MS = 100;

    private final UnixSocket file;
    private final Descriptor socket;
    private final Clients clients;
    private final Consumer<String> log;
    private final Thread thread;
    private volatile boolean isClosed;

    ColumnsListener(Path path, Clients clients, Consumer<String> log) throws IOException {
        this.clients = clients;
        this.log = log;
        this.file = UnixSocket.at(path);
        file.makeWay();
        this.socket = Descriptor.listen(file.path().toString());
        file.bound(false);
        this.thread = Thread.ofPlatform().name("sqlvm-columns-listener").unstarted(this);
    }

    void start() {
        thread.start();
    }

    Path path() {
        return file.path();
    }

    @Override
    public void run() {
        while (!isClosed) {
            try {
                accept();
            } catch (IOException e) {
                if (!isClosed) {
                    log.accept("cannot accept a connection: " + e.getMessage());
                    pause();
                }
            }
        }
    }

    private void accept() throws IOException {
        Descriptor client = socket.accept();
        boolean isTaken = false;
        try {
            int user = client.peerUser();
            if (user == Descriptor.ownUser()) {
                clients.addColumns(client, System.getProperty("user.name"));
                isTaken = true;
            } else {
                log.accept("refused a process of user " + user + " at the socket of columns");
            }
        } finally {
            if (!isTaken) {
                client.close();
            }
        }
    }

    private static void pause() {
        try {
            Thread.sleep(PAUSE_MS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    @Override
    public void close() throws IOException {
        isClosed = true;
        socket.shutdown();
        try {
            thread.join();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        socket.close();
        file.delete();
    }
}
