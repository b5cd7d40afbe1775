package org.sqlvm.server.session;

import org.sqlvm.api.Database;
import org.sqlvm.server.error.ServerError;
import org.sqlvm.server.error.SqlState;
import org.sqlvm.server.settings.ServerSettings;

import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.IntFunction;

/** All clients that are connected. */
public final class Clients {
    /** Connections that have not logged in yet, beside the sessions that are allowed. */
    private static final int LOGINS_MAX = 50;

    /** The interval of the checks for clients that are idle or logging in for too long. */
    public static final long TIME_CHECK_MS = 200;

    /** The interval of the checks for files that no session uses any more. */
    private static final long FILES_CHECK_MS = 2_000;

    private final ServerSettings settings;
    private final ConcurrentMap<Integer, ClientConnection> clients = new ConcurrentHashMap<>();
    private final AtomicInteger lastId = new AtomicInteger();

    /** When those that have not logged in by then are ended, by their numbers. */
    private final ConcurrentMap<Integer, Long> loginDeadlines = new ConcurrentHashMap<>();

    /** Looks whether clients are still there; goes on while the server ends. */
    private final ScheduledThreadPoolExecutor watcher = new ScheduledThreadPoolExecutor(
            1, Thread.ofPlatform().name("sqlvm-server-watcher").daemon().factory());

    private final Counters counters = new Counters();
    /** Null if the server has one file. */
    private final RestingFiles files;

    private volatile boolean isClosed;

    public Clients(ServerSettings settings) {
        this.settings = settings;
        this.files = settings.areFilesNamed() ? new RestingFiles(settings) : null;
        watcher.setRemoveOnCancelPolicy(true);
        every(TIME_CHECK_MS, this::checkTimes);
        if (files != null) {
            every(FILES_CHECK_MS, () -> files.look(System.nanoTime()));
        }
    }

    /** A session leaves the file that it has named; its connection is still open. */
    public void leaveFile(Database database) {
        files.leave(database);
    }

    public ServerSettings settings() {
        return settings;
    }

    public int count() {
        return clients.size();
    }

    public Counters counters() {
        return counters;
    }

    /** Returns the counters of all clients, as lines of text in the format of OpenMetrics. */
    public String metrics() {
        return counters.metrics(count());
    }

    /**
     * Sets the time, from now on, in which a client must log in, or its connection is closed.
     * Replaces the client's earlier deadline.
     */
    public void expect(ClientConnection client, Duration time) {
        loginDeadlines.put(client.processId(), System.nanoTime() + time.toNanos());
    }

    /** Whether others find room though clients stay that do nothing. */
    public boolean haveRoom() {
        return clients.size() <= settings.limits().sessionsMax();
    }

    /** Returns the activities of the clients that have logged in. */
    public List<Activity> activities() {
        return clients.values().stream()
                .map(ClientConnection::activity)
                .filter(Objects::nonNull)
                .toList();
    }

    /** Returns all clients that are connected. */
    public Collection<ClientConnection> connections() {
        return clients.values();
    }

    /** Returns the client with a number; null if there is none. */
    public ClientConnection connection(int processId) {
        return clients.get(processId);
    }

    /** A number for a client that enters by itself. */
    public int nextId() {
        return lastId.incrementAndGet();
    }

    /** A client comes that has no connection of its own, and has been let in. */
    public void enter(ClientConnection client) {
        clients.put(client.processId(), client);
    }

    private void checkTimes() {
        long now = System.nanoTime();
        clients.values().forEach(client -> {
            checkLogin(client, now);
            client.checkTime(now);
        });
    }

    private void checkLogin(ClientConnection client, long now) {
        Long deadline = loginDeadlines.get(client.processId());
        if (deadline != null && deadline - now <= 0) {
            loginDeadlines.remove(client.processId());
            if (!client.isLoggedIn()) {
                client.kill();
            }
        }
    }

    /** Does something again and again, until the result is cancelled. */
    public ScheduledFuture<?> every(long millis, Runnable action) {
        return watcher.scheduleWithFixedDelay(action, millis, millis, TimeUnit.MILLISECONDS);
    }

    /**
     * Takes a client that has connected, and starts it unless there are too many.
     *
     * @param maker makes its connection, given its number
     */
    public void add(IntFunction<ClientConnection> maker) {
        int id = nextId();
        ClientConnection client = maker.apply(id);
        if (clients.size() >= settings.limits().sessionsMax() + LOGINS_MAX) {
            settings.log().accept("refused a connection: there are too many");
            counters.refused().increment();
            client.kill();
            return;
        }
        expect(client, settings.times().login());
        clients.put(id, client);
        client.start();
        if (isClosed) {
            client.end();
        }
    }

    public void remove(ClientConnection client) {
        clients.remove(client.processId());
        loginDeadlines.remove(client.processId());
    }

    /** Refuses a session that would be one too many. */
    public void checkRoom() {
        long sessions =
                clients.values().stream().filter(ClientConnection::isLoggedIn).count();
        if (sessions >= settings.limits().sessionsMax()) {
            counters.refused().increment();
            throw ServerError.fatal(
                    SqlState.TOO_MANY_CONNECTIONS, "sorry, too many clients already");
        }
    }

    /**
     * Cancels a session's statement; has no effect if there is no such session or the key is wrong.
     */
    public void cancel(int processId, int secret) {
        ClientConnection client = clients.get(processId);
        if (client != null && client.hasSecret(secret)) {
            client.cancel();
        }
    }

    /** Lets those end that run a statement, then interrupts them. */
    public void close(Duration patience) throws InterruptedException {
        isClosed = true;
        List<ClientConnection> all = List.copyOf(clients.values());
        all.forEach(ClientConnection::end);
        join(all, patience);
        List<ClientConnection> rest = List.copyOf(clients.values());
        if (!rest.isEmpty()) {
            settings.log().accept("interrupts " + rest.size() + " sessions");
            rest.forEach(ClientConnection::cancel);
            join(rest, Duration.ofSeconds(1));
            rest.forEach(ClientConnection::kill);
            join(rest, Duration.ofSeconds(1));
        }
        watcher.shutdownNow();
        if (files != null) {
            files.close();
        }
    }

    private static void join(List<ClientConnection> all, Duration patience)
            throws InterruptedException {
        long deadline = System.nanoTime() + patience.toNanos();
        for (ClientConnection client : all) {
            client.join(TimeUnit.NANOSECONDS.toMillis(deadline - System.nanoTime()));
        }
    }
}
