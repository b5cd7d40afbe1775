package org.sqlvm.server;

import org.sqlvm.api.SqlvmException;
import org.sqlvm.columns.ColumnsAnswer;
import org.sqlvm.columns.ColumnsRequest;
import org.sqlvm.columns.Descriptor;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.locks.ReentrantLock;

/**
 * A client of the socket of columns, whose results are streams of Arrow in memory files or pipes.
 * It has one connection to the database until it leaves. What runs for it ends when it does.
 */
final class ColumnsSession implements Runnable, ClientConnection {
    /** How often it is looked whether the client is still there, while a statement runs. */
    private static final long WATCH_MS = 200;

    private final ServerSettings settings;
    private final Clients clients;
    private final int processId;
    private final Descriptor socket;
    private final String user;
    private final Thread thread;

    /** Guards the three below. */
    private final ReentrantLock lock = new ReentrantLock();

    /** While a request is answered; null otherwise. */
    private RequestSession running;

    private boolean isEnding;
    /** By {@link System#nanoTime}: since when it waits for a request. */
    private long idleSince = System.nanoTime();

    private volatile Activity activity;
    /** Of the request that is answered; null if there is none. */
    private volatile ColumnsTarget current;
    /** Bytes of all requests, and of all results. */
    private long received;

    private long sent;

    ColumnsSession(
            ServerSettings settings,
            Clients clients,
            int processId,
            Descriptor socket,
            String user) {
        this.settings = settings;
        this.clients = clients;
        this.processId = processId;
        this.socket = socket;
        this.user = user;
        this.thread =
                Thread.ofPlatform().name("sqlvm-columns-" + processId).daemon().unstarted(this);
    }

    @Override
    public int processId() {
        return processId;
    }

    @Override
    public boolean isLoggedIn() {
        return activity != null;
    }

    @Override
    public Activity activity() {
        return activity;
    }

    @Override
    public void start() {
        thread.start();
    }

    @Override
    public void run() {
        try {
            serve();
        } catch (IOException | UncheckedIOException e) {
            log("is gone: " + e.getMessage());
        } catch (SqlvmException | ServerError e) {
            log(e.getMessage());
            sendLast(e);
        } finally {
            try {
                socket.close();
            } catch (IOException e) {
                log(e.getMessage());
            } finally {
                clients.remove(this);
            }
        }
    }

    private void sendLast(RuntimeException error) {
        try {
            socket.send(failure(error).encode(), List.of());
        } catch (IOException e) {
            log("is gone: " + e.getMessage());
        }
    }

    private void serve() throws IOException {
        clients.checkRoom();
        Activity own = new Activity(processId, user, "the socket of columns", clients.counters());
        activity = own;
        log("user " + user + " at the socket of columns");
        try (RequestSession session = new RequestSession(settings, own)) {
            byte[] bytes = read();
            while (bytes != null) {
                answer(session, bytes);
                bytes = read();
            }
        }
    }

    /** The bytes of the next request; null if there is none. */
    private byte[] read() throws IOException {
        ByteBuffer length = ByteBuffer.allocate(Integer.BYTES).order(ByteOrder.LITTLE_ENDIAN);
        List<Descriptor> unwanted = new ArrayList<>();
        try {
            if (!socket.readFully(length, unwanted)) {
                return null;
            }
            int size = length.getInt(0);
            if (size < 0 || size > settings.messageSizeMax()) {
                throw new ServerError(
                        SqlState.PROTOCOL_VIOLATION, "a request of " + size + " bytes");
            }
            ByteBuffer content = ByteBuffer.allocate(size);
            socket.readFully(content, unwanted);
            return content.hasRemaining() ? null : content.array();
        } finally {
            Descriptor.closeAll(unwanted);
        }
    }

    private void answer(RequestSession session, byte[] bytes) throws IOException {
        if (!begin(session)) {
            throw new ServerError(SqlState.ADMIN_SHUTDOWN, "the server ends");
        }
        ScheduledFuture<?> watch = clients.every(WATCH_MS, this::cancelIfGone);
        ColumnsAnswer last;
        try (ColumnsTarget target = new ColumnsTarget(socket, settings.bufferSize())) {
            current = target;
            last = run(session, bytes, target);
            if (last instanceof ColumnsAnswer.Failure) {
                session.activity().fail();
            }
            received += bytes.length;
            sent += target.byteCount();
            char status = session.isInTransaction() ? 'T' : 'I';
            session.activity().end(status, "", received, sent);
            // Behind what others see, since the client may ask them at once.
            target.answer(last);
        } finally {
            watch.cancel(false);
            current = null;
            leave();
        }
    }

    private ColumnsAnswer run(RequestSession session, byte[] bytes, ColumnsTarget target) {
        try {
            ColumnsRequest request = ColumnsRequest.decode(bytes);
            target.begin(request.mode());
            session.run(request.sql(), parameters(request), target);
            return target.result();
        } catch (IOException e) {
            return failure(new ServerError(SqlState.PROTOCOL_VIOLATION, e.getMessage()));
        } catch (SqlvmException | ServerError e) {
            return failure(e);
        } catch (UncheckedIOException e) {
            // Nobody reads the pipe any more. The client may go on.
            return failure(new ServerError(SqlState.QUERY_CANCELED, e.getMessage()));
        } catch (RuntimeException | StackOverflowError e) {
            StringWriter text = new StringWriter();
            e.printStackTrace(new PrintWriter(text));
            log(text.toString());
            return failure(new ServerError(SqlState.INTERNAL_ERROR, e.toString()));
        }
    }

    private static Parameters parameters(ColumnsRequest request) {
        Parameters.Builder parameters = new Parameters.Builder();
        for (int i = 0; i < request.values().size(); i++) {
            parameters.add(request.names().get(i), request.values().get(i));
        }
        return parameters.build();
    }

    private static ColumnsAnswer.Failure failure(RuntimeException error) {
        Throwable cause =
                error instanceof ServerError && error.getCause() != null ? error.getCause() : error;
        if (cause instanceof SqlvmException known) {
            return new ColumnsAnswer.Failure(
                    known.code(), known.position(), known.sqlState(), known.getMessage());
        }
        ServerError own = (ServerError) error;
        // SQLITE_ERROR.
        return new ColumnsAnswer.Failure(1, own.position() - 1, own.state(), own.getMessage());
    }

    private boolean begin(RequestSession session) {
        lock.lock();
        try {
            running = isEnding ? null : session;
            return !isEnding;
        } finally {
            lock.unlock();
        }
    }

    private void leave() {
        lock.lock();
        try {
            running = null;
            idleSince = System.nanoTime();
            if (isEnding) {
                socket.shutdown();
            }
        } finally {
            lock.unlock();
        }
    }

    private void cancelIfGone() {
        try {
            if (socket.isHungUp()) {
                cancel();
            }
        } catch (IOException e) {
            log(e.getMessage());
        }
    }

    private void log(String line) {
        settings.log().accept("session " + processId + ": " + line);
    }

    @Override
    public void cancel() {
        lock.lock();
        try {
            if (running != null) {
                running.cancel();
            }
        } finally {
            lock.unlock();
        }
    }

    @Override
    public void end() {
        lock.lock();
        try {
            isEnding = true;
            if (running == null) {
                socket.shutdown();
            }
        } finally {
            lock.unlock();
        }
    }

    @Override
    public void checkTime(long now) {
        ColumnsTarget target = current;
        if (target != null && settings.isSendTimeOver(target.waitingTime(now))) {
            log("reads nothing of its pipe, and is ended");
            kill();
        }
        Activity own = activity;
        long idleMax = settings.idleTransactionTimeout().toNanos();
        lock.lock();
        try {
            boolean isIdle = running == null && own != null && own.isInTransaction();
            if (isIdle && idleMax > 0 && now - idleSince > idleMax) {
                log("has left a transaction open for too long, and is ended");
                kill();
            }
        } finally {
            lock.unlock();
        }
    }

    @Override
    public void kill() {
        socket.shutdown();
    }

    @Override
    public void join(long millis) throws InterruptedException {
        thread.join(Math.max(1, millis));
    }
}
