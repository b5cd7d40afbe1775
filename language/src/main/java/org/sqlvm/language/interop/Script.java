package org.sqlvm.language.interop;

import com.oracle.truffle.api.CompilerDirectives.TruffleBoundary;

import org.sqlvm.language.database.OpenDatabase;
import org.sqlvm.language.runtime.Parameters;
import org.sqlvm.language.statement.PreparedStatement;
import org.sqlvm.language.statement.StatementText;
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
        StatementText text = database.text(sql, 0);
        while (text != null) {
            drain(result);
            PreparedStatement statement = database.prepare(text);
            Parameters parameters = statement.noParameters();
            for (int i = 0; i < Math.min(parameters.count(), values.length); i++) {
                parameters.set(i + 1, values[i]);
            }
            result = StatementObject.run(statement, parameters);
            text = database.text(sql, text.end());
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
