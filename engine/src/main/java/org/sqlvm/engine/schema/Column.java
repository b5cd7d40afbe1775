package org.sqlvm.engine.schema;

import org.sqlvm.engine.data.Affinity;
import org.sqlvm.engine.data.Collation;
import org.sqlvm.engine.error.SqlException;
import org.sqlvm.engine.sql.tree.Expression;
import org.sqlvm.engine.sql.tree.Name;
import org.sqlvm.engine.sql.tree.Span;

/**
 * A column of a table.
 *
 * @param declaredType the type as written, or null
 * @param collationName the collation's name as written
 * @param recordIndex the value's index in the record; -1 for a virtual generated column. In a
 *     WITHOUT ROWID table the primary key's columns come first
 * @param defaultValue the DEFAULT expression, or null
 * @param hidden whether {@code *} leaves it out
 * @param generation how the values of a generated column are made, or null
 */
public record Column(
        String name,
        String declaredType,
        Affinity affinity,
        Collation collation,
        String collationName,
        boolean notNull,
        Expression defaultValue,
        int recordIndex,
        boolean hidden,
        Expression generation) {

    /** A column without constraints. */
    public static Column plain(
            String name,
            String declaredType,
            Affinity affinity,
            Collation collation,
            int recordIndex,
            boolean hidden) {
        return new Column(
                name,
                declaredType,
                affinity,
                collation,
                collation.name(),
                false,
                null,
                recordIndex,
                hidden,
                null);
    }

    /** The column with NOT NULL. */
    Column withNotNull() {
        return new Column(
                name,
                declaredType,
                affinity,
                collation,
                collationName,
                true,
                defaultValue,
                recordIndex,
                hidden,
                generation);
    }

    /** Whether its values are computed, stored or not. */
    public boolean generated() {
        return generation != null;
    }

    /** Whether its values are computed whenever they are read. */
    public boolean isVirtual() {
        return generated() && recordIndex < 0;
    }

    /** Returns the error for a name that resolves to nothing. */
    public static SqlException missing(Name name, Span place) {
        return SqlException.error(
                name.quote() == Name.Quote.DOUBLE
                        ? "no such column: \"" + name.text()
                                + "\" - should this be a string literal in single-quotes?"
                        : "no such column: " + name.text(),
                place.start());
    }
}
