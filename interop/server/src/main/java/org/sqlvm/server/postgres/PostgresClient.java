package org.sqlvm.server.postgres;

import org.sqlvm.api.Database;
import org.sqlvm.api.SqlvmException;
import org.sqlvm.server.client.NativeSession;
import org.sqlvm.server.command.Session;
import org.sqlvm.server.error.ServerError;
import org.sqlvm.server.error.SqlState;
import org.sqlvm.server.message.MessageReader;
import org.sqlvm.server.message.MessageWriter;
import org.sqlvm.server.message.Messages.Frontend;
import org.sqlvm.server.message.Replies;
import org.sqlvm.server.net.Peer;
import org.sqlvm.server.net.TimedChannel;
import org.sqlvm.server.net.Wire;
import org.sqlvm.server.session.Activity;
import org.sqlvm.server.session.Clients;
import org.sqlvm.server.session.ConnectedClient;
import org.sqlvm.server.session.Conversation;
import org.sqlvm.server.session.Login;
import org.sqlvm.server.settings.SessionParameters;
import org.sqlvm.server.settings.Timeouts;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.SocketChannel;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.security.SecureRandom;

/**
 * A client that speaks PostgreSQL's protocol, or begins with it and goes on in our own: logs in,
 * and sends messages that are answered.
 */
final class PostgresClient extends ConnectedClient {
    private static final SecureRandom RANDOM = new SecureRandom();

    private final int secret;
    private final SocketChannel channel;
    private final TimedChannel timed;
    private final Wire wire;
    private final Peer peer;
    private final MessageReader in;
    private final MessageWriter out;
    private final Replies replies;

    /** It has left a transaction open for too long. */
    private volatile boolean isTooIdle;

    /** After a login. */
    private volatile Conversation conversation;

    /** The session's parameters; null before the login. */
    private volatile SessionParameters parameters;

    /** Its database, if it has named the file itself; else null. */
    private Database named;

    /** An error in the extended protocol: what comes before the next Sync is read over. */
    private boolean skipsUntilSync;

    PostgresClient(Clients clients, int processId, SocketChannel channel, Peer peer) {
        super(clients, processId, "sqlvm-server-");
        this.secret = RANDOM.nextInt();
        this.channel = channel;
        this.peer = peer;
        this.timed = new TimedChannel(channel);
        this.wire = new Wire(timed);
        this.in = new MessageReader(wire);
        this.out = new MessageWriter(wire);
        this.replies = new Replies(out);
    }

    @Override
    public boolean hasSecret(int other) {
        return secret == other;
    }

    @Override
    public boolean isLoggedIn() {
        return conversation != null;
    }

    @Override
    protected void serve() throws IOException {
        try {
            serveClient();
        } catch (ServerError error) {
            sendLast(error);
        }
    }

    private void sendLast(ServerError error) {
        log(error.getMessage());
        try {
            replies.error(error);
            out.flush();
        } catch (UncheckedIOException e) {
            isGone(e);
        }
    }

    private void serveClient() throws IOException {
        switch (new Startup(wire, in, out, settings.access().tls()).read()) {
            case null -> {}
            case Startup.Cancel request -> clients.cancel(request.processId(), request.secret());
            case Startup.Begin begin -> {
                logIn(begin.login());
                serveSession();
            }
        }
    }

    private void logIn(Login login) throws IOException {
        clients.checkRoom();
        if (settings.access().requiresTls() && !peer.isNear() && !wire.isEncrypted()) {
            throw ServerError.fatal(
                    SqlState.INVALID_AUTHORIZATION, "clients of other machines must use TLS");
        }
        new Authentication(settings, in, out).run(login.user(), peer.isOwn(), peer.isLocal());
        parameters = parameters(login);
        Database database = open(login);
        boolean isReady = false;
        Activity own = new Activity(processId(), login.user(), peer.name(), clients.counters());
        try {
            conversation = converse(login, database, own);
            // The client may cancel these first actions too.
            becomeBusy();
            settings.onConnect().accept(database);
            isReady = true;
        } catch (SqlvmException e) {
            throw ServerError.fatal(SqlState.of(e), e.getMessage());
        } finally {
            if (!isReady) {
                conversation = null;
                database.close();
            }
        }
        act(own);
        if (settings.areFilesNamed()) {
            named = database;
        }
        if (login.isNative()) {
            NativeSession.greet(replies, settings, peer.isOwn());
        } else {
            parameters.reported().forEach(replies::parameterStatus);
        }
        replies.backendKey(processId(), secret);
        log("user " + login.user() + " from " + peer.name());
    }

    private Conversation converse(Login login, Database database, Activity own) {
        if (login.isNative()) {
            return new NativeSession(settings, database, parameters, in, out, own);
        }
        Session session =
                new Session(database, parameters, login, processId(), in, replies, own, clients);
        return new MessageDispatcher(session, in, replies);
    }

    private static SessionParameters parameters(Login login) {
        SessionParameters parameters = new SessionParameters();
        login.parameters().forEach((name, value) -> {
            switch (name) {
                case "user" -> parameters.start("session_authorization", value);
                case "database", "replication", Login.NATIVE, Login.DIRECTORY -> {}
                case "options" -> startOptions(parameters, value);
                default -> parameters.start(name, value);
            }
        });
        return parameters;
    }

    /** Settings of a command line: {@code -c name=value}. */
    private static void startOptions(SessionParameters parameters, String options) {
        for (String option : options.strip().split("\\s+")) {
            String setting = option.startsWith("-c") ? option.substring(2) : option;
            int equals = setting.indexOf('=');
            if (equals > 0) {
                String name = setting.substring(0, equals).replaceFirst("^--", "");
                parameters.start(name, setting.substring(equals + 1));
            }
        }
    }

    private Database open(Login login) {
        try {
            return settings.areFilesNamed() ? openNamed(login) : settings.open();
        } catch (SqlvmException e) {
            throw ServerError.fatal(SqlState.of(e), e.getMessage());
        }
    }

    /** Only programs of the user who runs the server may open files by their names. */
    private Database openNamed(Login login) {
        if (!login.isNative() || !peer.isOwn()) {
            throw ServerError.fatal(
                    SqlState.INVALID_AUTHORIZATION,
                    "this server opens files for clients of its own protocol and user");
        }
        Path folder;
        try {
            folder = Path.of(login.directory());
        } catch (InvalidPathException e) {
            throw ServerError.brokenProtocol("invalid folder: " + e.getMessage());
        }
        if (!folder.isAbsolute()) {
            throw ServerError.brokenProtocol("the client's folder is not an absolute path");
        }
        return settings.open(login.file(), folder);
    }

    private void serveSession() throws IOException {
        conversation.ready();
        while (true) {
            out.flush();
            if (!becomeIdle()) {
                throw shutdown();
            }
            int kind = in.next(settings.limits().messageSizeMax());
            if (!becomeBusy()) {
                throw shutdown();
            }
            if (kind == MessageReader.END || kind == Frontend.TERMINATE) {
                return;
            }
            answer(kind);
        }
    }

    /** Answers with an error what cannot be answered otherwise, and goes on. */
    private void answer(int kind) throws IOException {
        if (skipsUntilSync && kind != Frontend.SYNC) {
            return;
        }
        skipsUntilSync = false;
        ServerError error;
        try {
            conversation.dispatch(kind);
            return;
        } catch (ServerError e) {
            error = e;
        } catch (SqlvmException e) {
            error = conversation.error(e);
        } catch (UncheckedIOException e) {
            throw e;
        } catch (RuntimeException | StackOverflowError e) {
            logTrace(e);
            error = new ServerError(SqlState.INTERNAL_ERROR, e.toString());
        } catch (AssertionError | LinkageError e) {
            // The state of the session is unknown.
            logTrace(e);
            throw ServerError.fatal(SqlState.INTERNAL_ERROR, e.toString());
        }
        if (error.isFatal()) {
            throw error;
        }
        conversation.fail();
        replies.error(error);
        skipsUntilSync = conversation.isFollowedBySync(kind);
        if (!skipsUntilSync) {
            conversation.ready();
        }
    }

    private ServerError shutdown() {
        return isTooIdle
                ? ServerError.fatal(
                        SqlState.IDLE_IN_TRANSACTION,
                        "terminating connection due to idle-in-transaction timeout")
                : ServerError.fatal(
                        SqlState.ADMIN_SHUTDOWN,
                        "terminating connection due to administrator command");
    }

    @Override
    public Database database() {
        Conversation running = conversation;
        return running == null ? null : running.database();
    }

    @Override
    protected void cancelRequest() {
        Conversation running = conversation;
        if (running != null) {
            running.cancel();
        }
    }

    @Override
    protected void stopReading() throws IOException {
        channel.shutdownInput();
    }

    @Override
    protected long sendingTime(long now) {
        return timed.writingTime(now);
    }

    @Override
    protected long idleTransactionMs() {
        String own = parameters.get(SessionParameters.IDLE_IN_TRANSACTION);
        return Timeouts.shorter(Long.parseLong(own), super.idleTransactionMs());
    }

    @Override
    protected void endTooIdle() {
        isTooIdle = true;
        end();
    }

    @Override
    public void kill() {
        try {
            channel.close();
        } catch (IOException e) {
            log(reason(e));
        }
    }

    @Override
    protected void close() {
        try {
            if (named != null) {
                clients.leaveFile(named);
            }
            if (conversation != null) {
                conversation.close();
            }
        } finally {
            kill();
        }
    }
}
