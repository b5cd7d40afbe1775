package org.sqlvm.api;

import org.jspecify.annotations.Nullable;

/**
 * A virtual table that INSERT, UPDATE and DELETE can change (sqlite.org/vtab.html section 2.13).
 * Values are Long, Double, String, byte[] and null.
 *
 * <p>A change that violates a constraint throws an {@link SqlvmException} with a code of
 * SQLITE_CONSTRAINT (19); the engine then follows the statement's OR clause. For OR REPLACE, the
 * table itself deletes the conflicting rows ({@link #replace}, {@link #updateReplacing}); if it
 * does not, REPLACE behaves like ABORT.
 *
 * <p>The engine calls {@link #begin} before the first change of a transaction. A commit calls
 * {@link #sync}, which may throw, and then {@link #commit}; a rollback calls {@link #rollback}. A
 * table that does not override these methods keeps its changes after a rollback, as in SQLite.
 */
public interface WritableTable extends ModuleTable {
    /**
     * Inserts a row.
     *
     * @param rowid the new row's rowid; null if the table chooses it
     * @param values the values by column; null for columns that the statement does not name
     * @return the new row's rowid
     */
    long insert(@Nullable Long rowid, @Nullable Object[] values);

    /**
     * Inserts a row and deletes the rows that conflict with it, for INSERT OR REPLACE; see
     * {@link #insert}.
     */
    default long replace(@Nullable Long rowid, @Nullable Object[] values) {
        return insert(rowid, values);
    }

    /**
     * Changes a row.
     *
     * @param key the row's rowid, or its primary key in a table WITHOUT ROWID
     * @param newKey the rowid or primary key after the change
     * @param values the values of all columns, also of those that do not change;
     *     {@link TableCursor#UNCHANGED} for those for which the cursor returned it
     */
    void update(Object key, Object newKey, @Nullable Object[] values);

    /**
     * Changes a row and deletes the rows that conflict with it, for UPDATE OR REPLACE; see
     * {@link #update}.
     */
    default void updateReplacing(Object key, Object newKey, @Nullable Object[] values) {
        update(key, newKey, values);
    }

    /**
     * Deletes a row.
     *
     * @param key the row's rowid or primary key; see {@link #update}
     */
    void delete(Object key);

    /**
     * Returns whether an UPDATE reads the columns that it does not assign to with
     * {@link TableCursor#columnToKeep}, which need not return values that are large or have to be
     * computed.
     */
    default boolean keepsUnchanged() {
        return false;
    }

    /**
     * Whether a change that the table refuses with SQLITE_CONSTRAINT is undone alone, so that the
     * statement's OR says what follows; if not, the statement fails and is undone
     * (sqlite.org/c3ref/c_vtab_constraint_support.html).
     */
    default boolean supportsConstraints() {
        return true;
    }

    /**
     * Tells what the OR of the statement says, before each change and behind it
     * (sqlite.org/c3ref/vtab_on_conflict.html).
     *
     * @param action ABORT, FAIL, IGNORE, REPLACE or ROLLBACK; null behind the change
     */
    default void onConflict(@Nullable String action) {}

    default void begin() {}

    default void sync() {}

    default void commit() {}

    default void rollback() {}

    /**
     * Begins a savepoint: {@link #rollbackTo} with this number undoes the changes after it. Numbers
     * rise from 0.
     */
    default void savepoint(int number) {}

    /** Removes a savepoint and those after it; the changes stay. */
    default void release(int number) {}

    /** Undoes the changes since a savepoint; the savepoint stays. */
    default void rollbackTo(int number) {}
}
