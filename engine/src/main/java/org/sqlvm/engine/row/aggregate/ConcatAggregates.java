package org.sqlvm.engine.row.aggregate;

import com.oracle.truffle.api.CompilerDirectives.TruffleBoundary;

import org.sqlvm.engine.data.Casts;
import org.sqlvm.engine.data.SqlNull;
import org.sqlvm.engine.data.Text;
import org.sqlvm.engine.data.TextBuilder;
import org.sqlvm.engine.row.Accumulator;
import org.sqlvm.engine.row.AggregateFunction;
import org.sqlvm.engine.row.RowBuffer;
import org.sqlvm.engine.row.SqlFunction;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/** group_concat(x), group_concat(x, separator) and its standard name string_agg. */
public final class ConcatAggregates {
    public static final AggregateFunction GROUP_CONCAT = concat("group_concat", 1);
    public static final AggregateFunction STRING_AGG = concat("string_agg", 2);

    public static final List<SqlFunction> FUNCTIONS = List.of(GROUP_CONCAT, STRING_AGG);

    /** The separator if none is given. */
    public static final Text COMMA = Text.of(",");

    private ConcatAggregates() {}

    private static AggregateFunction concat(String name, int min) {
        return Aggregate.of(name, min, 2, collation -> new Concatenation());
    }

    /** Returns the separator between values; NULL is an empty text. */
    public static Text separator(Object given) {
        return given == SqlNull.NULL ? Text.EMPTY : Casts.toText(given);
    }

    private static final class Concatenation extends Accumulator {
        private final TextBuilder builder = new TextBuilder(TextBuilder.LENGTH_MAX);
        /** Values taken and not taken back. */
        private int count;
        /** The next value comes without a separator. */
        private boolean fresh = true;
        /** The length of the separator that came with the first value, which is not used. */
        private int firstLength;
        /** Lengths of the separators between the values; null if all are like the first. */
        private List<Integer> lengths;

        @Override
        @TruffleBoundary
        public void step(Object[] arguments) {
            if (arguments[0] == SqlNull.NULL) {
                return;
            }
            Text separator = arguments.length == 1 ? COMMA : separator(arguments[1]);
            if (fresh) {
                fresh = false;
                firstLength = separator.length;
            } else {
                builder.append(separator);
                if (lengths != null || separator.length != firstLength) {
                    track(separator.length);
                }
            }
            count++;
            builder.append(Casts.toText(arguments[0]));
        }

        private void track(int length) {
            if (lengths == null) {
                lengths = new ArrayList<>(Collections.nCopies(Math.max(0, count - 1), firstLength));
            }
            lengths.add(length);
        }

        @Override
        public boolean hasInverse() {
            return true;
        }

        /**
         * Takes the first value back. As in SQLite, a text that is empty then begins anew, although
         * empty values may still be in it.
         */
        @Override
        @TruffleBoundary
        public void inverse(Object[] arguments) {
            if (arguments[0] == SqlNull.NULL) {
                return;
            }
            count--;
            int removed = Casts.toText(arguments[0]).length;
            if (lengths == null) {
                removed += firstLength;
            } else if (count > 0) {
                removed += lengths.removeFirst();
            }
            builder.removeFirst(removed);
            if (builder.length() == 0) {
                fresh = true;
                lengths = null;
            }
        }

        @Override
        @TruffleBoundary
        public Object result() {
            return count > 0 ? builder.toText() : SqlNull.NULL;
        }

        @Override
        public Accumulator fresh() {
            return new Concatenation();
        }

        @Override
        public void save(RowBuffer target) {
            Text text = builder.toText();
            target.putBytes(text.array, text.offset, text.length);
            target.putInt(count);
            target.putBoolean(fresh);
            target.putInt(firstLength);
            target.putInt(lengths == null ? -1 : lengths.size());
            if (lengths != null) {
                lengths.forEach(target::putInt);
            }
        }

        @Override
        public void restore(RowBuffer source) {
            builder.append(Text.of(source.getBytes()));
            count = source.getInt();
            fresh = source.getBoolean();
            firstLength = source.getInt();
            int size = source.getInt();
            if (size >= 0) {
                lengths = new ArrayList<>(size);
                for (int i = 0; i < size; i++) {
                    lengths.add(source.getInt());
                }
            }
        }
    }
}
