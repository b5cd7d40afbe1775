package org.sqlvm.api;

import org.jspecify.annotations.Nullable;

import java.util.Iterator;
import java.util.stream.Stream;

/**
 * A connection to a database file, for Java callers. A polyglot value of a database returns it from
 * {@code asHostObject()}; see the README. Only one thread at a time may use it.
 */
public interface Database extends Callbacks, Tables, Hooks, AutoCloseable {
    /**
     * Compiles the first statement of {@code sql}.
     *
     * @return the statement, or null if {@code sql} holds only white space and comments
     */
    default @Nullable Statement prepare(String sql) {
        return prepare(sql, 0).statement();
    }

    /**
     * Compiles the first statement of {@code sql} from {@code start} on.
     *
     * @return the statement (null if only white space and comments are left) and where the next one
     *     begins
     */
    Prepared prepare(String sql, int start);

    record Prepared(@Nullable Statement statement, int end) {}

    /** Returns a compiler of statements that another thread can interrupt. */
    Preparation preparation();

    /** Compiles and runs one query. */
    Rows query(String sql, @Nullable Object... parameters);

    /**
     * Runs all statements of {@code sql} and returns the number of rows that the last of them
     * changed.
     */
    long execute(String sql, @Nullable Object... parameters);

    /**
     * Inserts objects into a table, all or none: records, beans, maps, lists or arrays.
     * {@link #bulkInsert} has more options.
     *
     * @return the number of rows that were inserted
     */
    default long insertAll(String table, Iterable<?> rows) {
        return bulkInsert(table).insert(rows);
    }

    /** The same. */
    default long insertAll(String table, Iterator<?> rows) {
        return bulkInsert(table).insert(rows);
    }

    /** Inserts the objects of a stream into a table, all or none, and closes the stream. */
    default long insertAll(String table, Stream<?> rows) {
        return bulkInsert(table).insert(rows);
    }

    /** Begins an insertion of objects into a table, whose options are set before it runs. */
    BulkInsert bulkInsert(String table);

    /** Returns whether no transaction of BEGIN is open, so that every statement commits itself. */
    boolean isAutocommit();

    /**
     * Returns what the connection does with {@code main} at the moment, like sqlite3_txn_state
     * (sqlite.org/c3ref/txn_state.html). Any thread may call this.
     */
    TransactionState transactionState();

    /**
     * Returns {@link Statement#progress} of the statement that was begun last. Any thread may call
     * this.
     *
     * @return null if there is none, or it has been closed
     */
    @Nullable
    Counters progress();

    long changes();

    long totalChanges();

    long lastInsertRowid();

    /**
     * Sets {@link #changes}, {@link #totalChanges} and {@link #lastInsertRowid} to 0, and with them
     * the SQL functions of these names. Pools call it, so that the next user of a connection does
     * not see the counts of the last one.
     */
    void resetCounts();

    /**
     * Ends all statements that are running or being compiled with SQLITE_INTERRUPT (9), like
     * sqlite3_interrupt (sqlite.org/c3ref/interrupt.html). The transaction of one that writes is
     * rolled back. Any thread may call this. {@link Statement#interrupt} ends a single statement.
     */
    void interrupt();

    /** Returns the facts of the header of {@code main}, as the shell's .dbinfo shows them. */
    default FileInfo fileInfo() {
        return fileInfo("main");
    }

    /** The same of {@code main}, {@code temp} or an attached database. */
    FileInfo fileInfo(String schema);

    /**
     * Returns the bytes of a page of {@code main}.
     *
     * @param number the page's number, from 1
     */
    byte[] page(int number);

    /** Returns {@code main} as the bytes of a database file; empty for a database without pages. */
    default byte[] serialize() {
        return serialize("main");
    }

    /** The same of {@code main}, {@code temp} or an attached database. */
    byte[] serialize(String schema);

    /**
     * Replaces a database by one in memory with the content of a database file.
     *
     * @param schema {@code main} or the name of an attached one, outside of transactions
     * @param image the bytes of the file, which are copied; empty for a database without pages
     */
    void deserialize(String schema, byte[] image);

    /**
     * Begins a transaction, as BEGIN does, and returns a description of the content that it reads,
     * for {@link #beginSnapshot(String, byte[])} of other connections, also in other processes.
     *
     * <p>With a write-ahead log, the content stays readable for them while this transaction lasts,
     * whatever is committed meanwhile (sqlite.org/c3ref/snapshot.html); the log does not begin
     * again before. Without one, readers and writers exclude each other, and a later commit makes
     * the description useless.
     *
     * @param schema {@code main} or the name of an attached database
     * @return the description; null if the content cannot be identified, as that of a database in
     *     memory
     */
    byte @Nullable [] beginSnapshot(String schema);

    /**
     * Begins a transaction, as BEGIN does, that reads the content of another one's snapshot.
     *
     * @param snapshot from {@link #beginSnapshot(String)} of a connection to the same file
     * @throws SqlvmException SQLITE_ERROR_SNAPSHOT (769) if that content is not there any more
     */
    void beginSnapshot(String schema, byte[] snapshot);

    /**
     * Opens a BLOB or TEXT for reading and writing in place (sqlite.org/c3ref/blob_open.html).
     *
     * @param schema {@code main}, {@code temp} or the name of an attached one
     * @param writable whether the value may be written; not allowed for columns of indexes and
     *     foreign keys
     */
    Blob openBlob(String schema, String table, String column, long rowid, boolean writable);

    /**
     * Begins a backup of a database of this connection.
     *
     * @param schema {@code main}, {@code temp} or the name of an attached one
     * @param target another open connection, outside of transactions
     * @param targetSchema the database of {@code target} that is overwritten
     */
    Backup backup(String schema, Database target, String targetSchema);

    /**
     * Sets whether statements are kept from damaging the file
     * (sqlite.org/c3ref/c_dbconfig_defensive.html). If on, only modules change the tables in which
     * their virtual tables store content, and PRAGMA writable_schema, schema_version and
     * journal_mode = OFF have no effect. The default is off.
     */
    void setDefensive(boolean on);

    /** Returns the absolute path of {@code main}, or an empty string for a database in memory. */
    String path();

    @Override
    void close();
}
