package org.sqlvm.api;

import java.util.Iterator;
import java.util.function.LongConsumer;
import java.util.stream.Stream;

/**
 * Objects on their way into a table: what {@link Database#bulkInsert} gives. Says how, and then
 * inserts.
 *
 * <pre>{@code
 * long count = database.bulkInsert("tasks")
 *         .createTable()
 *         .onConflict(BulkInsert.Conflict.REPLACE)
 *         .insert(tasks);
 * }</pre>
 *
 * <p>A row is a record, a bean, an object with public fields, a map with the names of columns, or a
 * list or an array of objects with a value for each column. The first row says which columns there
 * are; a name is that of a column whatever its case and its underscores, as when rows are read back
 * with {@link Rows#as}. A column that it does not have gets its DEFAULT. A member that only a later
 * row has is an error.
 *
 * <p>Values are those of {@link Statement#bind}; dates and times are stored as SQLite's own
 * functions write them, constants of an enum by their names, BigDecimal, BigInteger, UUID and
 * Character as text.
 *
 * <p>All rows are one transaction, or a savepoint inside the one that there is. If a row cannot be
 * inserted nothing is: the error names the row, counted from 1, and the member. Between two rows
 * the program may use the database, but not end the transaction. {@link Database#interrupt} ends an
 * insertion as it does a statement.
 */
public interface BulkInsert {
    /** What is done about a row that violates a constraint (sqlite.org/lang_conflict.html). */
    enum Conflict {
        /** Nothing is inserted. */
        ABORT,
        /** The row is left out. */
        IGNORE,
        /** Rows that are in its way are deleted. */
        REPLACE,
        /** What has been inserted stays. */
        FAIL,
        /** Nothing is inserted, and the transaction is undone. */
        ROLLBACK
    }

    /** The table is in {@code main}, {@code temp} or an attached database, and not in the first. */
    BulkInsert schema(String name);

    /** What is done about rows that violate constraints: the OR of the INSERT. */
    BulkInsert onConflict(Conflict action);

    /** Only these members are inserted; rows may have others. */
    BulkInsert columns(String... names);

    /** Rows have these columns, whatever they are. */
    BulkInsert columns(TableColumns<?> columns);

    /**
     * Makes the table if there is none of the name: a column for each member of the first row, with
     * the type that its values are stored as.
     */
    BulkInsert createTable();

    /** The same for rows of a class, of which there may be none. */
    BulkInsert createTable(Class<?> type);

    /**
     * Each row says which members it has: one that is no column of the table gets a column, in the
     * same transaction, and one that a row does not have is the column's DEFAULT, or NULL. Together
     * with {@link #createTable} there need not be a table either.
     *
     * <p>The column of a class's member is declared as {@link #createTable} does it. That of a map
     * or of JSON has no type (ANY in a STRICT table), so that values stay what they are, whatever
     * comes later. Maps, records, arrays and collections within a row are stored as JSON.
     */
    BulkInsert addColumns();

    /**
     * The members of maps, records and JSON objects within a row are members of the row:
     * {@code a.b} is what {@code a} has as {@code b}. For {@link #addColumns} and {@link #json}.
     */
    BulkInsert flatten();

    /**
     * A row is a text of JSON, an object: a CharSequence, or its UTF-8 in a {@code byte[]}. Its
     * members are found as {@link #addColumns} says; without that, one that is no column is an
     * error.
     */
    BulkInsert json();

    /**
     * Commits after this many rows, and again after as many more. Has no effect inside a
     * transaction of the caller.
     */
    BulkInsert commitEvery(long rows);

    /**
     * Tells now and then how many rows have been read. What the listener throws ends the insertion.
     */
    BulkInsert onProgress(LongConsumer listener);

    /**
     * Inserts rows.
     *
     * @return how many were inserted
     * @throws SqlvmException with SQLite's code; the message begins with the number of the row that
     *     is to blame, if there is one
     */
    long insert(Iterator<?> rows);

    /** The same. */
    default long insert(Iterable<?> rows) {
        return insert(rows.iterator());
    }

    /** The same; the stream is closed. */
    default long insert(Stream<?> rows) {
        try (rows) {
            return insert(rows.iterator());
        }
    }
}
