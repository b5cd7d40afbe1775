package org.sqlvm.engine.virtual.fts5.rank;

import org.sqlvm.api.Arguments;
import org.sqlvm.api.Result;
import org.sqlvm.api.search.AuxiliaryFunction;
import org.sqlvm.api.search.MatchContext;
import org.sqlvm.engine.error.SqlException;

/** {@code highlight(t, column, open, close)}: a column's text with marks around the phrases. */
final class Highlight implements AuxiliaryFunction {
    private static final int ARGUMENTS = 3;

    @Override
    public void call(MatchContext match, Arguments arguments, Result result) {
        if (arguments.count() != ARGUMENTS) {
            throw SqlException.error("wrong number of arguments to function highlight()");
        }
        int column = AuxiliaryFunctions.column(arguments, 0);
        if (column < 0 || column >= match.columnCount()) {
            result.setText("");
            return;
        }
        byte[] text = match.columnUtf8(column);
        if (text == null) {
            return;
        }
        Highlighter highlighter = new Highlighter(
                text,
                AuxiliaryFunctions.utf8(arguments, 1),
                AuxiliaryFunctions.utf8(arguments, 2),
                new Instances(match, column),
                0,
                -1);
        match.tokenize(text, match.columnLocale(column), highlighter);
        highlighter.close();
        highlighter.copyRest();
        AuxiliaryFunctions.setUtf8(result, highlighter.result());
    }
}
