package org.sqlvm.server;

import org.sqlvm.Sqlvm;
import org.sqlvm.api.Database;
import org.sqlvm.api.Limit;
import org.sqlvm.api.Rows;
import org.sqlvm.api.SqlvmException;
import org.sqlvm.engine.advice.Door;

import java.net.InetAddress;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;

import javax.net.ssl.SSLContext;

/**
 * How a server is to be; see {@link SqlvmServer.Builder}, which says what each is.
 *
 * @param socket null for none
 * @param host null for none
 * @param address what {@code httpPort} belongs to
 * @param httpPort -1 for none
 * @param httpOrigins of pages that may ask it
 * @param columnsSocket null for none
 * @param passwords by user
 * @param anyPassword of users without one; null for none
 * @param tls null if connections cannot be encrypted
 * @param requiresTls whether those of other machines must be
 */
record ServerSettings(
        String file,
        Path socket,
        InetAddress host,
        int port,
        InetAddress address,
        int httpPort,
        Set<String> httpOrigins,
        Path columnsSocket,
        boolean isReadOnly,
        Map<String, ScramVerifier> passwords,
        ScramVerifier anyPassword,
        SSLContext tls,
        boolean requiresTls,
        int sessionsMax,
        Duration statementTimeout,
        Duration idleTransactionTimeout,
        Duration sendTimeout,
        Duration loginTimeout,
        Duration closeTimeout,
        long memoryLimit,
        long rowsMax,
        int messageSizeMax,
        int bufferSize,
        boolean mayUseFiles,
        Consumer<Database> onConnect,
        int valueSizeMax,
        Consumer<String> log) {

    private static final int PRIMARY = 0xff;
    private static final int BUSY = 5;
    private static final int LOCKED = 6;

    /**
     * A connection for a session, with the limits of all sessions.
     *
     * @throws SqlvmException if the file cannot be opened
     */
    Database open() {
        Sqlvm.Opener opener = Sqlvm.opener().readOnly(isReadOnly).memoryLimit(memoryLimit);
        Database database = Door.SERVER.open(() -> opener.open(file));
        database.setLimit(Limit.LENGTH, valueSizeMax);
        return database;
    }

    /**
     * Finds out before the first client does whether there is a database. Others may have it locked
     * now.
     *
     * @throws SqlvmException if sessions could not use it
     */
    void checkFile() {
        try (Database database = open();
                Rows rows = database.query("SELECT count(*) FROM sqlite_schema")) {
            rows.next();
        } catch (SqlvmException e) {
            int code = e.code() & PRIMARY;
            if (code != BUSY && code != LOCKED) {
                throw e;
            }
        }
    }

    /** Refuses results that are longer than allowed. */
    void checkRowCount(long count) {
        if (count > rowsMax) {
            throw new ServerError(
                    SqlState.LIMIT_EXCEEDED, "a result has more than " + rowsMax + " rows");
        }
    }

    boolean hasPasswords() {
        return anyPassword != null || !passwords.isEmpty();
    }

    /**
     * How long a statement may compute, in milliseconds; 0 for any time.
     *
     * @param own what the client asks for; 0 for any time
     */
    long timeLimitMs(long own) {
        return shorter(own, statementTimeout.toMillis());
    }

    /** The shorter one of two times, of which 0 is the longest. */
    static long shorter(long first, long second) {
        return first == 0 || second == 0 ? Math.max(first, second) : Math.min(first, second);
    }

    /** @param nanos how long a client has taken nothing of what it is sent */
    boolean isSendTimeOver(long nanos) {
        return !sendTimeout.isZero() && nanos > sendTimeout.toNanos();
    }

    /** Null if the user may not log in. */
    ScramVerifier verifier(String user) {
        return passwords.getOrDefault(user, anyPassword);
    }
}
