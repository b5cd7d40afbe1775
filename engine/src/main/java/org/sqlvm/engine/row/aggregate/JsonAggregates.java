package org.sqlvm.engine.row.aggregate;

import static org.sqlvm.engine.row.FunctionFact.TAKES_SUBTYPES;

import com.oracle.truffle.api.CompilerDirectives.TruffleBoundary;

import org.sqlvm.engine.data.Casts;
import org.sqlvm.engine.data.SqlNull;
import org.sqlvm.engine.data.Text;
import org.sqlvm.engine.data.TextBuilder;
import org.sqlvm.engine.data.Utf8;
import org.sqlvm.engine.json.JsonMaker;
import org.sqlvm.engine.json.JsonPrinter;
import org.sqlvm.engine.row.Accumulator;
import org.sqlvm.engine.row.RowBuffer;
import org.sqlvm.engine.row.SqlFunction;

import java.util.List;

/** json_group_array, json_group_object and their forms that give JSONB. */
public final class JsonAggregates {
    public static final List<SqlFunction> FUNCTIONS = List.of(
            Aggregate.of("json_group_array", 1, 1, collation -> new Array(false))
                    .with(TAKES_SUBTYPES),
            Aggregate.of("jsonb_group_array", 1, 1, collation -> new Array(true))
                    .with(TAKES_SUBTYPES),
            Aggregate.of("json_group_object", 2, 2, collation -> new Members(false))
                    .with(TAKES_SUBTYPES),
            Aggregate.of("jsonb_group_object", 2, 2, collation -> new Members(true))
                    .with(TAKES_SUBTYPES));

    private JsonAggregates() {}

    private abstract static class Container extends Accumulator {
        final boolean binary;
        private final char closing;
        private final TextBuilder builder = new TextBuilder(TextBuilder.LENGTH_MAX);

        Container(boolean binary, char opening, char closing) {
            this.binary = binary;
            this.closing = closing;
            builder.append(opening);
        }

        /** The text so far, after a comma if something stands in it. */
        final TextBuilder next() {
            return builder.length() > 1 ? builder.append(',') : builder;
        }

        @Override
        @TruffleBoundary
        public final Object result() {
            TextBuilder json = new TextBuilder(TextBuilder.LENGTH_MAX);
            return JsonMaker.result(json.append(builder).append(closing).toText(), binary);
        }

        @Override
        public final void save(RowBuffer target) {
            Text text = builder.toText();
            target.putBytes(text.array, text.offset, text.length);
        }

        @Override
        public final void restore(RowBuffer source) {
            builder.removeFirst(builder.length());
            builder.append(Text.of(source.getBytes()));
        }
    }

    private static final class Array extends Container {
        Array(boolean binary) {
            super(binary, '[', ']');
        }

        @Override
        public Accumulator fresh() {
            return new Array(binary);
        }

        @Override
        @TruffleBoundary
        public void step(Object[] arguments) {
            JsonMaker.append(next(), arguments[0]);
        }
    }

    /** A member whose label is NULL is left out. */
    private static final class Members extends Container {
        Members(boolean binary) {
            super(binary, '{', '}');
        }

        @Override
        public Accumulator fresh() {
            return new Members(binary);
        }

        @Override
        @TruffleBoundary
        public void step(Object[] arguments) {
            if (arguments[0] == SqlNull.NULL) {
                return;
            }
            Text label = Utf8.untilNul(Casts.toText(arguments[0]));
            TextBuilder builder = next();
            JsonPrinter.appendString(builder, label);
            JsonMaker.append(builder.append(':'), arguments[1]);
        }
    }
}
