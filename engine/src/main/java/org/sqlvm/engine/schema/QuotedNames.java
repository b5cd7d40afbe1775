package org.sqlvm.engine.schema;

import org.sqlvm.engine.error.SqlException;
import org.sqlvm.engine.sql.tree.Name;
import org.sqlvm.engine.sql.tree.Span;

import java.util.function.Supplier;

/**
 * Names in double quotes that resolve to nothing. They are strings, except for ALTER TABLE: there,
 * one is the former name of a column.
 */
public final class QuotedNames {
    private static final ScopedValue<Boolean> REFUSED = ScopedValue.newInstance();

    private QuotedNames() {}

    /** Runs work in which such names are errors. */
    public static <T> T withoutStrings(Supplier<T> work) {
        return ScopedValue.where(REFUSED, true).call(work::get);
    }

    /** Whether {@code name}, which names nothing, is a string. */
    public static boolean isString(Name name) {
        return name.quote() == Name.Quote.DOUBLE && !REFUSED.isBound();
    }

    /** Returns the error for a name that resolves to nothing. */
    public static SqlException noColumn(Name name, Span place) {
        return SqlException.error(
                name.quote() == Name.Quote.DOUBLE
                        ? "no such column: \"" + name.text()
                                + "\" - should this be a string literal in single-quotes?"
                        : "no such column: " + name.text(),
                place.start());
    }
}
