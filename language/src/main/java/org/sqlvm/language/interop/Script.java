package org.sqlvm.language.interop;

import com.oracle.truffle.api.CompilerDirectives.TruffleBoundary;

import org.sqlvm.engine.sql.Parsed;
import org.sqlvm.language.database.OpenDatabase;
import org.sqlvm.language.runtime.Parameters;
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
    public static Object run(OpenDatabase database, String sql, Object[] values) {
        Object result = NullObject.NULL;
        int start = 0;
        while (start < sql.length()) {
            Parsed parsed = DeepStack.parse(sql, start);
            if (parsed.statement() != null) {
                drain(result);
                PreparedStatement statement = database.prepare(sql.substring(start, parsed.end()));
                Parameters parameters = statement.noParameters();
                for (int i = 0; i < Math.min(parameters.count(), values.length); i++) {
                    parameters.set(i + 1, values[i]);
                }
                result = StatementObject.run(statement, parameters);
            }
            start = parsed.end();
        }
        return result;
    }

    /** A query that is not the last runs to its end all the same: its errors are the script's. */
    public static void drain(Object result) {
        if (result instanceof ResultObject rows) {
            rows.execution().finish();
        }
    }
}
