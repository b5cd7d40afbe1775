package org.sqlvm.bench.load;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Arrays;
import java.util.Random;

/**
 * One client: transfers as pgbench's {@code tpcb-like}, and reads of one balance as its
 * {@code select-only}, without a pause in between.
 */
final class LoadClient implements Runnable {
    /** Serialization failures, and locks that were not free in time: the client tries again. */
    private static final String ROLLBACK_CLASS = "40";

    private static final String LOCK_NOT_AVAILABLE = "55P03";

    private final LoadServer server;
    private final int number;
    private final int scale;
    private final int percentWrites;
    private final Random random;
    private final Latencies reads = new Latencies();
    private final Latencies writes = new Latencies();
    private volatile boolean stopped;
    /** Transfers that the server has confirmed, with those of earlier rounds. */
    private int acknowledged;

    private int retries;
    private SQLException failure;

    LoadClient(LoadServer server, int number, int scale, int percentWrites, int acknowledged) {
        this.server = server;
        this.number = number;
        this.scale = scale;
        this.percentWrites = percentWrites;
        this.acknowledged = acknowledged;
        this.random = new Random(31L * number + acknowledged);
    }

    /** Times of transactions, in microseconds. */
    static final class Latencies {
        private int[] microseconds = new int[1024];
        private int count;

        private void add(long nanoseconds) {
            if (count == microseconds.length) {
                microseconds = Arrays.copyOf(microseconds, 2 * count);
            }
            microseconds[count++] = (int) Math.min(nanoseconds / 1000, Integer.MAX_VALUE);
        }

        int[] all() {
            return Arrays.copyOf(microseconds, count);
        }
    }

    void stop() {
        stopped = true;
    }

    int acknowledged() {
        return acknowledged;
    }

    int retries() {
        return retries;
    }

    Latencies reads() {
        return reads;
    }

    Latencies writes() {
        return writes;
    }

    /** Why the client ended before it was stopped; null if it did not. */
    SQLException failure() {
        return failure;
    }

    @Override
    public void run() {
        try (Connection connection = server.connect();
                Statements statements = new Statements(connection)) {
            connection.setAutoCommit(false);
            while (!stopped) {
                long begun = System.nanoTime();
                if (random.nextInt(100) < percentWrites) {
                    transfer(connection, statements);
                    writes.add(System.nanoTime() - begun);
                } else {
                    read(connection, statements);
                    reads.add(System.nanoTime() - begun);
                }
            }
        } catch (SQLException e) {
            failure = e;
        }
    }

    private int account() {
        return random.nextInt(scale * LoadTables.ACCOUNTS) + 1;
    }

    private void read(Connection connection, Statements statements) throws SQLException {
        connection.setAutoCommit(true);
        statements.balance(account());
        connection.setAutoCommit(false);
    }

    /** The same one again until the server takes it. */
    private void transfer(Connection connection, Statements statements) throws SQLException {
        int account = account();
        int teller = random.nextInt(scale * LoadTables.TELLERS) + 1;
        int branch = random.nextInt(scale) + 1;
        int delta = random.nextInt(10_001) - 5000;
        while (true) {
            try {
                Statements.update(statements.account, delta, account);
                statements.balance(account);
                Statements.update(statements.teller, delta, teller);
                Statements.update(statements.branch, delta, branch);
                statements.remember(teller, branch, account, delta, number, acknowledged + 1);
                connection.commit();
                acknowledged++;
                return;
            } catch (SQLException e) {
                if (stopped || !mayPass(e)) {
                    throw e;
                }
                connection.rollback();
                retries++;
            }
        }
    }

    private static boolean mayPass(SQLException error) {
        String state = error.getSQLState();
        return state != null
                && (state.startsWith(ROLLBACK_CLASS) || state.equals(LOCK_NOT_AVAILABLE));
    }

    /** The prepared statements of a client. */
    private static final class Statements implements AutoCloseable {
        final PreparedStatement account;
        final PreparedStatement teller;
        final PreparedStatement branch;
        private final PreparedStatement balance;
        private final PreparedStatement history;

        Statements(Connection connection) throws SQLException {
            account = connection.prepareStatement(
                    "UPDATE accounts SET abalance = abalance + ? WHERE aid = ?");
            teller = connection.prepareStatement(
                    "UPDATE tellers SET tbalance = tbalance + ? WHERE tid = ?");
            branch = connection.prepareStatement(
                    "UPDATE branches SET bbalance = bbalance + ? WHERE bid = ?");
            balance = connection.prepareStatement("SELECT abalance FROM accounts WHERE aid = ?");
            history = connection.prepareStatement("INSERT INTO history VALUES (?, ?, ?, ?, ?, ?)");
        }

        static void update(PreparedStatement statement, int delta, int id) throws SQLException {
            statement.setInt(1, delta);
            statement.setInt(2, id);
            int changed = statement.executeUpdate();
            if (changed != 1) {
                throw new SQLException("an update has changed " + changed + " rows");
            }
        }

        void balance(int id) throws SQLException {
            balance.setInt(1, id);
            try (ResultSet rows = balance.executeQuery()) {
                if (!rows.next()) {
                    throw new SQLException("no account " + id);
                }
                rows.getInt(1);
            }
        }

        void remember(int... values) throws SQLException {
            for (int i = 0; i < values.length; i++) {
                history.setInt(i + 1, values[i]);
            }
            history.executeUpdate();
        }

        @Override
        public void close() throws SQLException {
            for (PreparedStatement statement :
                    new PreparedStatement[] {account, teller, branch, balance, history}) {
                statement.close();
            }
        }
    }
}
