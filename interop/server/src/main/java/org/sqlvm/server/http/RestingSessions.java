package org.sqlvm.server.http;

import org.sqlvm.api.SqlvmException;
import org.sqlvm.server.request.RequestSession;
import org.sqlvm.server.settings.ServerSettings;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.Iterator;
import java.util.List;
import java.util.concurrent.locks.ReentrantLock;

/**
 * Sessions of requests that rest until their user sends another one. They keep what is dear to a
 * connection: pages, decoded columns, the schema, programs that are compiled. A session rests only
 * if its requests have left nothing behind, and if its file has not been replaced.
 */
public final class RestingSessions implements AutoCloseable {
    /** How many rest: each may hold pages in memory, and the descriptors of its files. */
    private static final int COUNT_MAX = 8;

    /** How long one rests: as long as it does, the process has the file open. */
    private static final Duration TIME_MAX = Duration.ofSeconds(60);

    /** @param since by {@link System#nanoTime} */
    private record Resting(RequestSession session, String user, long since) {}

    private final ServerSettings settings;
    private final ReentrantLock lock = new ReentrantLock();
    /** The one that has come last is first; guarded, as the next. */
    private final Deque<Resting> all = new ArrayDeque<>();

    private boolean isClosed;

    RestingSessions(ServerSettings settings) {
        this.settings = settings;
    }

    public int count() {
        lock.lock();
        try {
            return all.size();
        } finally {
            lock.unlock();
        }
    }

    /**
     * A session for a request: one of the same user that rests, or a new one.
     *
     * @throws SqlvmException if the file cannot be opened
     */
    RequestSession take(String user) {
        for (RequestSession rested = poll(user); rested != null; rested = poll(user)) {
            if (rested.isCurrent()) {
                return rested;
            }
            close(rested);
        }
        return new RequestSession(settings);
    }

    private RequestSession poll(String user) {
        lock.lock();
        try {
            for (Iterator<Resting> i = all.iterator(); i.hasNext(); ) {
                Resting next = i.next();
                if (next.user().equals(user)) {
                    i.remove();
                    return next.session();
                }
            }
            return null;
        } finally {
            lock.unlock();
        }
    }

    /** A request has ended: its session rests, or is closed. */
    void give(String user, RequestSession session) {
        RequestSession tooMany = session;
        try {
            if (session.clean() && session.isCurrent()) {
                tooMany = add(new Resting(session, user, System.nanoTime()));
            }
        } catch (SqlvmException e) {
            settings.log().accept("closes the session of a request: " + e.getMessage());
        } finally {
            if (tooMany != null) {
                close(tooMany);
            }
        }
    }

    /** Gives the session that has no room; null if all have. */
    private RequestSession add(Resting one) {
        lock.lock();
        try {
            if (isClosed) {
                return one.session();
            }
            all.addFirst(one);
            return all.size() > COUNT_MAX ? all.removeLast().session() : null;
        } finally {
            lock.unlock();
        }
    }

    /**
     * Closes those that have rested for long enough.
     *
     * @param now by {@link System#nanoTime}
     */
    public void closeOld(long now) {
        closeOlder(now - TIME_MAX.toNanos());
    }

    private void closeOlder(long time) {
        List<RequestSession> old = new ArrayList<>();
        lock.lock();
        try {
            while (!all.isEmpty() && (isClosed || all.getLast().since() - time < 0)) {
                old.add(all.removeLast().session());
            }
        } finally {
            lock.unlock();
        }
        old.forEach(this::close);
    }

    private void close(RequestSession session) {
        try {
            session.close();
        } catch (RuntimeException e) {
            // The thread goes on to the next one.
            settings.log().accept("cannot close the session of a request: " + e.getMessage());
        }
    }

    /** None rests any more. */
    @Override
    public void close() {
        lock.lock();
        try {
            isClosed = true;
        } finally {
            lock.unlock();
        }
        closeOlder(System.nanoTime());
    }
}
