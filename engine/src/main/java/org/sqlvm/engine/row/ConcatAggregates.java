package org.sqlvm.engine.row;

import com.oracle.truffle.api.CompilerDirectives.TruffleBoundary;

import org.sqlvm.engine.data.Casts;
import org.sqlvm.engine.data.SqlNull;
import org.sqlvm.engine.data.Text;
import org.sqlvm.engine.data.TextBuilder;

import java.util.List;

/** group_concat(x), group_concat(x, separator) and its standard name string_agg. */
final class ConcatAggregates {
    static final List<SqlFunction> FUNCTIONS = List.of(
            new Aggregate("group_concat", 1, 2, collation -> new Concatenation()),
            new Aggregate("string_agg", 2, 2, collation -> new Concatenation()));

    private static final Text COMMA = Text.of(",");

    private ConcatAggregates() {}

    private static final class Concatenation extends Accumulator {
        private boolean any;
        private final TextBuilder builder = new TextBuilder(TextBuilder.LENGTH_MAX);

        @Override
        @TruffleBoundary
        public void step(Object[] arguments) {
            if (arguments[0] == SqlNull.NULL) {
                return;
            }
            if (any) {
                appendSeparator(arguments);
            }
            any = true;
            builder.append(Casts.toText(arguments[0]));
        }

        private void appendSeparator(Object[] arguments) {
            if (arguments.length == 1) {
                builder.append(COMMA);
            } else if (arguments[1] != SqlNull.NULL) {
                builder.append(Casts.toText(arguments[1]));
            }
        }

        @Override
        @TruffleBoundary
        public Object result() {
            return any ? builder.toText() : SqlNull.NULL;
        }
    }
}
