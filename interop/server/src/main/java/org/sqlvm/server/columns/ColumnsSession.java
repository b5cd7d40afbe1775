package org.sqlvm.server.columns;

import org.sqlvm.api.Database;
import org.sqlvm.api.SqlvmException;
import org.sqlvm.columns.ColumnsAnswer;
import org.sqlvm.columns.ColumnsRequest;
import org.sqlvm.columns.Descriptor;
import org.sqlvm.server.error.ServerError;
import org.sqlvm.server.error.SqlState;
import org.sqlvm.server.request.Parameters;
import org.sqlvm.server.request.RequestSession;
import org.sqlvm.server.session.Activity;
import org.sqlvm.server.session.Clients;
import org.sqlvm.server.session.ConnectedClient;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ScheduledFuture;

/**
 * A client of the socket of columns, whose results are streams of Arrow in memory files or pipes.
 * It has one connection to the database until it leaves. What runs for it ends when it does.
 */
final class ColumnsSession extends ConnectedClient {
    /** How often it is looked whether the client is still there, while a statement runs. */
    private static final long WATCH_MS = 200;

    private final Descriptor socket;
    private final String user;
    /** Null before the login. */
    private volatile RequestSession session;

    /** The target of the current request; null if there is none. */
    private volatile ColumnsTarget current;
    /** Bytes of all requests, and of all results. */
    private long received;

    private long sent;

    ColumnsSession(Clients clients, int processId, Descriptor socket, String user) {
        super(clients, processId, "sqlvm-columns-");
        this.socket = socket;
        this.user = user;
    }

    @Override
    protected void serve() throws IOException {
        try {
            serveClient();
        } catch (SqlvmException | ServerError e) {
            log(e.getMessage());
            sendLast(e);
        }
    }

    private void sendLast(RuntimeException error) {
        try {
            socket.send(failure(error).encode(), List.of());
        } catch (IOException e) {
            isGone(e);
        }
    }

    private void serveClient() throws IOException {
        clients.checkRoom();
        Activity own = new Activity(processId(), user, "the socket of columns", clients.counters());
        act(own);
        log("user " + user + " at the socket of columns");
        try (RequestSession opened = new RequestSession(settings)) {
            opened.begin(own);
            session = opened;
            while (becomeIdle()) {
                byte[] bytes = read();
                if (bytes == null) {
                    break;
                }
                answer(opened, bytes);
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
            if (size < 0 || size > settings.limits().messageSizeMax()) {
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

    private void answer(RequestSession opened, byte[] bytes) throws IOException {
        if (!becomeBusy()) {
            throw new ServerError(SqlState.ADMIN_SHUTDOWN, "the server ends");
        }
        ScheduledFuture<?> watch = clients.every(WATCH_MS, this::cancelIfGone);
        ColumnsAnswer last;
        try (ColumnsTarget target = new ColumnsTarget(socket, settings.limits().bufferSize())) {
            current = target;
            last = run(opened, bytes, target);
            Activity own = activity();
            if (last instanceof ColumnsAnswer.Failure) {
                own.fail();
            }
            received += bytes.length;
            sent += target.byteCount();
            own.end(opened.isInTransaction() ? 'T' : 'I', "", received, sent);
            // Behind what others see, since the client may ask them at once.
            target.answer(last);
        } finally {
            watch.cancel(false);
            current = null;
        }
    }

    private ColumnsAnswer run(RequestSession opened, byte[] bytes, ColumnsTarget target) {
        try {
            ColumnsRequest request = ColumnsRequest.decode(bytes);
            target.begin(request.mode());
            opened.run(request.sql(), parameters(request), target);
            return target.result();
        } catch (IOException e) {
            return failure(new ServerError(SqlState.PROTOCOL_VIOLATION, e.getMessage()));
        } catch (SqlvmException | ServerError e) {
            return failure(e);
        } catch (UncheckedIOException e) {
            // The client has closed its end of the pipe. It may send other requests.
            return failure(new ServerError(SqlState.QUERY_CANCELED, e.getMessage()));
        } catch (RuntimeException | StackOverflowError e) {
            logTrace(e);
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

    private void cancelIfGone() {
        try {
            if (socket.isHungUp()) {
                cancel();
            }
        } catch (IOException e) {
            log(e.getMessage());
        }
    }

    @Override
    public Database database() {
        RequestSession opened = session;
        return opened == null ? null : opened.database();
    }

    @Override
    protected void cancelRequest() {
        session.cancel();
    }

    @Override
    protected void stopReading() {
        socket.shutdown();
    }

    @Override
    protected long sendingTime(long now) {
        ColumnsTarget target = current;
        return target == null ? 0 : target.waitingTime(now);
    }

    @Override
    public void kill() {
        socket.shutdown();
    }

    @Override
    protected void close() {
        try {
            socket.close();
        } catch (IOException e) {
            log(reason(e));
        }
    }
}
