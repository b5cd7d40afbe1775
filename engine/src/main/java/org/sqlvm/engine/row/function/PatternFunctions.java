package org.sqlvm.engine.row.function;

import static org.sqlvm.engine.row.FunctionFact.PATTERN;
import static org.sqlvm.engine.row.FunctionFact.STRICT;

import org.sqlvm.engine.data.Casts;
import org.sqlvm.engine.data.SqlNull;
import org.sqlvm.engine.data.Text;
import org.sqlvm.engine.data.Utf8;
import org.sqlvm.engine.error.SqlException;
import org.sqlvm.engine.row.CallContext;
import org.sqlvm.engine.row.ScalarFunction;
import org.sqlvm.engine.row.SqlFunction;

import java.util.List;

/**
 * like(pattern, text), like(pattern, text, escape) and glob(pattern, text): what the operators LIKE
 * and GLOB call, pattern first.
 */
public final class PatternFunctions {
    /** What PRAGMA case_sensitive_like calls: the argument says whether LIKE minds the case. */
    public static final ScalarFunction SET_CASE =
            Scalar.changing("case_sensitive_like", 1, 1, PatternFunctions::setCase);

    /** The function that the operator LIKE calls. */
    public static final ScalarFunction LIKE =
            Scalar.of("like", 2, 3, new Matcher(false)).with(STRICT, PATTERN);

    /** The function that the operator GLOB calls. */
    public static final ScalarFunction GLOB =
            Scalar.of("glob", 2, new Matcher(true)).with(STRICT, PATTERN);

    static final List<SqlFunction> FUNCTIONS = List.of(LIKE, GLOB);

    private PatternFunctions() {}

    private static Object setCase(CallContext context, Object[] arguments) {
        context.setLikeCaseSensitive(Casts.toLong(arguments[0]) != 0);
        return SqlNull.NULL;
    }

    /**
     * Keeps the last pattern it compiled, since that of a query is nearly always the same. A
     * pattern is immutable, so threads may share it without a lock; at worst they compile it again.
     */
    private static final class Matcher implements Scalar.Body {
        private final boolean glob;
        private LikePattern last = LikePattern.glob(Text.EMPTY);

        Matcher(boolean glob) {
            this.glob = glob;
        }

        @Override
        public Object call(CallContext context, Object[] arguments) {
            int escape = LikePattern.NO_ESCAPE;
            boolean nullEscape = false;
            if (arguments.length == 3) {
                nullEscape = arguments[2] == SqlNull.NULL;
            }
            if (arguments[0] == SqlNull.NULL) {
                return checkedNull(arguments);
            }
            Text pattern = Casts.toText(arguments[0]);
            LikePattern.checkLength(pattern, context.patternLengthMax());
            if (nullEscape) {
                return SqlNull.NULL;
            }
            if (arguments.length == 3) {
                escape = escape(arguments[2]);
            }
            if (arguments[1] == SqlNull.NULL) {
                return SqlNull.NULL;
            }
            LikePattern compiled = last;
            boolean ignoreCase = !glob && !context.isLikeCaseSensitive();
            if (!compiled.isFor(pattern, escape, ignoreCase)) {
                compiled = glob
                        ? LikePattern.glob(pattern)
                        : LikePattern.like(pattern, escape, ignoreCase);
                last = compiled;
            }
            return compiled.matches(Casts.toText(arguments[1])) ? 1L : 0L;
        }

        /** A NULL pattern gives NULL, but a bad escape character is still an error. */
        private static Object checkedNull(Object[] arguments) {
            if (arguments.length == 3 && arguments[2] != SqlNull.NULL) {
                escape(arguments[2]);
            }
            return SqlNull.NULL;
        }

        private static int escape(Object value) {
            Text text = Utf8.untilNul(Casts.toText(value));
            int end = text.offset + text.length;
            if (text.length == 0 || Utf8.next(text.array, text.offset, end) != end) {
                throw SqlException.error("ESCAPE expression must be a single character");
            }
            return Utf8.decode(text.array, text.offset, end);
        }
    }
}
