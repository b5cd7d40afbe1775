package org.sqlvm.engine.row.function;

import static org.sqlvm.engine.row.FunctionFact.TAKES_SUBTYPES;

import com.oracle.truffle.api.CompilerDirectives.TruffleBoundary;

import org.sqlvm.engine.data.Casts;
import org.sqlvm.engine.data.JsonText;
import org.sqlvm.engine.data.SqlNull;
import org.sqlvm.engine.data.Text;
import org.sqlvm.engine.data.TextBuilder;
import org.sqlvm.engine.error.SqlException;
import org.sqlvm.engine.json.JsonEditor;
import org.sqlvm.engine.json.JsonEditor.Edit;
import org.sqlvm.engine.json.JsonError;
import org.sqlvm.engine.json.JsonMaker;
import org.sqlvm.engine.json.JsonPatch;
import org.sqlvm.engine.json.JsonPath;
import org.sqlvm.engine.json.JsonPrinter;
import org.sqlvm.engine.json.Jsonb;
import org.sqlvm.engine.row.CallContext;
import org.sqlvm.engine.row.FunctionFact;
import org.sqlvm.engine.row.SqlFunction;

import java.util.ArrayList;
import java.util.List;

/**
 * JSON made and changed (sqlite.org/json1.html). Every function comes twice: json_… gives text,
 * jsonb_… a blob.
 */
final class JsonChangeFunctions {
    static final List<SqlFunction> FUNCTIONS = functions();

    /** The body of a function whose result is text or a blob. */
    @FunctionalInterface
    private interface Body {
        Object call(CallContext context, Object[] arguments, boolean binary);
    }

    private JsonChangeFunctions() {}

    private static List<SqlFunction> functions() {
        List<SqlFunction> functions = new ArrayList<>();
        add(functions, "", 1, 1, JsonChangeFunctions::remove);
        add(functions, "_array", 0, Scalar.MANY, JsonChangeFunctions::array, TAKES_SUBTYPES);
        add(functions, "_object", 0, Scalar.MANY, JsonChangeFunctions::object, TAKES_SUBTYPES);
        add(functions, "_remove", 0, Scalar.MANY, JsonChangeFunctions::remove);
        add(functions, "_patch", 2, 2, JsonChangeFunctions::patch);
        addEdit(functions, "insert", Edit.INSERT);
        addEdit(functions, "replace", Edit.REPLACE);
        addEdit(functions, "set", Edit.SET);
        addEdit(functions, "array_insert", Edit.ARRAY_INSERT);
        functions.add(Scalar.of("json_quote", 1, JsonChangeFunctions::quote).with(TAKES_SUBTYPES));
        return List.copyOf(functions);
    }

    private static void add(
            List<SqlFunction> functions,
            String suffix,
            int min,
            int max,
            Body body,
            FunctionFact... facts) {
        for (boolean binary : new boolean[] {false, true}) {
            String name = (binary ? "jsonb" : "json") + suffix;
            functions.add(Scalar.of(
                            name, min, max, (context, values) -> body.call(context, values, binary))
                    .with(facts));
        }
    }

    private static void addEdit(List<SqlFunction> functions, String name, Edit edit) {
        add(
                functions,
                "_" + name,
                0,
                Scalar.MANY,
                (context, arguments, binary) -> {
                    if (arguments.length > 0 && arguments.length % 2 == 0) {
                        throw SqlException.error(
                                "json_" + name + "() needs an odd number of arguments");
                    }
                    return edit(edit, arguments, binary);
                },
                TAKES_SUBTYPES);
    }

    @TruffleBoundary
    private static Object quote(CallContext context, Object[] arguments) {
        TextBuilder result = new TextBuilder(context.lengthMax());
        JsonMaker.append(result, arguments[0]);
        return JsonText.of(result.toText());
    }

    @TruffleBoundary
    private static Object array(CallContext context, Object[] arguments, boolean binary) {
        TextBuilder result = new TextBuilder(context.lengthMax());
        result.append('[');
        for (int i = 0; i < arguments.length; i++) {
            JsonMaker.separate(result);
            JsonMaker.append(result, arguments, i, 1);
        }
        return JsonMaker.result(result.append(']').toText(), binary);
    }

    @TruffleBoundary
    private static Object object(CallContext context, Object[] arguments, boolean binary) {
        if (arguments.length % 2 != 0) {
            throw SqlException.error("json_object() requires an even number of arguments");
        }
        TextBuilder result = new TextBuilder(context.lengthMax());
        result.append('{');
        for (int i = 0; i < arguments.length; i += 2) {
            if (!(arguments[i] instanceof Text label)) {
                throw SqlException.error("json_object() labels must be TEXT");
            }
            JsonMaker.separate(result);
            JsonPrinter.appendString(result, label);
            result.append(':');
            JsonMaker.append(result, arguments, i + 1, 2);
        }
        return JsonMaker.result(result.append('}').toText(), binary);
    }

    @TruffleBoundary
    private static Object remove(CallContext context, Object[] arguments, boolean binary) {
        Jsonb document = arguments.length == 0 ? null : Jsonb.parse(arguments[0]);
        if (document == null) {
            return SqlNull.NULL;
        }
        if (arguments.length == 1) {
            return JsonMaker.result(document, binary);
        }
        JsonEditor editor = new JsonEditor(document);
        for (int i = 1; i < arguments.length; i++) {
            if (arguments[i] == SqlNull.NULL) {
                return SqlNull.NULL;
            }
            Text path = Casts.toText(arguments[i]);
            if (isRoot(path)) {
                return SqlNull.NULL;
            }
            editor.remove(path);
        }
        return JsonMaker.result(editor.document(), binary);
    }

    private static boolean isRoot(Text path) {
        return JsonPath.isPath(path) && (path.length == 1 || path.array[path.offset + 1] == 0);
    }

    @TruffleBoundary
    private static Object edit(Edit edit, Object[] arguments, boolean binary) {
        Jsonb document = arguments.length == 0 ? null : Jsonb.parse(arguments[0]);
        if (document == null) {
            return SqlNull.NULL;
        }
        JsonEditor editor = new JsonEditor(document);
        for (int i = 1; i < arguments.length; i += 2) {
            if (arguments[i] == SqlNull.NULL) {
                continue;
            }
            Text path = Casts.toText(arguments[i]);
            if (!JsonPath.isPath(path)) {
                throw JsonError.badPath(path);
            }
            editor.edit(edit, path, JsonMaker.element(arguments[i + 1]));
        }
        return JsonMaker.result(editor.document(), binary);
    }

    @TruffleBoundary
    private static Object patch(CallContext context, Object[] arguments, boolean binary) {
        Jsonb target = Jsonb.parse(arguments[0]);
        Jsonb patch = target == null ? null : Jsonb.parse(arguments[1]);
        return patch == null
                ? SqlNull.NULL
                : JsonMaker.result(JsonPatch.apply(target, patch), binary);
    }
}
