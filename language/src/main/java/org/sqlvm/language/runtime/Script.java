package org.sqlvm.language.runtime;

import com.oracle.truffle.api.CompilerDirectives.TruffleBoundary;

import org.sqlvm.engine.sql.Parsed;
import org.sqlvm.engine.sql.Parser;
import org.sqlvm.language.interop.DatabaseObject;
import org.sqlvm.language.interop.ResultObject;
import org.sqlvm.language.interop.StatementObject;
import org.sqlvm.language.statement.DeepStack;
import org.sqlvm.language.statement.PreparedStatement;
import org.sqlvm.language.values.NullObject;

/** Statements run one after the other. */
public final class Script {
    private Script() {}

    /**
     * Runs all statements of {@code sql}; the values go to the last one's parameters.
     *
     * @return the last statement's result
     */
    @TruffleBoundary
    public static Object run(DatabaseObject database, String sql, Object[] values) {
        Object result = NullObject.NULL;
        int start = 0;
        while (start < sql.length()) {
            Parsed parsed = parse(sql, start);
            if (parsed.statement() != null) {
                drain(result);
                PreparedStatement statement = database.prepare(sql.substring(start, parsed.end()));
                Parameters parameters = noParameters(statement);
                for (int i = 0; i < Math.min(parameters.count(), values.length); i++) {
                    parameters.set(i + 1, values[i]);
                }
                result = StatementObject.run(statement, parameters);
            }
            start = parsed.end();
        }
        return result;
    }

    /** {@link Parser#parse} with room for any depth. How long the statement is nobody knows yet. */
    public static Parsed parse(String sql, int start) {
        return DeepStack.call(0, () -> Parser.parse(sql, start));
    }

    /** A query that is not the last runs to its end all the same: its errors are the script's. */
    public static void drain(Object result) {
        if (result instanceof ResultObject rows) {
            rows.execution().finish();
        }
    }

    /** Parameters without values. */
    public static Parameters noParameters(PreparedStatement statement) {
        return new Parameters(statement.parameters().size());
    }
}
