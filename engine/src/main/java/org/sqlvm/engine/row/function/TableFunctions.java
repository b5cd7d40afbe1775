package org.sqlvm.engine.row.function;

import org.sqlvm.engine.error.SqlException;

import java.util.List;

/** Functions that are something for tables of some modules only: each table has its own. */
final class TableFunctions {
    /** The names that SQLite registers with sqlite3_overload_function. */
    static final List<Scalar> FUNCTIONS = List.of(
            of("matchinfo", 1, 2),
            of("offsets", 1, 1),
            of("optimize", 1, 1),
            of("snippet", 0, Scalar.MANY));

    private TableFunctions() {}

    private static Scalar of(String name, int min, int max) {
        return Scalar.changing(name, min, max, (context, arguments) -> {
            throw SqlException.error(
                    "unable to use function " + name + " in the requested context");
        });
    }
}
