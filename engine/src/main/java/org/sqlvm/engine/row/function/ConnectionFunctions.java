package org.sqlvm.engine.row.function;

import org.sqlvm.engine.data.Casts;
import org.sqlvm.engine.data.SqlNull;
import org.sqlvm.engine.data.Text;
import org.sqlvm.engine.error.SqlException;
import org.sqlvm.engine.row.CallContext;
import org.sqlvm.engine.row.ScalarFunction;
import org.sqlvm.engine.row.SqlFunction;

import java.util.List;

/** What the connection and the library say of themselves, and what they refuse. */
public final class ConnectionFunctions {
    /** What PRAGMA temp_store calls: the argument is 0, 1 or 2. */
    public static final ScalarFunction SET_TEMP_STORE =
            new Scalar("temp_store", 1, 1, false, ConnectionFunctions::setTempStore);

    /** What PRAGMA analysis_limit calls: the argument is 0 or more. */
    public static final ScalarFunction SET_ANALYSIS_LIMIT =
            new Scalar("analysis_limit", 1, 1, false, ConnectionFunctions::setAnalysisLimit);

    /** What ATTACH calls: file, name, key. */
    public static final ScalarFunction ATTACH =
            new Scalar("sqlite_attach", 3, 3, false, ConnectionFunctions::attach);

    /** What DETACH calls. */
    public static final ScalarFunction DETACH =
            new Scalar("sqlite_detach", 1, 1, false, ConnectionFunctions::detach);

    /** The SQLite whose dialect this is. */
    private static final Text VERSION = Text.of("3.54.1");

    private static final Text SOURCE_ID = Text.of("2026-10-16 14:45:20"
            + " 555e07ef33f69a0957d24d8e555b702464a131d6f1607f4c3c1e4551e8e6ca76");

    static final List<SqlFunction> FUNCTIONS = List.of(
            new Scalar(
                    "last_insert_rowid", 0, 0, false, (context, none) -> context.lastInsertRowid()),
            new Scalar("changes", 0, 0, false, (context, none) -> context.changes()),
            new Scalar("total_changes", 0, 0, false, (context, none) -> context.totalChanges()),
            Scalar.of("sqlite_version", 0, (context, none) -> VERSION),
            Scalar.of("sqlite_source_id", 0, (context, none) -> SOURCE_ID),
            Scalar.of("sqlite_compileoption_used", 1, ConnectionFunctions::isOptionUsed),
            Scalar.of("sqlite_compileoption_get", 1, ConnectionFunctions::option),
            new Scalar("load_extension", 1, 2, false, ConnectionFunctions::loadExtension),
            Scalar.of("match", 2, ConnectionFunctions::match));

    private ConnectionFunctions() {}

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
