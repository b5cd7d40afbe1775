package org.sqlvm.engine.row.function;

import static org.sqlvm.engine.row.FunctionFact.NEVER_FAILS;

import org.sqlvm.engine.data.SqlNull;
import org.sqlvm.engine.data.Text;
import org.sqlvm.engine.data.Values;
import org.sqlvm.engine.error.SqlException;
import org.sqlvm.engine.row.CallContext;
import org.sqlvm.engine.row.SqlFunction;

import java.util.List;

/**
 * The functions that come with the module fts5 (sqlite.org/fts5.html section 5). Those about a
 * match are functions of the full-text table itself, and errors everywhere else.
 */
final class FullTextFunctions {
    private static final Text SOURCE_ID = Text.of("fts5: 2026-10-16 14:45:20"
            + " 555e07ef33f69a0957d24d8e555b702464a131d6f1607f4c3c1e4551e8e6ca76");

    static final List<SqlFunction> FUNCTIONS = List.of(
            ofTable("bm25"),
            ofTable("highlight"),
            ofTable("snippet"),
            ofTable("fts5_get_locale"),
            Scalar.of("fts5", 1, (context, arguments) -> SqlNull.NULL).with(NEVER_FAILS),
            Scalar.of("fts5_source_id", 0, (context, none) -> SOURCE_ID).with(NEVER_FAILS),
            Scalar.changing("fts5_locale", 2, 2, FullTextFunctions::locale).with(NEVER_FAILS),
            Scalar.changing("fts5_insttoken", 1, 1, FullTextFunctions::instanceToken)
                    .with(NEVER_FAILS));

    private FullTextFunctions() {}

    private static Scalar ofTable(String name) {
        return Scalar.changing(name, 0, Scalar.MANY, (context, arguments) -> {
            throw SqlException.error(
                    "unable to use function " + name + " in the requested context");
        });
    }

    private static Object locale(CallContext context, Object[] arguments) {
        return LocaleText.encode(arguments[0], arguments[1]);
    }

    /** Functions know the tokens of prefixes without it. */
    private static Object instanceToken(CallContext context, Object[] arguments) {
        return Values.owned(arguments[0]);
    }
}
