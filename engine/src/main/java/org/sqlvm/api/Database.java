package org.sqlvm.api;

import java.util.Iterator;
import java.util.stream.Stream;

/**
 * A connection to a database file, for Java callers. Comes from the polyglot value of a database
 * through {@code asHostObject()}; see the README. One thread at a time.
 */
public interface Database extends Callbacks, Tables, Hooks, AutoCloseable {
    /**
     * Compiles the first statement of {@code sql}.
     *
     * @return the statement, or null if {@code sql} holds only white space and comments
     */
    default Statement prepare(String sql) {
        return prepare(sql, 0).statement();
    }

    /**
     * Compiles the first statement of {@code sql} from {@code start} on.
     *
     * @return the statement (null if only white space and comments are left) and where the next one
     *     begins
     */
    Prepared prepare(String sql, int start);

    record Prepared(Statement statement, int end) {}

    /** Compiles statements, each as {@link #prepare(String, int)} does, until it is interrupted. */
    Preparation preparation();

    /** Compiles and runs one query. */
    Rows query(String sql, Object... parameters);

    /** Runs all statements of {@code sql} and gives the count of rows the last of them changed. */
    long execute(String sql, Object... parameters);

    /**
     * Inserts objects into a table, all or none: records, beans, maps, lists or arrays. See
     * {@link BulkInsert}, which can do it in other ways, too.
     *
     * @return how many rows were inserted
     */
    default long insertAll(String table, Iterable<?> rows) {
        return bulkInsert(table).insert(rows);
    }

    /** The same. */
    default long insertAll(String table, Iterator<?> rows) {
        return bulkInsert(table).insert(rows);
    }

    /** The same; the stream is closed. */
    default long insertAll(String table, Stream<?> rows) {
        return bulkInsert(table).insert(rows);
    }

    /** An insertion of objects into a table, which is told first how. */
    BulkInsert bulkInsert(String table);

    /** Outside of a transaction every statement commits itself. */
    boolean isAutocommit();

    long changes();

    long totalChanges();

    long lastInsertRowid();

    /**
     * The three above, and the functions of SQL of their names, are 0 again: for pools, whose next
     * user is to find nothing of the one before.
     */
    void resetCounts();

    /**
     * Makes all statements that run, or are compiled, end with SQLITE_INTERRUPT, as
     * sqlite3_interrupt (sqlite.org/c3ref/interrupt.html): the transaction of one that writes is
     * undone. Any thread may call; {@link Statement#interrupt} ends one of them.
     */
    void interrupt();

    /** Facts of the file's header, as the shell's .dbinfo shows them. */
    default FileInfo fileInfo() {
        return fileInfo("main");
    }

    /** The same of {@code main}, {@code temp} or an attached database. */
    FileInfo fileInfo(String schema);

    /**
     * The bytes of a page.
     *
     * @param number from 1
     */
    byte[] page(int number);

    /** The whole database as the bytes of a database file; empty for one without pages. */
    default byte[] serialize() {
        return serialize("main");
    }

    /** The same of {@code main}, {@code temp} or an attached database. */
    byte[] serialize(String schema);

    /**
     * A database becomes one in memory, with the content of a database file.
     *
     * @param schema {@code main} or the name of an attached one, outside of transactions
     * @param image copied; empty for a database without pages
     */
    void deserialize(String schema, byte[] image);

    /**
     * Opens a BLOB or TEXT for reading and writing in place (sqlite.org/c3ref/blob_open.html).
     *
     * @param schema {@code main}, {@code temp} or the name of an attached one
     * @param writable not for columns of indexes and foreign keys
     */
    Blob openBlob(String schema, String table, String column, long rowid, boolean writable);

    /**
     * Begins a backup of a database of this connection.
     *
     * @param schema {@code main}, {@code temp} or the name of an attached one
     * @param target another open connection, outside of transactions
     * @param targetSchema which of its databases is overwritten
     */
    Backup backup(String schema, Database target, String targetSchema);

    /**
     * Whether statements are kept from damaging the file
     * (sqlite.org/c3ref/c_dbconfig_defensive.html): tables in which virtual tables store their
     * content are changed by their modules only; PRAGMA writable_schema and schema_version, and
     * journal_mode = OFF, do nothing. At first off.
     */
    void setDefensive(boolean on);

    /** Absolute path, or an empty string for a database in memory. */
    String path();

    @Override
    void close();
}
