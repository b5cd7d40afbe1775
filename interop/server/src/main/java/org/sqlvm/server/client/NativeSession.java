package org.sqlvm.server.client;

import org.sqlvm.api.Database;
import org.sqlvm.api.SqlvmException;
import org.sqlvm.api.Statement;
import org.sqlvm.server.client.NativeMessages.Backend;
import org.sqlvm.server.client.NativeMessages.Frontend;
import org.sqlvm.server.client.NativeMessages.RunFlag;
import org.sqlvm.server.error.ServerError;
import org.sqlvm.server.message.MessageReader;
import org.sqlvm.server.message.MessageWriter;
import org.sqlvm.server.message.Replies;
import org.sqlvm.server.session.Activity;
import org.sqlvm.server.session.Conversation;
import org.sqlvm.server.session.StatementCompiler;
import org.sqlvm.server.settings.ServerSettings;
import org.sqlvm.server.settings.SessionParameters;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * A session of a client of our own, which sees the database as an embedded program does: SQL is not
 * rewritten, transactions are SQLite's, and values have their storage classes
 * (docs/internals/client-protocol.md).
 */
public final class NativeSession implements Conversation {
    private static final int MISUSE = 21;
    private static final int RANGE = 25;

    /** Rows of values in a message: their counts are kept until all have run. */
    private static final int BATCH_MAX = 1 << 20;

    private final ServerSettings settings;
    private final Database database;
    private final SessionParameters parameters;
    private final StatementCompiler compiler;
    private final MessageReader in;
    private final MessageWriter out;
    private final Activity activity;

    /** By the numbers that the client has given them; null for a text without a statement. */
    private final Map<Integer, NativeStatement> statements = new HashMap<>();
    /** The rows of the last request for them; the client opens the file before its next group. */
    private final MemoryResult memory = new MemoryResult();
    /** The running statement, for {@link #cancel} from another thread; or null. */
    private volatile Statement running;
    /** The text that is being compiled, to which the positions of errors refer; or null. */
    private String text;

    public NativeSession(
            ServerSettings settings,
            Database database,
            SessionParameters parameters,
            MessageReader in,
            MessageWriter out,
            Activity activity) {
        this.settings = settings;
        this.database = database;
        this.parameters = parameters;
        this.compiler = new StatementCompiler(database, settings);
        this.in = in;
        this.out = out;
        this.activity = activity;
    }

    /**
     * Sends the server's parameters to a client after its login.
     *
     * @param isOwn whether the client is a process of this process's user on this machine
     */
    public static void greet(Replies replies, ServerSettings settings, boolean isOwn) {
        replies.parameterStatus("sqlvm_protocol", NativeMessages.VERSION);
        replies.parameterStatus(
                "message_size_max", Integer.toString(settings.limits().messageSizeMax()));
        replies.parameterStatus("read_only", settings.isReadOnly() ? "on" : "off");
        replies.parameterStatus("memory_files", isOwn && MemoryResult.ARE_THERE ? "on" : "off");
    }

    @Override
    public void dispatch(int kind) {
        text = null;
        if (kind != Frontend.SYNC) {
            memory.close();
        }
        switch (kind) {
            case Frontend.PREPARE -> prepare();
            case Frontend.EXECUTE -> execute();
            case Frontend.FETCH -> fetch();
            case Frontend.MEMORY -> writeMemory();
            case Frontend.SCRIPT -> script();
            case Frontend.RESET -> {
                NativeStatement statement = statements.get(in.readInt());
                in.checkEnd();
                if (statement != null) {
                    statement.reset();
                }
            }
            case Frontend.CLOSE -> {
                int number = in.readInt();
                in.checkEnd();
                close(number);
            }
            case Frontend.SYNC -> {
                in.checkEnd();
                ready();
            }
            default -> throw ServerError.brokenProtocol("invalid message type " + kind);
        }
    }

    private void prepare() {
        int number = in.readInt();
        long timeLimitMs = in.readInt();
        text = in.readText(in.remaining());
        close(number);
        activity.begin(text);
        Database.Prepared prepared = prepare(text, 0, timeLimitMs);
        int end = text.codePointCount(0, prepared.end());
        if (prepared.statement() == null) {
            out.begin(Backend.PREPARED)
                    .writeInt(end)
                    .writeByte(0)
                    .writeInt(0)
                    .writeInt(0)
                    .end();
            return;
        }
        NativeStatement statement =
                new NativeStatement(prepared.statement(), settings.limits().rowsMax());
        statements.put(number, statement);
        statement.describe(out, end);
    }

    private Database.Prepared prepare(String sql, int start, long timeLimitMs) {
        return compiler.prepare(sql, start, timeLimitMs(timeLimitMs));
    }

    /** Returns the shortest of the time limits of the run, the session and the server. */
    private long timeLimitMs(long own) {
        long session = Long.parseLong(parameters.get("statement_timeout"));
        long shorter = own == 0 || session == 0 ? Math.max(own, session) : Math.min(own, session);
        return settings.times().statementMs(Math.max(0, shorter));
    }

    private void close(int number) {
        NativeStatement statement = statements.remove(number);
        if (statement != null) {
            statement.close();
        }
    }

    private NativeStatement statement(int number) {
        NativeStatement statement = statements.get(number);
        if (statement == null) {
            throw new SqlvmException("there is no statement " + number, MISUSE, -1, null);
        }
        return statement;
    }

    private void execute() {
        NativeStatement statement = statement(in.readInt());
        int flags = in.readByte();
        long timeLimitMs = in.readInt();
        int rowLimit = readLimit();
        int byteLimit = readLimit();
        int rowCount = in.readInt();
        int columnCount = in.readInt();
        if (rowCount < 1 || rowCount > BATCH_MAX || (flags & ~RunFlag.ALL) != 0) {
            throw ServerError.protocol("invalid execute message");
        }
        List<ColumnReader> values = readValues(statement.statement(), rowCount, columnCount, flags);
        in.checkEnd();
        activity.begin(statement.statement().sql());
        run(statement, () -> {
            statement.statement().clearBindings().timeLimit(timeLimitMs(timeLimitMs));
            if (rowCount == 1) {
                statement.start(out, values, flags);
                statement.send(out, rowLimit, byteLimit);
            } else {
                statement.runAll(out, values, rowCount, flags);
            }
        });
    }

    private List<ColumnReader> readValues(
            Statement statement, int rowCount, int columnCount, int flags) {
        int wanted = statement.parameterCount();
        boolean isShort = columnCount < wanted && (flags & RunFlag.ALL_BOUND) != 0;
        if (columnCount < 0 || columnCount > wanted || isShort) {
            throw new SqlvmException(
                    "the statement has " + wanted + " parameters, and there are values for "
                            + columnCount,
                    RANGE,
                    -1,
                    null);
        }
        List<ColumnReader> values = new ArrayList<>(columnCount);
        for (int i = 0; i < columnCount; i++) {
            values.add(new ColumnReader(in, rowCount));
        }
        return values;
    }

    private int readLimit() {
        int limit = in.readInt();
        if (limit < 0) {
            throw ServerError.protocol("a limit is negative");
        }
        return limit;
    }

    private void fetch() {
        NativeStatement statement = statement(in.readInt());
        int rowLimit = readLimit();
        int byteLimit = readLimit();
        in.checkEnd();
        run(statement, () -> statement.sendMore(out, rowLimit, byteLimit));
    }

    /** Gives all rows of a run as a stream of Arrow in a memory file. */
    private void writeMemory() {
        NativeStatement statement = statement(in.readInt());
        in.checkEnd();
        run(statement, () -> statement.write(memory));
        memory.answer(out);
    }

    private void run(NativeStatement statement, Runnable work) {
        running = statement.statement();
        try {
            work.run();
        } finally {
            running = null;
        }
    }

    /** Runs all statements of a text. */
    private void script() {
        long timeLimitMs = in.readInt();
        text = in.readText(in.remaining());
        activity.begin(text);
        long count = 0;
        int start = 0;
        while (start < text.length()) {
            Database.Prepared prepared = prepare(text, start, timeLimitMs);
            if (prepared.statement() == null) {
                break;
            }
            try (Statement statement = prepared.statement()) {
                running = statement;
                count = statement.timeLimit(timeLimitMs(timeLimitMs)).execute();
            } finally {
                running = null;
            }
            start = prepared.end();
        }
        out.begin(Backend.COMPLETE).writeLong(count).end();
    }

    @Override
    public boolean isFollowedBySync(int kind) {
        return kind != Frontend.SYNC;
    }

    /** Tells what has become of the database, too, so that the client need not ask. */
    @Override
    public void ready() {
        char status = database.isAutocommit() ? 'I' : 'T';
        activity.end(status, parameters.get("application_name"), in.byteCount(), out.byteCount());
        out.begin(Backend.READY).writeByte(status);
        out.writeLong(database.changes()).writeLong(database.totalChanges());
        out.writeLong(database.lastInsertRowid()).end();
        out.flush();
    }

    @Override
    public void fail() {
        activity.fail();
    }

    @Override
    public ServerError error(SqlvmException error) {
        return ServerError.ofNative(error, text);
    }

    @Override
    public Database database() {
        return database;
    }

    @Override
    public void cancel() {
        compiler.interrupt();
        Statement statement = running;
        if (statement != null) {
            statement.interrupt();
        }
    }

    @Override
    public void close() {
        memory.close();
        database.close();
    }
}
