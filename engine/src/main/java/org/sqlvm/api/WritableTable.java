package org.sqlvm.api;

/**
 * A virtual table whose rows statements change (sqlite.org/vtab.html section 2.13). Values are
 * Long, Double, String, byte[] and null.
 *
 * <p>A constraint that a change breaks is told by an {@link SqlvmException} with a code of
 * SQLITE_CONSTRAINT (19); the engine then does what the statement's OR says. For REPLACE, a table
 * deletes the rows that stand in the way ({@link #replace}, {@link #updateReplacing}); for one that
 * does not, REPLACE is as ABORT.
 *
 * <p>{@link #begin} comes before the first change of a transaction, at its end {@link #sync}, which
 * may throw, and {@link #commit}; or {@link #rollback}. A table that does nothing in these keeps
 * its changes when the transaction is undone, as in SQLite.
 */
public interface WritableTable extends ModuleTable {
    /**
     * Inserts a row.
     *
     * @param rowid null for one that the table finds
     * @param values by column; null for those that the statement does not name
     * @return its rowid
     */
    long insert(Long rowid, Object[] values);

    /** The same for INSERT OR REPLACE. */
    default long replace(Long rowid, Object[] values) {
        return insert(rowid, values);
    }

    /**
     * Changes a row.
     *
     * @param key its rowid; or its primary key, of a table WITHOUT ROWID
     * @param newKey the same afterwards
     * @param values by column, also of those that do not change; {@link TableCursor#UNCHANGED}
     *     where the cursor gave that
     */
    void update(Object key, Object newKey, Object[] values);

    /** The same for UPDATE OR REPLACE. */
    default void updateReplacing(Object key, Object newKey, Object[] values) {
        update(key, newKey, values);
    }

    /**
     * Deletes a row.
     *
     * @param key as for {@link #update}
     */
    void delete(Object key);

    /**
     * Whether cursors are asked with {@link TableCursor#columnToKeep} for the columns that an
     * UPDATE does not assign to, so that values which are large or have to be computed need not be
     * made.
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
    default void onConflict(String action) {}

    default void begin() {}

    default void sync() {}

    default void commit() {}

    default void rollback() {}

    /** What is changed from now on can be undone alone. Numbers rise from 0. */
    default void savepoint(int number) {}

    /** A savepoint and those after it are forgotten; the changes stay. */
    default void release(int number) {}

    /** What was changed since a savepoint is undone; the savepoint stays. */
    default void rollbackTo(int number) {}
}
