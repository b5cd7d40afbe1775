package org.sqlvm.test.queries;

import org.sqlvm.test.engines.Engines;
import org.sqlvm.test.engines.Outcome;
import org.sqlvm.test.engines.TestEngine;
import org.sqlvm.test.engines.ValueText;

import java.io.PrintStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Every operator, cast, format and function with every pair of odd values, on SQLite and another
 * engine.
 */
public final class ConstantsRun {
    private static final String[] VALUES = {
        "NULL",
        "0",
        "1",
        "-1",
        "2",
        "3",
        "7",
        "10",
        "64",
        "-64",
        "1.0",
        "1.5",
        "-2.5",
        "0.0",
        "-0.0",
        "1e3",
        "0.1",
        "2.5",
        "1e19",
        "-1e19",
        "1e300",
        "1e-7",
        "123456789.123",
        "9223372036854775807",
        "-9223372036854775808",
        "9007199254740993",
        "9223372036854774784.0",
        "1e18",
        "''",
        "'a'",
        "'A'",
        "'b'",
        "'B '",
        "'b '",
        "'abc'",
        "'ABC'",
        "'1'",
        "'1.0'",
        "' 1'",
        "'1 '",
        "'-1'",
        "'1e1'",
        "'1x'",
        "'0x1'",
        "'ä'",
        "'äöü€😀'",
        "'a%'",
        "'%'",
        "'_'",
        "'*'",
        "'[a-c]'",
        "'9223372036854775808'",
        "'1e400'",
        "'.'",
        "'+'",
        "'-'",
        "' '",
        "x''",
        "x'31'",
        "x'61'",
        "x'00ff'",
        "x'c3a4'",
        "x'e282ac'",
        "'%d'",
        "'%s|%5.2f'",
        "'%x'",
        "true"
    };

    private static final String[] FUNCTIONS_OF_ONE = {
        "typeof",
        "length",
        "octet_length",
        "upper",
        "lower",
        "hex",
        "unhex",
        "quote",
        "trim",
        "ltrim",
        "rtrim",
        "round",
        "unicode",
        "sign",
        "abs",
        "char",
        "zeroblob",
        "ceil",
        "floor",
        "trunc",
        "sqrt",
        "exp",
        "ln",
        "log10",
        "log2",
        "format",
        "concat",
        "radians",
        "json_quote",
        "likely",
        "unistr",
        "-",
        "+",
        "~",
        "NOT "
    };

    private static final String[] FUNCTIONS_OF_TWO = {
        "coalesce",
        "nullif",
        "min",
        "max",
        "instr",
        "substr",
        "trim",
        "ltrim",
        "rtrim",
        "round",
        "like",
        "glob",
        "format",
        "concat",
        "concat_ws",
        "unhex",
        "mod",
        "pow",
        "log",
        "atan2",
        "iif"
    };

    private static final String[] OPERATORS = {
        "+", "-", "*", "/", "%", "||", "&", "|", "<<", ">>", "=", "<", "<=", "<>", "IS", "IS NOT",
        "LIKE", "GLOB", "AND", "OR"
    };

    private static final String[] TYPES = {"INTEGER", "REAL", "TEXT", "NUMERIC", "BLOB"};

    private static final String[] FORMATS = {
        "%d",
        "%5d",
        "%-5d|",
        "%05d",
        "%+d",
        "% d",
        "%,d",
        "%x",
        "%X",
        "%o",
        "%#x",
        "%#o",
        "%u",
        "%c",
        "%s",
        "%10s|",
        "%-10s|",
        "%.2s",
        "%q",
        "%Q",
        "%w",
        "%f",
        "%.0f",
        "%.1f",
        "%10.3f",
        "%-10.3f|",
        "%+f",
        "%,f",
        "%,.2f",
        "%e",
        "%.3e",
        "%E",
        "%g",
        "%G",
        "%.10g",
        "%!g",
        "%#g",
        "%!.15g",
        "%!.17g",
        "%010.2f",
        "%i",
        "%ld",
        "%lld",
        "%!s",
        "%!5s",
        "%z",
        "%.20f",
        "%.3d",
        "%!.3s",
        "%*d",
        "%j"
    };

    /** Templates in which X and Y stand for two values. */
    private static final String[] TEMPLATES = {
        "X = Y COLLATE NOCASE",
        "X < Y COLLATE RTRIM",
        "substr(X, Y, 2)",
        "substr(X, 2, Y)",
        "substr('hello', X, Y)",
        "substr(x'0102030405', X, Y)",
        "replace(X, Y, 'zz')",
        "replace('abcabc', X, Y)",
        "format(X, Y, X)",
        "X BETWEEN Y AND 'b'",
        "X IN (Y, 5)",
        "CASE X WHEN Y THEN 1 END"
    };

    /** The C library and Java round the last digits of a transcendental function differently. */
    private static final double CLOSE = 1e-15;

    /** Further differences of one kind of expression are counted, not shown. */
    private static final int SHOWN_MAX = 3;

    private final PrintStream out;
    private final Map<String, Integer> differences = new TreeMap<>();

    public ConstantsRun(PrintStream out) {
        this.out = out;
    }

    /**
     * Gives the number of differences.
     *
     * @param step 1 for all expressions, n for every nth
     * @param batch how many go into one SELECT
     */
    public int run(Engines tested, int step, int batch) {
        List<String> all = expressions();
        List<String> chosen = new ArrayList<>();
        for (int i = 0; i < all.size(); i += step) {
            chosen.add(all.get(i));
        }
        try (TestEngine sqlite = Engines.SQLITE.inMemory();
                TestEngine other = tested.inMemory()) {
            for (int i = 0; i < chosen.size(); i += batch) {
                List<String> part = chosen.subList(i, Math.min(chosen.size(), i + batch));
                if (!same(sqlite, other, "SELECT " + String.join(", ", part))) {
                    one(sqlite, other, part);
                }
            }
        }
        int count = differences.values().stream().mapToInt(Integer::intValue).sum();
        out.printf(
                "%,d expressions of constants: %,d differ %s%n", chosen.size(), count, differences);
        return count;
    }

    /** Errors end a whole SELECT, so its expressions run again alone. */
    private void one(TestEngine sqlite, TestEngine other, List<String> expressions) {
        for (String expression : expressions) {
            String sql = "SELECT " + expression;
            if (!same(sqlite, other, sql)) {
                String kind = expression.replaceAll("[^a-zA-Z_ ].*", "");
                if (differences.merge(kind, 1, Integer::sum) <= SHOWN_MAX) {
                    out.println(sql);
                    out.println(Comparison.difference(
                            sqlite.execute(sql), other.execute(sql), RandomQuery.Answer.ROWS));
                }
            }
        }
    }

    private static boolean same(TestEngine sqlite, TestEngine other, String sql) {
        Outcome expected = sqlite.execute(sql);
        Outcome actual = other.execute(sql);
        if (expected.failed() || actual.failed()) {
            return Comparison.difference(expected, actual, RandomQuery.Answer.ROWS) == null;
        }
        Object[] left = expected.rows().getFirst();
        Object[] right = actual.rows().getFirst();
        for (int i = 0; i < left.length; i++) {
            if (!same(left[i], right[i])) {
                return false;
            }
        }
        return true;
    }

    private static boolean same(Object left, Object right) {
        if (left instanceof Double a
                && right instanceof Double b
                && Math.abs(a - b) <= CLOSE * Math.abs(a)) {
            return true;
        }
        return ValueText.literal(left).equals(ValueText.literal(right));
    }

    private static List<String> expressions() {
        List<String> all = new ArrayList<>();
        for (String x : VALUES) {
            for (String function : FUNCTIONS_OF_ONE) {
                all.add(function + "(" + x + ")");
            }
            for (String format : FORMATS) {
                all.add("format('" + format + "', " + x + ")");
            }
            for (String type : TYPES) {
                for (String then : TYPES) {
                    all.add("CAST(CAST(" + x + " AS " + type + ") AS " + then + ")");
                }
            }
            for (String y : VALUES) {
                addPairs(all, x, y);
            }
        }
        return all;
    }

    private static void addPairs(List<String> all, String x, String y) {
        for (String function : FUNCTIONS_OF_TWO) {
            all.add(function + "(" + x + ", " + y + ")");
        }
        for (String operator : OPERATORS) {
            all.add(x + " " + operator + " " + y);
        }
        for (String type : TYPES) {
            all.add("CAST(" + x + " AS " + type + ") = " + y);
            all.add("CAST(" + x + " AS " + type + ") < " + y);
        }
        for (String template : TEMPLATES) {
            all.add(template.replaceAll("\\bY\\b", "\\$y")
                    .replaceAll("\\bX\\b", "\\$x")
                    .replace("$y", y)
                    .replace("$x", x));
        }
    }
}
