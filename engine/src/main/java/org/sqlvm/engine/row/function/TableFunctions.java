package org.sqlvm.engine.row.function;

import org.sqlvm.engine.data.Casts;
import org.sqlvm.engine.data.SqlNull;
import org.sqlvm.engine.error.SqlException;
import org.sqlvm.engine.row.CallContext;
import org.sqlvm.engine.row.FunctionFact;

import java.util.List;
import java.util.Set;

/** Functions that are something for tables of some modules only: each table has its own. */
final class TableFunctions {
    /** The names that SQLite registers with sqlite3_overload_function for FTS3. */
    static final List<Scalar> FUNCTIONS = List.of(
            of("matchinfo", 1, 2),
            of("offsets", 1, 1),
            of("optimize", 1, 1),
            Scalar.changing("fts3_tokenizer", 1, 2, TableFunctions::tokenizer)
                    .with(FunctionFact.DIRECT_ONLY));

    private static final Set<String> TOKENIZERS = Set.of("simple", "porter", "unicode61");

    private TableFunctions() {}

    /** The address of a tokenizer, which SQLite gives only if it is told to. */
    private static Object tokenizer(CallContext context, Object[] arguments) {
        if (arguments.length > 1) {
            throw SqlException.error("fts3tokenize disabled");
        }
        String name =
                arguments[0] == SqlNull.NULL ? "" : Casts.toText(arguments[0]).toString();
        if (!TOKENIZERS.contains(name)) {
            int end = name.indexOf('\0'); // A string of C's ends there.
            throw SqlException.error(
                    "unknown tokenizer: " + (end < 0 ? name : name.substring(0, end)));
        }
        return SqlNull.NULL;
    }

    private static Scalar of(String name, int min, int max) {
        return Scalar.changing(name, min, max, (context, arguments) -> {
            throw SqlException.error(
                    "unable to use function " + name + " in the requested context");
        });
    }
}
