package org.sqlvm.test.engines;

import com.oracle.truffle.api.CompilerDirectives.TruffleBoundary;

import org.sqlite.Collation;
import org.sqlite.Function;
import org.sqlvm.api.Aggregate;
import org.sqlvm.api.Arguments;
import org.sqlvm.api.Database;
import org.sqlvm.api.FunctionOption;
import org.sqlvm.api.Result;
import org.sqlvm.api.WindowAggregate;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.regex.Pattern;

/**
 * The same functions, aggregates and collations for both engines, registered when a statement names
 * one of them:
 *
 * <ul>
 *   <li>{@code user_twice(x)}, deterministic: 2 * x
 *   <li>{@code user_reverse(x)}: the text backwards
 *   <li>{@code user_count(…)}: how many arguments
 *   <li>{@code user_kind(x)}: the type of the argument as a number
 *   <li>{@code user_fail(x)}: an error if x is 3
 *   <li>{@code user_join(x)}, deterministic: an aggregate of texts with commas
 *   <li>{@code user_sum(x)}: a sum, also over windows
 *   <li>collations {@code user_backwards} and {@code user_length}
 * </ul>
 */
final class UserFunctions {
    /** The functions and collations, and not PRAGMA user_version. */
    private static final Pattern NAMES =
            Pattern.compile("user_(twice|reverse|count|kind|fail|join|sum|backwards|length)");

    private UserFunctions() {}

    static boolean isIn(String sql) {
        return NAMES.matcher(sql).find();
    }

    /** A boundary, since the compiler refuses what a StringBuilder can call for its errors. */
    @TruffleBoundary
    private static String backwards(String text) {
        return text == null ? null : new StringBuilder(text).reverse().toString();
    }

    // ------------------------------------------------------------------ sqlvm

    private static final class Join implements Aggregate {
        private final StringBuilder all = new StringBuilder();

        @Override
        public void step(Arguments arguments) {
            append(all, arguments.getText(0));
        }

        @Override
        public void finish(Result result) {
            result.setText(all.toString());
        }
    }

    /** A boundary, too: an SQLException looks for a log of DriverManager. */
    @TruffleBoundary
    private static SQLException three() {
        return new SQLException("three");
    }

    /** A boundary as above. */
    @TruffleBoundary
    private static void append(StringBuilder all, String text) {
        all.append(all.isEmpty() ? "" : ",").append(text);
    }

    private static final class Sum implements WindowAggregate {
        private long sum;

        @Override
        public void step(Arguments arguments) {
            sum += arguments.getLong(0);
        }

        @Override
        public void inverse(Arguments arguments) {
            sum -= arguments.getLong(0);
        }

        @Override
        public void value(Result result) {
            result.setLong(sum);
        }

        @Override
        public void finish(Result result) {
            result.setLong(sum);
        }
    }

    static void register(Database database) {
        database.createFunction(
                "user_twice",
                1,
                (Arguments in, Result out) -> out.setLong(2 * in.getLong(0)),
                FunctionOption.DETERMINISTIC);
        database.createFunction(
                "user_reverse",
                1,
                (Arguments in, Result out) -> out.setText(backwards(in.getText(0))));
        database.createFunction(
                "user_count", -1, (Arguments in, Result out) -> out.setLong(in.count()));
        database.createFunction("user_kind", 1, (Arguments in, Result out) -> {
            long kind = switch (in.type(0)) {
                case INTEGER -> 1;
                case REAL -> 2;
                case TEXT -> 3;
                case BLOB -> 4;
                case NULL -> 5;
            };
            out.setLong(kind);
        });
        database.createFunction("user_fail", 1, (Arguments in, Result out) -> {
            if (in.getLong(0) == 3) {
                throw three();
            }
            out.setLong(in.getLong(0));
        });
        database.createAggregate("user_join", 1, Join::new, FunctionOption.DETERMINISTIC);
        database.createWindowFunction("user_sum", 1, Sum::new);
        database.createCollation("user_backwards", (a, b) -> b.compareTo(a));
        database.createCollation("user_length", (a, b) -> a.length() - b.length());
    }

    // ------------------------------------------------------------------ SQLite

    private static final class NativeJoin extends Function.Aggregate {
        private StringBuilder all = new StringBuilder();

        @Override
        protected void xStep() throws SQLException {
            append(all, value_text(0));
        }

        @Override
        protected void xFinal() throws SQLException {
            result(all.toString());
        }

        @Override
        public Object clone() throws CloneNotSupportedException {
            NativeJoin copy = (NativeJoin) super.clone();
            copy.all = new StringBuilder();
            return copy;
        }
    }

    private static final class NativeSum extends Function.Window {
        private long sum;

        @Override
        protected void xStep() throws SQLException {
            sum += value_long(0);
        }

        @Override
        protected void xInverse() throws SQLException {
            sum -= value_long(0);
        }

        @Override
        protected void xValue() throws SQLException {
            result(sum);
        }

        @Override
        protected void xFinal() throws SQLException {
            result(sum);
        }
    }

    private static final class NativeOrder extends Collation {
        private final boolean byLength;

        NativeOrder(boolean byLength) {
            this.byLength = byLength;
        }

        @Override
        protected int xCompare(String a, String b) {
            return byLength ? a.length() - b.length() : b.compareTo(a);
        }
    }

    static void register(Connection connection) throws SQLException {
        Function twice = new Function() {
            @Override
            protected void xFunc() throws SQLException {
                result(2 * value_long(0));
            }
        };
        Function.create(connection, "user_twice", twice, 1, Function.FLAG_DETERMINISTIC);
        Function reverse = new Function() {
            @Override
            protected void xFunc() throws SQLException {
                result(backwards(value_text(0)));
            }
        };
        Function.create(connection, "user_reverse", reverse, 1, 0);
        Function count = new Function() {
            @Override
            protected void xFunc() throws SQLException {
                result(args());
            }
        };
        Function.create(connection, "user_count", count, -1, 0);
        Function kind = new Function() {
            @Override
            protected void xFunc() throws SQLException {
                result(value_type(0));
            }
        };
        Function.create(connection, "user_kind", kind, 1, 0);
        Function fail = new Function() {
            @Override
            protected void xFunc() throws SQLException {
                if (value_long(0) == 3) {
                    throw new SQLException("three");
                }
                result(value_long(0));
            }
        };
        Function.create(connection, "user_fail", fail, 1, 0);
        Function.create(connection, "user_join", new NativeJoin(), 1, Function.FLAG_DETERMINISTIC);
        Function.create(connection, "user_sum", new NativeSum(), 1, 0);
        Collation.create(connection, "user_backwards", new NativeOrder(false));
        Collation.create(connection, "user_length", new NativeOrder(true));
    }
}
