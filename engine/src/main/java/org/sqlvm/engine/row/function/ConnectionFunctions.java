package org.sqlvm.engine.row.function;

import static org.sqlvm.engine.row.FunctionFact.NEVER_FAILS;
import static org.sqlvm.engine.row.FunctionFact.STRICT;

import org.sqlvm.engine.data.Casts;
import org.sqlvm.engine.data.SqlNull;
import org.sqlvm.engine.data.Text;
import org.sqlvm.engine.error.SqlException;
import org.sqlvm.engine.row.CallContext;
import org.sqlvm.engine.row.ScalarFunction;
import org.sqlvm.engine.row.SqlFunction;

import java.util.List;
import java.util.function.ToLongFunction;

/** What the connection and the library say of themselves, and what they refuse. */
public final class ConnectionFunctions {
    /** What PRAGMA temp_store calls: the argument is 0, 1 or 2. */
    public static final ScalarFunction SET_TEMP_STORE =
            Scalar.changing("temp_store", 1, 1, ConnectionFunctions::setTempStore);

    /** What PRAGMA analysis_limit calls: the argument is 0 or more. */
    public static final ScalarFunction SET_ANALYSIS_LIMIT =
            Scalar.changing("analysis_limit", 1, 1, ConnectionFunctions::setAnalysisLimit);

    /** What ATTACH calls: file, name, key. */
    public static final ScalarFunction ATTACH =
            Scalar.changing("sqlite_attach", 3, 3, ConnectionFunctions::attach);

    /** What DETACH calls. */
    public static final ScalarFunction DETACH =
            Scalar.changing("sqlite_detach", 1, 1, ConnectionFunctions::detach);

    /** The operator MATCH of what no virtual table has overloaded. */
    public static final ScalarFunction MATCH = Scalar.of("match", 2, ConnectionFunctions::match);

    /** The SQLite whose dialect this is. */
    private static final Text VERSION = Text.of("3.54.1");

    private static final Text SOURCE_ID = Text.of("2026-10-16 14:45:20"
            + " 555e07ef33f69a0957d24d8e555b702464a131d6f1607f4c3c1e4551e8e6ca76");

    static final List<SqlFunction> FUNCTIONS = List.of(
            state("last_insert_rowid", CallContext::lastInsertRowid),
            state("changes", CallContext::changes),
            state("total_changes", CallContext::totalChanges),
            Scalar.of("sqlite_version", 0, (context, none) -> VERSION).with(NEVER_FAILS),
            Scalar.of("sqlite_source_id", 0, (context, none) -> SOURCE_ID).with(NEVER_FAILS),
            Scalar.of("sqlite_compileoption_used", 1, ConnectionFunctions::isOptionUsed)
                    .with(STRICT, NEVER_FAILS),
            Scalar.of("sqlite_compileoption_get", 1, ConnectionFunctions::option)
                    .with(NEVER_FAILS),
            Scalar.changing("load_extension", 1, 2, ConnectionFunctions::loadExtension),
            MATCH);

    private ConnectionFunctions() {}

    private static Scalar state(String name, ToLongFunction<CallContext> value) {
        return Scalar.changing(name, 0, 0, (context, none) -> value.applyAsLong(context))
                .with(NEVER_FAILS);
    }

    private static Object setTempStore(CallContext context, Object[] arguments) {
        context.setTempStore((int) Casts.toLong(arguments[0]));
        return SqlNull.NULL;
    }

    private static Object attach(CallContext context, Object[] arguments) {
        context.attach(text(arguments[0]), text(arguments[1]));
        return SqlNull.NULL;
    }

    private static Object detach(CallContext context, Object[] arguments) {
        context.detach(text(arguments[0]));
        return SqlNull.NULL;
    }

    private static String text(Object value) {
        return value == SqlNull.NULL ? "" : Casts.toText(value).toString();
    }

    private static Object setAnalysisLimit(CallContext context, Object[] arguments) {
        context.setAnalysisLimit((int) Casts.toLong(arguments[0]));
        return SqlNull.NULL;
    }

    private static Object isOptionUsed(CallContext context, Object[] arguments) {
        if (arguments[0] == SqlNull.NULL) {
            return SqlNull.NULL;
        }
        return CompileOptions.isUsed(Casts.toText(arguments[0]).toString()) ? 1L : 0L;
    }

    private static Object option(CallContext context, Object[] arguments) {
        long number = Casts.toLong(arguments[0]);
        List<String> options = CompileOptions.all();
        return number >= 0 && number < options.size()
                ? Text.of(options.get((int) number))
                : SqlNull.NULL;
    }

    /** There are no extensions; SQLite says the same as long as they are not allowed. */
    private static Object loadExtension(CallContext context, Object[] arguments) {
        throw SqlException.error("not authorized");
    }

    /** Only a full-text index knows what it would mean. */
    private static Object match(CallContext context, Object[] arguments) {
        throw SqlException.error("unable to use function MATCH in the requested context");
    }
}
