package org.sqlvm.server.settings;

import org.sqlvm.Sqlvm;
import org.sqlvm.api.Database;
import org.sqlvm.api.Limit;
import org.sqlvm.api.Rows;
import org.sqlvm.api.SqlvmException;
import org.sqlvm.engine.advice.Door;
import org.sqlvm.server.error.ServerError;
import org.sqlvm.server.error.SqlState;

import java.net.InetAddress;
import java.time.Duration;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;

import javax.net.ssl.SSLContext;

/**
 * How a server is to be; see {@code SqlvmServer.Builder}, which says what each is.
 *
 * @param address of all ports
 * @param port of PostgreSQL, which is also part of the name of a socket in a folder
 * @param httpOrigins of pages that may ask it
 * @param passwords by user
 * @param anyPassword of users without one; null for none
 * @param tls null if connections cannot be encrypted
 * @param requiresTls whether those of other machines must be
 */
public record ServerSettings(
        String file,
        InetAddress address,
        int port,
        Set<String> httpOrigins,
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
    public Database open() {
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
    public void checkFile() {
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
    public void checkRowCount(long count) {
        if (count > rowsMax) {
            throw new ServerError(
                    SqlState.LIMIT_EXCEEDED, "a result has more than " + rowsMax + " rows");
        }
    }

    public boolean hasPasswords() {
        return anyPassword != null || !passwords.isEmpty();
    }

    /**
     * How long a statement may compute, in milliseconds; 0 for any time.
     *
     * @param own what the client asks for; 0 for any time
     */
    public long timeLimitMs(long own) {
        return shorter(own, statementTimeout.toMillis());
    }

    /** The shorter one of two times, of which 0 is the longest. */
    public static long shorter(long first, long second) {
        return first == 0 || second == 0 ? Math.max(first, second) : Math.min(first, second);
    }

    /** @param nanos how long a client has taken nothing of what it is sent */
    public boolean isSendTimeOver(long nanos) {
        return !sendTimeout.isZero() && nanos > sendTimeout.toNanos();
    }

    /** Null if the user may not log in. */
    public ScramVerifier verifier(String user) {
        return passwords.getOrDefault(user, anyPassword);
    }
}
