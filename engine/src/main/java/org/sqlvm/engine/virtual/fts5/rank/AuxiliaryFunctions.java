package org.sqlvm.engine.virtual.fts5.rank;

import org.sqlvm.api.Arguments;
import org.sqlvm.api.Result;
import org.sqlvm.api.Rows;
import org.sqlvm.api.search.AuxiliaryFunction;
import org.sqlvm.api.search.MatchContext;
import org.sqlvm.engine.error.ResultCode;
import org.sqlvm.engine.error.SqlException;

import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/** The auxiliary functions of a connection by their names: SQLite's, and those of the program. */
public final class AuxiliaryFunctions {
    private static final byte[] NONE = {};

    private final Map<String, AuxiliaryFunction> functions = new ConcurrentHashMap<>(Map.of(
            "bm25",
            new Bm25(),
            "highlight",
            new Highlight(),
            "snippet",
            new Snippet(),
            "fts5_get_locale",
            AuxiliaryFunctions::getLocale));

    /** Adds a function, instead of one that has had the name, in any case of letters. */
    public void add(String name, AuxiliaryFunction function) {
        functions.put(name.toLowerCase(Locale.ROOT), function);
    }

    /** Returns the function of a name; null if there is none. */
    public AuxiliaryFunction find(String name) {
        return functions.get(name.toLowerCase(Locale.ROOT));
    }

    /** Returns all names, in lower case. */
    public Set<String> names() {
        return Set.copyOf(functions.keySet());
    }

    /** {@code fts5_get_locale(t, column)}: the locale of a column's text. */
    private static void getLocale(MatchContext match, Arguments arguments, Result result) {
        if (arguments.count() != 1) {
            throw SqlException.error("wrong number of arguments to function fts5_get_locale()");
        }
        if (!isInteger(arguments)) {
            throw SqlException.error("non-integer argument passed to function fts5_get_locale()");
        }
        int column = column(arguments, 0);
        if (column < 0 || column >= match.columnCount()) {
            throw new SqlException(ResultCode.RANGE, "column index out of range");
        }
        result.setText(match.columnLocale(column));
    }

    /** Whether it is an integer, or a text that looks like one. */
    private static boolean isInteger(Arguments arguments) {
        if (arguments.type(0) == Rows.Type.TEXT) {
            return isInteger(arguments.getText(0).strip());
        }
        return arguments.type(0) == Rows.Type.INTEGER;
    }

    private static boolean isInteger(String text) {
        try {
            Long.parseLong(text);
            return true;
        } catch (NumberFormatException e) {
            return false;
        }
    }

    /** An argument as the number of a column; all that are less than 0 are -1. */
    static int column(Arguments arguments, int index) {
        return (int) Math.min(Math.max(arguments.getLong(index), -1), Integer.MAX_VALUE);
    }

    /** An argument as text; none for NULL. */
    static byte[] utf8(Arguments arguments, int index) {
        byte[] bytes = arguments.isNull(index) ? null : arguments.getBlob(index);
        return bytes == null ? NONE : bytes;
    }

    /** Sets the result to a text. */
    static void setUtf8(Result result, byte[] utf8) {
        result.setText(new String(utf8, StandardCharsets.UTF_8));
    }
}
