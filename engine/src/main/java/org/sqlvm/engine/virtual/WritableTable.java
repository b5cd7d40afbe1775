package org.sqlvm.engine.virtual;

import org.sqlvm.engine.sql.tree.ConflictAction;

/**
 * A virtual table whose rows statements change (sqlite.org/vtab.html section 2.13). Values are as
 * in registers, and borrowed.
 *
 * <p>A constraint that a change breaks is told by a SqlException with a code of SQLITE_CONSTRAINT;
 * the engine then does what the statement's OR says, except for REPLACE, which the table does.
 *
 * <p>{@link #begin} comes before the first change of a transaction. At its end comes {@link #sync},
 * which may fail, then {@link #commit}; or {@link #rollback}. Savepoints have numbers; those of
 * BEGIN … COMMIT and those that guard single statements are one sequence.
 */
public interface WritableTable extends ModuleTable {
    /**
     * Inserts a row.
     *
     * @param rowid a Long, or null for one that the table finds
     * @param values by column; NULL for those that the statement does not name
     * @return its rowid; means nothing for a table WITHOUT ROWID
     */
    long insert(Long rowid, Object[] values, ConflictAction conflict);

    /**
     * Changes a row.
     *
     * @param key its rowid, a Long; or its primary key, of a table WITHOUT ROWID
     * @param newKey the same afterwards
     * @param values by column, also of those that do not change; a Java null where
     *     {@link VirtualCursor#columnToKeep} gave none
     * @param changed by column: whether the statement assigns to it
     */
    void update(
            Object key, Object newKey, Object[] values, boolean[] changed, ConflictAction conflict);

    /**
     * Deletes a row.
     *
     * @param key as for {@link #update}
     */
    void delete(Object key);

    /**
     * Whether cursors are asked with {@link VirtualCursor#columnToKeep} for columns that an UPDATE
     * does not assign to.
     */
    default boolean keepsUnchanged() {
        return false;
    }

    /**
     * Whether a change that it refuses with SQLITE_CONSTRAINT is undone alone, so that the OR of a
     * statement says what follows; if not, the statement fails and is undone
     * (SQLITE_VTAB_CONSTRAINT_SUPPORT).
     */
    default boolean supportsConstraints() {
        return true;
    }

    default void begin() {}

    default void sync() {}

    default void commit() {}

    default void rollback() {}

    /** What is changed from now on can be undone alone. */
    default void savepoint(int number) {}

    /** The savepoint and those after it are forgotten; what was changed stays. */
    default void release(int number) {}

    /** What was changed since the savepoint is undone; the savepoint stays. */
    default void rollbackTo(int number) {}
}
