package org.sqlvm.jdbc.link;

import org.sqlvm.api.Database;
import org.sqlvm.api.Limit;
import org.sqlvm.api.Preparation;
import org.sqlvm.api.Rows;
import org.sqlvm.api.SqlvmException;
import org.sqlvm.api.Statement;
import org.sqlvm.api.Statement.Bindings;

import java.sql.SQLException;
import java.util.List;

/**
 * The database behind a connection: in this process, or on a server. Methods throw
 * {@link SqlvmException} as those of {@link Database} do.
 */
public interface Link extends AutoCloseable {
    /**
     * The database itself.
     *
     * @throws SQLException if it is in another process
     */
    Database database() throws SQLException;

    /** Whether {@link #database} has one. */
    boolean isEmbedded();

    /** Returns the user who has logged in to the server; empty without a server. */
    String userName();

    /** Whether a server allows no changes. */
    boolean isReadOnly();

    Statement prepare(String sql);

    Preparation preparation();

    /** Compiles and runs one query. */
    Rows query(String sql, Object... parameters);

    /** Runs all statements of a text. */
    void execute(String sql);

    boolean isAutocommit();

    long changes();

    long lastInsertRowid();

    void setLimit(Limit limit, int value);

    /** The entries of a batch that have been run, and how many rows each has changed. */
    final class BatchCounts {
        public final long[] counts;
        public int done;

        public BatchCounts(int entryCount) {
            counts = new long[entryCount];
        }
    }

    /**
     * Runs a statement for entries of a batch that have not been run, as many as can be run as one.
     * If an entry fails, those before it have been counted.
     *
     * @param appends whether the statement only inserts and the rowids were not requested
     */
    void runMany(Statement statement, List<Bindings> entries, BatchCounts run, boolean appends);

    /** Whether a query runs; {@code seconds} are how long it may take, 0 for any time. */
    boolean isValid(int seconds);

    /** Whether there is no connection to a server any more. */
    boolean isBroken();

    /** Ends what runs. Any thread may call. */
    void interrupt();

    @Override
    void close();
}
