package org.sqlvm.server.columns;

import org.sqlvm.columns.Descriptor;
import org.sqlvm.server.net.UnixSocket;
import org.sqlvm.server.session.Clients;
import org.sqlvm.server.session.Door;

import java.io.IOException;
import java.nio.file.Path;

/** Results as columns at a Unix socket, for processes of the same user. */
public final class ColumnsDoor implements Door, Runnable {
    /** After an error such as one of too many files that are open. */
    private static final long PAUSE_MS = 100;

    private final Path path;
    private final Thread thread;
    private UnixSocket file;
    private Descriptor socket;
    private Clients clients;
    private volatile boolean isClosed;

    /** @param path the path of the socket */
    public ColumnsDoor(Path path) {
        this.path = path;
        this.thread = Thread.ofPlatform().name("sqlvm-columns-listener").unstarted(this);
    }

    @Override
    public void open(Clients all) throws IOException {
        Descriptor.checkSupported();
        clients = all;
        UnixSocket place = UnixSocket.at(path);
        place.makeWay();
        socket = Descriptor.listen(path.toString());
        file = place;
        file.bound(false);
    }

    @Override
    public void start() {
        thread.start();
    }

    public Path path() {
        return path;
    }

    @Override
    public String announcement() {
        return "gives columns at " + path;
    }

    @Override
    public void run() {
        while (!isClosed) {
            try {
                accept();
            } catch (IOException e) {
                if (!isClosed) {
                    log("cannot accept a connection: " + e.getMessage());
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
                String name = System.getProperty("user.name");
                clients.add(id -> new ColumnsSession(clients, id, client, name));
                isTaken = true;
            } else {
                log("refused a process of user " + user + " at the socket of columns");
            }
        } finally {
            if (!isTaken) {
                client.close();
            }
        }
    }

    private void log(String line) {
        clients.settings().log().accept(line);
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
        if (socket == null) {
            return;
        }
        isClosed = true;
        socket.shutdown();
        try {
            thread.join();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        socket.close();
        if (file != null) {
            file.delete();
        }
    }
}
