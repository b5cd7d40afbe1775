package org.sqlvm.server.session;

import org.sqlvm.server.settings.ServerSettings;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.util.concurrent.locks.ReentrantLock;

/**
 * The life of a client's connection, whatever the client speaks: a thread that waits for requests
 * and answers them, one at a time. In between the connection is idle, and ends if it is asked to.
 */
public abstract class ConnectedClient implements Runnable, ClientConnection {
    protected final ServerSettings settings;
    protected final Clients clients;
    private final int processId;
    private final Thread thread;

    /** Guards the three below: whether a request is answered, and whether no more are. */
    private final ReentrantLock lock = new ReentrantLock();

    private boolean isBusy;
    private boolean isEnding;
    /** By {@link System#nanoTime}: since when it waits for a request. */
    private long idleSince = System.nanoTime();

    /** Null unless it counts as a session. */
    private volatile Activity activity;

    /** @param name the name of its thread, before the number */
    protected ConnectedClient(Clients clients, int processId, String name) {
        this.settings = clients.settings();
        this.clients = clients;
        this.processId = processId;
        this.thread = Thread.ofPlatform().name(name + processId).daemon().unstarted(this);
    }

    /** All that is said, from the first byte to the last. */
    protected abstract void serve() throws IOException;

    /** Ends the statement that runs, if one does. A request is answered. Any thread may call. */
    protected abstract void cancelRequest();

    /** Has the thread find that nothing more comes. Any thread may call. */
    protected abstract void stopReading() throws IOException;

    /**
     * How long the client has taken nothing of what it is sent, in nanoseconds. Any thread may
     * call.
     *
     * @param now by {@link System#nanoTime}
     */
    protected abstract long sendingTime(long now);

    /** Frees what it has. */
    protected void close() {
        kill();
    }

    /**
     * How long it may leave a transaction open and say nothing, in milliseconds; 0 for any time.
     */
    protected long idleTransactionMs() {
        return settings.times().idleTransaction().toMillis();
    }

    /** It has left a transaction open for too long. */
    protected void endTooIdle() {
        log("has left a transaction open for too long, and is ended");
        kill();
    }

    @Override
    public final int processId() {
        return processId;
    }

    @Override
    public boolean isLoggedIn() {
        return activity != null;
    }

    @Override
    public final Activity activity() {
        return activity;
    }

    /** It counts as a session from now on; with null no more. */
    protected final void act(Activity own) {
        activity = own;
    }

    @Override
    public final void start() {
        thread.start();
    }

    @Override
    public final void run() {
        try {
            serve();
        } catch (IOException | UncheckedIOException e) {
            isGone(e);
        } finally {
            try {
                close();
            } finally {
                clients.remove(this);
            }
        }
    }

    /** The connection has broken. */
    protected void isGone(Exception e) {
        log("is gone: " + reason(e));
    }

    protected static String reason(Exception e) {
        Throwable cause = e instanceof UncheckedIOException ? e.getCause() : e;
        return cause.getMessage() == null ? cause.getClass().getSimpleName() : cause.getMessage();
    }

    protected final void log(String line) {
        settings.log().accept("session " + processId + ": " + line);
    }

    /** Logs an internal error with its stack trace. */
    protected final void logTrace(Throwable error) {
        StringWriter text = new StringWriter();
        error.printStackTrace(new PrintWriter(text));
        // The message may contain text from the client: each of its lines gets the usual prefix.
        text.toString().lines().forEach(this::log);
    }

    /** Returns whether a request that has arrived is to be answered. */
    protected final boolean becomeBusy() {
        return become(true);
    }

    /** Whether another request is to be read. */
    protected final boolean becomeIdle() {
        return become(false);
    }

    private boolean become(boolean busy) {
        lock.lock();
        try {
            isBusy = busy;
            if (!busy) {
                idleSince = System.nanoTime();
            }
            return !isEnding;
        } finally {
            lock.unlock();
        }
    }

    /** Whether the server wants it to end. */
    protected final boolean isEnding() {
        lock.lock();
        try {
            return isEnding;
        } finally {
            lock.unlock();
        }
    }

    @Override
    public final void cancel() {
        lock.lock();
        try {
            if (isBusy) {
                cancelRequest();
            }
        } finally {
            lock.unlock();
        }
    }

    @Override
    public final void end() {
        lock.lock();
        try {
            isEnding = true;
            if (!isBusy) {
                stopReading();
            }
        } catch (IOException e) {
            log(reason(e));
        } finally {
            lock.unlock();
        }
    }

    @Override
    public void checkTime(long now) {
        Activity own = activity;
        if (own == null) {
            return;
        }
        if (settings.times().isSendOver(sendingTime(now))) {
            log("takes nothing of what it is sent, and is ended");
            kill();
        }
        long idleMs = idleTransactionMs();
        lock.lock();
        try {
            boolean isTooIdle = idleMs > 0 && (now - idleSince) / 1_000_000 > idleMs;
            if (!isBusy && own.isInTransaction() && isTooIdle) {
                endTooIdle();
            }
        } finally {
            lock.unlock();
        }
    }

    @Override
    public final void join(long millis) throws InterruptedException {
        thread.join(Math.max(1, millis));
    }
}
