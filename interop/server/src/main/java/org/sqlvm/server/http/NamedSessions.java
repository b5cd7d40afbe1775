package org.sqlvm.server.http;

import org.sqlvm.api.SqlvmException;
import org.sqlvm.server.request.RequestSession;
import org.sqlvm.server.settings.ServerSettings;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Predicate;
import java.util.regex.Pattern;

/**
 * Sessions that clients keep from request to request, by names that they choose: with their
 * transactions, temporary tables and settings. One request of a session runs at a time; the next
 * one waits for it for a short time.
 */
final class NamedSessions implements AutoCloseable {
    /** How many there may be: each has a connection, and may hold a lock. */
    private static final int COUNT_MAX = 64;

    /** How long one is kept behind its last request. */
    private static final Duration TIME_MAX = Duration.ofMinutes(10);

    /** How long a request waits for the one before it, which may have been broken off. */
    private static final Duration WAIT_MAX = Duration.ofSeconds(2);

    /** Names that others cannot guess, if they are random. */
    private static final Pattern NAME = Pattern.compile("[A-Za-z0-9_-]{16,64}");

    private record Key(String user, String name) {}

    private static final class Named {
        /** Null while it is opened. */
        private volatile RequestSession session;

        private boolean isBusy = true;
        private boolean hasEnded;
        /** By {@link System#nanoTime}. */
        private long since;
    }

    private final ServerSettings settings;
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition isFree = lock.newCondition();
    /** Guarded, as what is in it, and the next. */
    private final Map<Key, Named> all = new HashMap<>();

    private boolean isClosed;

    NamedSessions(ServerSettings settings) {
        this.settings = settings;
    }

    /**
     * The session of a name, which is opened if there is none.
     *
     * @throws SqlvmException if the file cannot be opened
     * @throws HttpError if another request of it runs, or there are too many
     */
    RequestSession take(String user, String name) {
        if (!NAME.matcher(name).matches()) {
            throw new HttpError(
                    HttpError.BAD_REQUEST,
                    "the name of a session has 16 to 64 letters, digits, _ and -");
        }
        Key key = new Key(user, name);
        Named own = reserve(key);
        if (own.session != null) {
            return own.session;
        }
        boolean isOpen = false;
        try {
            own.session = new RequestSession(settings);
            isOpen = true;
            return own.session;
        } finally {
            if (!isOpen) {
                remove(key, own);
            }
        }
    }

    private Named reserve(Key key) {
        lock.lock();
        try {
            Named known = awaitFree(key);
            if (known == null) {
                if (isClosed || all.size() >= COUNT_MAX) {
                    throw new HttpError(HttpError.UNAVAILABLE, "too many sessions");
                }
                known = new Named();
                all.put(key, known);
            }
            known.isBusy = true;
            return known;
        } finally {
            lock.unlock();
        }
    }

    /** Returns the session of a name, which may be busy; null if there is none. */
    RequestSession find(String user, String name) {
        lock.lock();
        try {
            Named own = all.get(new Key(user, name));
            return own == null ? null : own.session;
        } finally {
            lock.unlock();
        }
    }

    /** Returns the sessions that wait for their next request. */
    List<RequestSession> resting() {
        lock.lock();
        try {
            return all.values().stream()
                    .filter(one -> !one.isBusy && one.session != null)
                    .map(one -> one.session)
                    .toList();
        } finally {
            lock.unlock();
        }
    }

    /** Null if there is no such session. */
    private Named awaitFree(Key key) {
        long left = WAIT_MAX.toNanos();
        Named known = all.get(key);
        while (known != null && known.isBusy) {
            try {
                left = isFree.awaitNanos(left);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                left = 0;
            }
            if (left <= 0) {
                throw new HttpError(
                        HttpError.CONFLICT, "another request of this session is being answered");
            }
            known = all.get(key);
        }
        return known;
    }

    private void remove(Key key, Named own) {
        lock.lock();
        try {
            all.remove(key, own);
            isFree.signalAll();
        } finally {
            lock.unlock();
        }
    }

    /** A request of a session has ended. */
    void give(String user, String name) {
        Key key = new Key(user, name);
        RequestSession ended = null;
        lock.lock();
        try {
            Named own = all.get(key);
            own.isBusy = false;
            isFree.signalAll();
            own.since = System.nanoTime();
            if (own.hasEnded || isClosed) {
                all.remove(key);
                ended = own.session;
            }
        } finally {
            lock.unlock();
        }
        if (ended != null) {
            close(ended);
        }
    }

    /** Ends a session, if there is one: at once, or when its request has been answered. */
    void end(String user, String name) {
        RequestSession ended = null;
        lock.lock();
        try {
            Named own = all.get(new Key(user, name));
            if (own != null && own.isBusy) {
                own.hasEnded = true;
                if (own.session != null) {
                    own.session.cancel();
                }
            } else if (own != null) {
                all.remove(new Key(user, name));
                ended = own.session;
            }
        } finally {
            lock.unlock();
        }
        if (ended != null) {
            close(ended);
        }
    }

    /**
     * Closes those whose last request is long ago.
     *
     * @param now by {@link System#nanoTime}
     */
    void closeOld(long now) {
        close(one -> now - one.since > TIME_MAX.toNanos());
    }

    private void close(Predicate<Named> which) {
        List<RequestSession> ended = new ArrayList<>();
        lock.lock();
        try {
            all.values().removeIf(one -> {
                boolean ends = !one.isBusy && which.test(one);
                if (ends) {
                    ended.add(one.session);
                }
                return ends;
            });
        } finally {
            lock.unlock();
        }
        ended.forEach(this::close);
    }

    private void close(RequestSession session) {
        try {
            session.close();
        } catch (RuntimeException e) {
            // The thread goes on to the next one.
            settings.log().accept("cannot close a session of HTTP: " + e.getMessage());
        }
    }

    /** Those that answer a request end behind it. */
    @Override
    public void close() {
        lock.lock();
        try {
            isClosed = true;
        } finally {
            lock.unlock();
        }
        close(one -> true);
    }
}
