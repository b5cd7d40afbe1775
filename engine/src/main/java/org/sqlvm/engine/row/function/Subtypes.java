package org.sqlvm.engine.row.function;

import org.sqlvm.engine.data.JsonText;
import org.sqlvm.engine.data.Text;
import org.sqlvm.engine.data.Values;
import org.sqlvm.engine.row.CallContext;
import org.sqlvm.engine.row.ScalarFunction;
import org.sqlvm.engine.row.SqlFunction;

import java.util.List;
import java.util.Set;

/**
 * The way of JSON text from function to function (sqlite.org/json1.html section 3.2). SQLite lets a
 * value be JSON no further than the query that made it.
 */
public final class Subtypes {
    /** The value, no longer known as JSON. */
    public static final ScalarFunction CLEAR =
            Scalar.of("clear_subtype", 1, (context, arguments) -> JsonText.forget(arguments[0]));

    /** subtype(): 74 for JSON, else 0. */
    public static final ScalarFunction GET = Scalar.of(
            "subtype",
            1,
            (context, arguments) -> arguments[0] instanceof JsonText ? JsonText.SUBTYPE : 0L);

    /** The first argument, known as JSON if the second, a subtype, says so. */
    public static final ScalarFunction SET = Scalar.of("set_subtype", 2, Subtypes::set);

    static final List<SqlFunction> FUNCTIONS = List.of(GET);

    private static final Set<String> TAKERS = Set.of(
            "json_array",
            "json_array_insert",
            "json_group_array",
            "json_group_object",
            "json_insert",
            "json_object",
            "json_quote",
            "json_replace",
            "json_set",
            "jsonb_array",
            "jsonb_array_insert",
            "jsonb_group_array",
            "jsonb_group_object",
            "jsonb_insert",
            "jsonb_object",
            "jsonb_replace",
            "jsonb_set",
            "subtype");

    private Subtypes() {}

    /** Whether a function asks which of its arguments are JSON. */
    public static boolean areTakenBy(SqlFunction function) {
        return TAKERS.contains(function.builtIn());
    }

    private static Object set(CallContext context, Object[] arguments) {
        boolean json = arguments[1] instanceof Long subtype && subtype == JsonText.SUBTYPE;
        return json && arguments[0] instanceof Text text
                ? JsonText.of(text.owned())
                : Values.owned(arguments[0]);
    }
}
