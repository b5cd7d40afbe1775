package org.sqlvm.server;

import org.sqlvm.columns.Descriptor;

import java.nio.channels.SocketChannel;
import java.security.SecureRandom;
import java.time.Duration;
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
final class Clients {
    /** Connections that have not logged in yet, beside the sessions that are allowed. */
    private static final int LOGINS_MAX = 50;

    /**
     * How often it is looked whether the server has waited for a client too long, or for its login.
     */
    private static final long TIME_CHECK_MS = 200;

    private final ServerSettings settings;
    private final ConcurrentMap<Integer, ClientConnection> clients = new ConcurrentHashMap<>();
    private final AtomicInteger lastId = new AtomicInteger();
    private final SecureRandom random = new SecureRandom();

    /** When those that have not logged in by then are ended, by their numbers. */
    private final ConcurrentMap<Integer, Long> loginDeadlines = new ConcurrentHashMap<>();

    /** Looks whether clients are still there; goes on while the server ends. */
    private final ScheduledThreadPoolExecutor watcher = new ScheduledThreadPoolExecutor(
            1, Thread.ofPlatform().name("sqlvm-server-watcher").daemon().factory());

    private final Counters counters = new Counters();
    private final RestingSessions resting;
    private volatile boolean isClosed;

    Clients(ServerSettings settings) {
        this.settings = settings;
        this.resting = new RestingSessions(settings);
        watcher.setRemoveOnCancelPolicy(true);
        every(TIME_CHECK_MS, this::checkTimes);
    }

    int count() {
        return clients.size();
    }

    Counters counters() {
        return counters;
    }

    /** Sessions that wait for the next request of their users. */
    RestingSessions resting() {
        return resting;
    }

    /**
     * Ends a client that has not logged in for so long from now on, in place of what was expected
     * of it before.
     */
    void expect(ClientConnection client, Duration time) {
        loginDeadlines.put(client.processId(), System.nanoTime() + time.toNanos());
    }

    /** Whether others find room though clients stay that do nothing. */
    boolean haveRoom() {
        return clients.size() <= settings.sessionsMax();
    }

    /** What those do that have logged in. */
    List<Activity> activities() {
        return clients.values().stream()
                .map(ClientConnection::activity)
                .filter(Objects::nonNull)
                .toList();
    }

    /** Takes a connection that has been accepted by a client of PostgreSQL. */
    void add(SocketChannel channel, Peer peer) {
        add(id -> new Client(settings, this, id, random.nextInt(), channel, peer));
    }

    /** The same for one of HTTP. */
    void addHttp(SocketChannel channel, Peer peer) {
        add(id -> new HttpClient(settings, this, id, channel, peer));
    }

    /** The same for one of the socket of columns. */
    void addColumns(Descriptor socket, String user) {
        add(id -> new ColumnsSession(settings, this, id, socket, user));
    }

    /** A session that has no connection of its own. */
    LocalSession open(String user, String address) {
        return new LocalSession(settings, this, lastId.incrementAndGet(), user, address);
    }

    void enter(ClientConnection client) {
        clients.put(client.processId(), client);
    }

    private void checkTimes() {
        long now = System.nanoTime();
        clients.values().forEach(client -> {
            checkLogin(client, now);
            client.checkTime(now);
        });
        resting.closeOld(now);
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
    ScheduledFuture<?> every(long millis, Runnable action) {
        return watcher.scheduleWithFixedDelay(action, millis, millis, TimeUnit.MILLISECONDS);
    }

    private void add(IntFunction<ClientConnection> maker) {
        int id = lastId.incrementAndGet();
        ClientConnection client = maker.apply(id);
        if (clients.size() >= settings.sessionsMax() + LOGINS_MAX) {
            settings.log().accept("refused a connection: there are too many");
            counters.refused().increment();
            client.kill();
            return;
        }
        expect(client, settings.loginTimeout());
        clients.put(id, client);
        client.start();
        if (isClosed) {
            client.end();
        }
    }

    void remove(ClientConnection client) {
        clients.remove(client.processId());
        loginDeadlines.remove(client.processId());
    }

    /** Refuses a session that would be one too many. */
    void checkRoom() {
        long sessions =
                clients.values().stream().filter(ClientConnection::isLoggedIn).count();
        if (sessions >= settings.sessionsMax()) {
            counters.refused().increment();
            throw ServerError.fatal(
                    SqlState.TOO_MANY_CONNECTIONS, "sorry, too many clients already");
        }
    }

    /** Does nothing if there is no such session, or the key is another one. */
    void cancel(Startup.Cancel request) {
        ClientConnection client = clients.get(request.processId());
        if (client != null && client.hasSecret(request.secret())) {
            client.cancel();
        }
    }

    /** Lets those end that run a statement, then interrupts them. */
    void close(Duration patience) throws InterruptedException {
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
        resting.close();
    }

    private static void join(List<ClientConnection> all, Duration patience)
            throws InterruptedException {
        long deadline = System.nanoTime() + patience.toNanos();
        for (ClientConnection client : all) {
            client.join(TimeUnit.NANOSECONDS.toMillis(deadline - System.nanoTime()));
        }
    }
}
