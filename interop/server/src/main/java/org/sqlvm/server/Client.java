package org.sqlvm.server;

import org.sqlvm.Sqlvm;
import org.sqlvm.api.Database;
import org.sqlvm.api.SqlvmException;
import org.sqlvm.server.Messages.Frontend;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.nio.channels.SocketChannel;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;

/**
 * A connection of a client, from the first byte to the last. Has a thread of its own, which waits
 * for messages and answers them.
 */
final class Client implements Runnable, ClientConnection {
    private final ServerSettings settings;
    private final Clients clients;
    private final int processId;
    private final int secret;
    private final SocketChannel channel;
    private final TimedChannel timed;
    private final Wire wire;
    private final Peer peer;
    private final MessageReader in;
    private final MessageWriter out;
    private final Replies replies;

    /** Guards the four below: whether a message is answered, and whether no more are. */
    private final ReentrantLock lock = new ReentrantLock();

    private boolean isBusy = true;
    private boolean isEnding;
    /** It has left a transaction open for too long. */
    private boolean isTooIdle;
    /** By {@link System#nanoTime}: since when it waits for a message. */
    private long idleSince;

    /** After a login. */
    private volatile Conversation conversation;

    /** Of the session; null before. */
    private volatile SessionParameters parameters;

    private volatile Activity activity;
    private volatile Thread thread;
    /** An error in the extended protocol: what comes before the next Sync is read over. */
    private boolean skipsUntilSync;

    Client(
            ServerSettings settings,
            Clients clients,
            int processId,
            int secret,
            SocketChannel channel,
            Peer peer) {
        this.settings = settings;
        this.clients = clients;
        this.processId = processId;
        this.secret = secret;
        this.channel = channel;
        this.peer = peer;
        this.timed = new TimedChannel(channel);
        this.wire = new Wire(timed);
        this.in = new MessageReader(wire);
        this.out = new MessageWriter(wire);
        this.replies = new Replies(out);
    }

    @Override
    public int processId() {
        return processId;
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
    public Activity activity() {
        return activity;
    }

    @Override
    public void start() {
        thread = Thread.ofPlatform().name("sqlvm-server-" + processId).daemon().unstarted(this);
        thread.start();
    }

    @Override
    public void run() {
        try {
            serve();
        } catch (ServerError error) {
            sendLast(error);
        } catch (IOException | UncheckedIOException e) {
            settings.log().accept(label() + " is gone: " + reason(e));
        } finally {
            try {
                close();
            } finally {
                clients.remove(this);
            }
        }
    }

    private static String reason(Exception e) {
        Throwable cause = e instanceof UncheckedIOException ? e.getCause() : e;
        return cause.getMessage() == null ? cause.getClass().getSimpleName() : cause.getMessage();
    }

    private String label() {
        return "session " + processId;
    }

    private void sendLast(ServerError error) {
        settings.log().accept(label() + ": " + error.getMessage());
        try {
            replies.error(error);
            out.flush();
        } catch (UncheckedIOException e) {
            settings.log().accept(label() + " is gone: " + reason(e));
        }
    }

    private void serve() throws IOException {
        switch (new Startup(wire, in, out, settings.tls()).read()) {
            case null -> {}
            case Startup.Cancel request -> clients.cancel(request);
            case Startup.Login login -> {
                logIn(login);
                serveSession();
            }
        }
    }

    private void logIn(Startup.Login login) throws IOException {
        clients.checkRoom();
        if (settings.requiresTls() && !peer.isNear() && !wire.isEncrypted()) {
            throw ServerError.fatal(
                    SqlState.INVALID_AUTHORIZATION, "clients of other machines must use TLS");
        }
        new Authentication(settings, in, out).run(login.user(), peer.isOwn(), peer.isLocal());
        parameters = parameters(login);
        Database database = open();
        boolean isReady = false;
        Activity own = new Activity(processId, login.user(), peer.name(), clients.counters());
        try {
            conversation = converse(login, database, own);
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
        activity = own;
        if (login.isNative()) {
            NativeSession.greet(replies, settings);
        } else {
            parameters.reported().forEach(replies::parameterStatus);
        }
        replies.backendKey(processId, secret);
        settings.log().accept(label() + ": user " + login.user() + " from " + peer.name());
    }

    private Conversation converse(Startup.Login login, Database database, Activity own) {
        if (login.isNative()) {
            return new NativeSession(settings, database, parameters, in, out, own);
        }
        Session session = new Session(
                settings, database, parameters, login, processId, in, replies, own, clients);
        return new MessageDispatcher(session, in, replies);
    }

    private static SessionParameters parameters(Startup.Login login) {
        SessionParameters parameters = new SessionParameters();
        login.parameters().forEach((name, value) -> {
            switch (name) {
                case "user" -> parameters.start("session_authorization", value);
                case "database", "replication", Startup.NATIVE -> {}
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

    private Database open() {
        try {
            return Sqlvm.opener()
                    .readOnly(settings.isReadOnly())
                    .memoryLimit(settings.memoryLimit())
                    .open(settings.file());
        } catch (SqlvmException e) {
            throw ServerError.fatal(SqlState.of(e), e.getMessage());
        }
    }

    private void serveSession() throws IOException {
        conversation.ready();
        while (true) {
            out.flush();
            if (!becomeIdle()) {
                throw shutdown();
            }
            int kind = in.next(settings.messageSizeMax());
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
            settings.log().accept(label() + ": " + trace(e));
            error = new ServerError(SqlState.INTERNAL_ERROR, e.toString());
        } catch (AssertionError | LinkageError e) {
            // The state of the session is unknown.
            settings.log().accept(label() + ": " + trace(e));
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

    /** Of an error of ours, whose place is to be found. */
    private static String trace(Throwable error) {
        StringWriter text = new StringWriter();
        error.printStackTrace(new PrintWriter(text));
        return text.toString();
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

    /** False if no more messages are to be read. */
    private boolean becomeIdle() {
        lock.lock();
        try {
            isBusy = false;
            idleSince = System.nanoTime();
            return !isEnding;
        } finally {
            lock.unlock();
        }
    }

    /** False if the message that has come is not to be answered. */
    private boolean becomeBusy() {
        lock.lock();
        try {
            isBusy = true;
            return !isEnding;
        } finally {
            lock.unlock();
        }
    }

    @Override
    public void cancel() {
        Conversation running = conversation;
        lock.lock();
        try {
            if (isBusy && running != null) {
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
            if (!isBusy || conversation == null) {
                channel.shutdownInput();
            }
        } catch (IOException e) {
            settings.log().accept(label() + ": " + reason(e));
        } finally {
            lock.unlock();
        }
    }

    @Override
    public void checkTime(long now) {
        if (conversation == null || activity == null) {
            return;
        }
        if (settings.isSendTimeOver(timed.writingTime(now))) {
            settings.log().accept(label() + " takes nothing of what it is sent, and is ended");
            kill();
        }
        lock.lock();
        try {
            if (!isBusy && activity.isInTransaction() && now - idleSince > idleMax()) {
                isTooIdle = true;
                end();
            }
        } finally {
            lock.unlock();
        }
    }

    /** How long it may leave a transaction open and say nothing, in nanoseconds. */
    private long idleMax() {
        String own = parameters.get(SessionParameters.IDLE_IN_TRANSACTION);
        long millis = ServerSettings.shorter(
                Long.parseLong(own), settings.idleTransactionTimeout().toMillis());
        return millis == 0 ? Long.MAX_VALUE : TimeUnit.MILLISECONDS.toNanos(millis);
    }

    @Override
    public void kill() {
        try {
            channel.close();
        } catch (IOException e) {
            settings.log().accept(label() + ": " + reason(e));
        }
    }

    @Override
    public void join(long millis) throws InterruptedException {
        thread.join(Math.max(1, millis));
    }

    private void close() {
        try {
            if (conversation != null) {
                conversation.close();
            }
        } finally {
            kill();
        }
    }
}
