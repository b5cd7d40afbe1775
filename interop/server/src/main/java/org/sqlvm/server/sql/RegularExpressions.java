package org.sqlvm.server.sql;

import org.sqlvm.api.Arguments;
import org.sqlvm.api.Database;
import org.sqlvm.api.Result;
import org.sqlvm.api.ScalarFunction;
import org.sqlvm.engine.error.WorkMeter;
import org.sqlvm.server.error.ServerError;
import org.sqlvm.server.error.SqlState;

import java.util.regex.Pattern;
import java.util.regex.PatternSyntaxException;

/** The function behind {@code REGEXP}, and behind PostgreSQL's operators with a tilde. */
public final class RegularExpressions {
    /** The cost of matching a character again, in bytes of plain work. */
    private static final int CHARACTER_COST = 16;

    /** The pattern that was used last, which most often is the next one too; null before. */
    private Pattern last;

    private RegularExpressions() {}

    public static void register(Database database) {
        RegularExpressions own = new RegularExpressions();
        database.createFunction("regexp", 2, (ScalarFunction) own::matches);
    }

    private void matches(Arguments arguments, Result result) {
        if (arguments.isNull(0) || arguments.isNull(1)) {
            result.setNull();
            return;
        }
        try {
            boolean isFound = pattern(arguments.getText(0))
                    .matcher(new Watched(arguments.getText(1)))
                    .find();
            result.setLong(isFound ? 1 : 0);
        } catch (StackOverflowError e) {
            throw new ServerError(
                    SqlState.INVALID_REGULAR_EXPRESSION, "regular expression is too complex");
        }
    }

    private Pattern pattern(String text) {
        if (last == null || !last.pattern().equals(text)) {
            try {
                last = Pattern.compile(text);
            } catch (PatternSyntaxException e) {
                throw new ServerError(
                        SqlState.INVALID_REGULAR_EXPRESSION,
                        "invalid regular expression: " + e.getDescription());
            }
        }
        return last;
    }

    /** A text that looks, while it is searched, whether the statement is to end. */
    private static final class Watched implements CharSequence {
        private final String text;
        private final WorkMeter meter = new WorkMeter();

        Watched(String text) {
            this.text = text;
        }

        @Override
        public int length() {
            return text.length();
        }

        @Override
        public char charAt(int index) {
            meter.spend(CHARACTER_COST);
            return text.charAt(index);
        }

        @Override
        public CharSequence subSequence(int start, int end) {
            return text.substring(start, end);
        }

        @Override
        public String toString() {
            return text;
        }
    }
}
