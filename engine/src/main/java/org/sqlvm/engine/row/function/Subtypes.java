package org.sqlvm.engine.row.function;

import static org.sqlvm.engine.row.FunctionFact.NEVER_FAILS;
import static org.sqlvm.engine.row.FunctionFact.TAKES_SUBTYPES;

import org.sqlvm.engine.data.JsonText;
import org.sqlvm.engine.data.Text;
import org.sqlvm.engine.data.Values;
import org.sqlvm.engine.data.VectorBlob;
import org.sqlvm.engine.row.CallContext;
import org.sqlvm.engine.row.ScalarFunction;
import org.sqlvm.engine.row.SqlFunction;

import java.util.List;

/**
 * The way of JSON text from function to function (sqlite.org/json1.html section 3.2). SQLite lets a
 * value be JSON no further than the query that made it.
 */
public final class Subtypes {
    /** The value, no longer known as JSON. */
    public static final ScalarFunction CLEAR =
            Scalar.of("clear_subtype", 1, (context, arguments) -> JsonText.forget(arguments[0]));

    /** subtype(): 74 for JSON, 223 to 225 for embeddings, else 0. */
    public static final ScalarFunction GET = Scalar.of(
                    "subtype", 1, (context, arguments) -> get(arguments[0]))
            .with(NEVER_FAILS, TAKES_SUBTYPES);

    /** The first argument, known as JSON if the second, a subtype, says so. */
    public static final ScalarFunction SET = Scalar.of("set_subtype", 2, Subtypes::set);

    static final List<SqlFunction> FUNCTIONS = List.of(GET);

    private Subtypes() {}

    private static Object get(Object value) {
        return switch (value) {
            case JsonText _ -> JsonText.SUBTYPE;
            case VectorBlob blob -> blob.subtype;
            default -> 0L;
        };
    }

    private static Object set(CallContext context, Object[] arguments) {
        boolean json = arguments[1] instanceof Long subtype && subtype == JsonText.SUBTYPE;
        return json && arguments[0] instanceof Text text
                ? JsonText.of(text.owned())
                : Values.owned(arguments[0]);
    }
}
