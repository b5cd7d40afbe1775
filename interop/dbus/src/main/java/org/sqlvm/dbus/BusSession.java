package org.sqlvm.dbus;

import org.freedesktop.dbus.FileDescriptor;
import org.freedesktop.dbus.types.UInt32;
import org.freedesktop.dbus.types.Variant;
import org.sqlvm.api.Rows;
import org.sqlvm.api.SqlvmException;
import org.sqlvm.api.Statement;
import org.sqlvm.columns.Descriptor;
import org.sqlvm.dbus.BusDatabase.Fetched;
import org.sqlvm.dbus.BusDatabase.Streamed;
import org.sqlvm.server.LocalSession;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import java.util.function.Supplier;

/** The session of one client of the bus. */
final class BusSession implements AutoCloseable {
    private static final int TOO_BIG = 18;
    private static final int MISUSE = 21;
    private static final int ROWS = 1000;
    /** The size of the rows in one message, in bytes, after which no other row is added. */
    private static final int MESSAGE_SIZE = 16 << 20;
    /**
     * The maximum size of one row: the bus accepts arrays of up to 64 MiB, and disconnects the
     * sender of a larger one.
     */
    private static final int ROW_SIZE_MAX = 32 << 20;

    private static final int STATEMENTS_MAX = 1000;

    private final LocalSession session;
    private final Consumer<List<String>> commits;
    /** Calls of one client come in several threads. */
    private final ReentrantLock lock = new ReentrantLock();

    private final Map<UInt32, Run> statements = new HashMap<>();
    private long lastNumber;
    /** Tables that have been changed and not been committed. */
    private final Set<String> changed = new TreeSet<>();

    private boolean isClosed;

    /** A statement, and its rows while it runs. */
    private static final class Run {
        private final Statement statement;
        private Rows rows;

        Run(Statement statement) {
            this.statement = statement;
        }

        void reset() {
            if (rows != null) {
                rows.close();
                rows = null;
            }
        }
    }

    /** @param commits called with the names of the tables of each commit */
    BusSession(LocalSession session, Consumer<List<String>> commits) {
        this.session = session;
        this.commits = commits;
        session.hooks().setUpdateHook((operation, database, table, rowid) -> {
            if (database.equals("main")) {
                changed.add(table);
            }
        });
        session.hooks().setRollbackHook(changed::clear);
    }

    private <T> T locked(Supplier<T> work) {
        lock.lock();
        try {
            if (isClosed) {
                throw new SqlvmException("the client has gone", MISUSE, -1, null);
            }
            return work.get();
        } finally {
            tellCommit();
            lock.unlock();
        }
    }

    private void tellCommit() {
        if (!isClosed && !changed.isEmpty() && !session.isInTransaction()) {
            commits.accept(List.copyOf(changed));
            changed.clear();
        }
    }

    UInt32 prepare(String sql) {
        return locked(() -> {
            if (statements.size() >= STATEMENTS_MAX) {
                throw new SqlvmException("too many statements", MISUSE, -1, null);
            }
            UInt32 number = new UInt32(++lastNumber);
            statements.put(number, new Run(session.prepare(sql)));
            return number;
        });
    }

    private Run run(UInt32 number) {
        Run run = statements.get(number);
        if (run == null) {
            throw new SqlvmException("no statement " + number, MISUSE, -1, null);
        }
        return run;
    }

    void bind(UInt32 number, List<Variant<?>> variants) {
        locked(() -> {
            Run run = run(number);
            run.reset();
            List<Object> values = BusValues.of(variants);
            int count = run.statement.parameterCount();
            if (values.size() != count) {
                throw new SqlvmException(
                        values.size() + " values for " + count + " parameters", MISUSE, -1, null);
            }
            for (int i = 0; i < count; i++) {
                run.statement.bind(i + 1, values.get(i));
            }
            return null;
        });
    }

    Fetched<List<String>, List<List<Variant<?>>>, Boolean> fetch(UInt32 number, long limit) {
        return locked(() -> {
            Run run = run(number);
            boolean hasFailed = true;
            session.begin(run.statement);
            try {
                if (run.rows == null) {
                    if (!run.statement.isQuery()) {
                        run.statement.execute();
                        hasFailed = false;
                        return new Fetched<>(List.of(), List.of(), false);
                    }
                    run.rows = run.statement.query();
                }
                var fetched = fetch(run, limit == 0 ? ROWS : limit);
                hasFailed = false;
                return fetched;
            } finally {
                if (hasFailed) {
                    run.reset();
                }
                session.end(hasFailed);
            }
        });
    }

    private Fetched<List<String>, List<List<Variant<?>>>, Boolean> fetch(Run run, long limit) {
        List<List<Variant<?>>> rows = new ArrayList<>();
        long size = 0;
        boolean hasMore = true;
        while (rows.size() < limit && size < MESSAGE_SIZE) {
            if (!run.rows.next()) {
                hasMore = false;
                break;
            }
            size += size(run.rows);
            List<Variant<?>> row = new ArrayList<>();
            for (int i = 0; i < run.rows.columnCount(); i++) {
                row.add(BusValues.of(run.rows, i));
            }
            rows.add(row);
            session.checkRowCount(rows.size());
        }
        if (!hasMore) {
            run.reset();
        }
        return new Fetched<>(run.statement.columnNames(), rows, hasMore);
    }

    private static long size(Rows rows) {
        long size = 0;
        for (int i = 0; i < rows.columnCount(); i++) {
            size += BusValues.size(rows, i);
        }
        if (size > ROW_SIZE_MAX) {
            throw new SqlvmException("string or blob too big", TOO_BIG, -1, null);
        }
        return size;
    }

    void finish(UInt32 number) {
        locked(() -> {
            Run run = statements.remove(number);
            if (run != null) {
                run.reset();
                run.statement.close();
            }
            return null;
        });
    }

    long execute(String sql, List<Variant<?>> values) {
        return locked(() -> {
            try (Descriptor nowhere = Descriptor.memoryFile("sqlvm")) {
                long count = session.run(sql, BusValues.of(values), nowhere);
                return count < 0 ? -1 - count : 0;
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        });
    }

    Streamed<FileDescriptor, Long> stream(String sql, List<Variant<?>> values) {
        return locked(() -> {
            try {
                Descriptor file = Descriptor.memoryFile("sqlvm");
                boolean isSent = false;
                try {
                    long count = session.run(sql, BusValues.of(values), file);
                    if (count < 0) {
                        throw new SqlvmException("the statement gives no rows", MISUSE, -1, null);
                    }
                    file.seal();
                    isSent = true;
                    // Is closed when it has been sent.
                    return new Streamed<>(new FileDescriptor(file.number()), count);
                } finally {
                    if (!isSent) {
                        file.close();
                    }
                }
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        });
    }

    @Override
    public void close() {
        session.cancel();
        lock.lock();
        try {
            if (!isClosed) {
                isClosed = true;
                statements.values().forEach(Run::reset);
                session.close();
            }
        } finally {
            lock.unlock();
        }
    }
}
