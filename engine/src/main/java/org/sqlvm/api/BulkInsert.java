package org.sqlvm.api;

import java.util.Iterator;
import java.util.function.LongConsumer;
import java.util.stream.Stream;

/**
 * Inserts objects as rows of a table; made by {@link Database#bulkInsert}. Its methods set options,
 * and {@link #insert} ends the chain.
 *
 * <pre>{@code
 * long count = database.bulkInsert("tasks")
 *         .createTable()
 *         .onConflict(BulkInsert.Conflict.REPLACE)
 *         .insert(tasks);
 * }</pre>
 *
 * <p>A row is a record, a bean, an object with public fields, a map from column names to values, or
 * a list or an array with a value for each column. The first row determines the members that are
 * inserted. A member belongs to the column of its name, where case and underscores do not count, as
 * in {@link Rows#as}. A column without a member gets its DEFAULT. A member that only a later row
 * has is an error.
 *
 * <p>Values are those of {@link Statement#bind}; dates and times are stored as SQLite's own
 * functions write them, constants of an enum by their names, BigDecimal, BigInteger, UUID and
 * Character as text.
 *
 * <p>All rows are inserted in one transaction, or in a savepoint of the open transaction. If a row
 * cannot be inserted, none is; the error names the member and the row, counted from 1. Between two
 * rows the program may use the database, but not end the transaction. {@link Database#interrupt}
 * ends an insertion like a statement.
 */
public interface BulkInsert {
    /** The resolution of a row that violates a constraint (sqlite.org/lang_conflict.html). */
    enum Conflict {
        /** The insertion fails, and none of its rows is kept. */
        ABORT,
        /** The row is skipped. */
        IGNORE,
        /** The rows that conflict with it are deleted. */
        REPLACE,
        /** The insertion fails; the rows before stay inserted. */
        FAIL,
        /** The insertion fails, and the whole transaction is rolled back. */
        ROLLBACK
    }

    /**
     * Names the table's database: {@code main}, {@code temp} or an attached one. Without it, the
     * databases are searched in SQLite's order.
     */
    BulkInsert schema(String name);

    /** Sets how rows that violate a constraint are resolved, like the OR clause of INSERT. */
    BulkInsert onConflict(Conflict action);

    /** Restricts the insertion to these members; others are ignored. */
    BulkInsert columns(String... names);

    /** Reads the columns of each row with these accessors, whatever the row's class. */
    BulkInsert columns(TableColumns<?> columns);

    /**
     * Creates the table if it does not exist: a column for each member of the first row, declared
     * with the type that its values are stored as.
     */
    BulkInsert createTable();

    /**
     * Creates the table if it does not exist, with a column for each member of {@code type}; there
     * need not be a row.
     */
    BulkInsert createTable(Class<?> type);

    /**
     * Lets every row have other members. A member without a column adds one to the table, in the
     * same transaction; a column without a member gets its DEFAULT, or NULL. Together with
     * {@link #createTable} the table need not exist.
     *
     * <p>A column for a class's member is declared as by {@link #createTable}. A column for a
     * member of a map or of JSON has no type (ANY in a STRICT table), so that later values of any
     * type are stored unchanged. Maps, records, arrays and collections within a row are stored as
     * JSON.
     */
    BulkInsert addColumns();

    /**
     * Makes the members of nested maps, records and JSON objects members of the row: {@code a.b} is
     * the member {@code b} of {@code a}. For {@link #addColumns} and {@link #json}.
     */
    BulkInsert flatten();

    /**
     * Takes rows that are JSON objects, each a CharSequence or UTF-8 in a {@code byte[]}. Members
     * without a column are handled by {@link #addColumns}; without it, they are an error.
     */
    BulkInsert json();

    /**
     * Commits after this many rows, and again after as many more. Has no effect inside a
     * transaction of the caller.
     */
    BulkInsert commitEvery(long rows);

    /**
     * Calls the listener from time to time with the number of rows that have been read. An
     * exception that it throws ends the insertion.
     */
    BulkInsert onProgress(LongConsumer listener);

    /**
     * Inserts rows.
     *
     * @return the number of rows that were inserted
     * @throws SqlvmException with SQLite's code; if a row caused the error, the message begins with
     *     its number
     */
    long insert(Iterator<?> rows);

    /** Inserts rows; see {@link #insert(Iterator)}. */
    default long insert(Iterable<?> rows) {
        return insert(rows.iterator());
    }

    /** Inserts the rows of a stream, and closes it. */
    default long insert(Stream<?> rows) {
        try (rows) {
            return insert(rows.iterator());
        }
    }
}
