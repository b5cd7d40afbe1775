package org.sqlvm.docs;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.graalvm.polyglot.Context;
import org.graalvm.polyglot.PolyglotException;
import org.graalvm.polyglot.Value;
import org.junit.jupiter.api.Test;
import org.sqlvm.docs.DocsPage.Row;
import org.sqlvm.engine.row.AggregateFunction;
import org.sqlvm.engine.row.SqlFunction;
import org.sqlvm.engine.row.function.Functions;
import org.sqlvm.engine.row.function.Registered;
import org.sqlvm.engine.row.window.WindowFunction;
import org.sqlvm.engine.virtual.VirtualTables;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Every function stands in {@code docs/reference/functions.md}, and the examples there are true.
 */
final class FunctionsPageTest {
    private static final String AGGREGATE = "Aggregate functions";
    private static final String WINDOW = "Window functions";
    /** The modules whose tables CREATE VIRTUAL TABLE makes. */
    private static final Set<String> CREATED = Set.of(
            "csv",
            "fts3",
            "fts3tokenize",
            "fts4",
            "fts4aux",
            "fts5",
            "fts5vocab",
            "geopoly",
            "rtree",
            "rtree_i32");

    private static final String TABLE_VALUED = "Table-valued functions";
    private static final Pattern CALL = Pattern.compile("(\\w+)\\((.*)\\)");
    private static final Pattern OPERATOR = Pattern.compile("X (\\S+) PATH");
    private static final Pattern EXAMPLE = Pattern.compile("`(.+)` → `(.+)`");

    /** The rows that the page's examples of aggregates and windows are over. */
    private static final String ROWS =
            "CREATE TABLE t(x); INSERT INTO t VALUES (1), (2), (2), (NULL)";

    private static List<Row> rows() {
        List<Row> rows = new DocsPage("reference/functions.md").rows();
        return rows.stream().filter(row -> !row.section().equals("Not there")).toList();
    }

    private static String kind(String section) {
        return switch (section) {
            case AGGREGATE -> "aggregate";
            case WINDOW -> "window";
            case TABLE_VALUED -> "table";
            default -> "scalar";
        };
    }

    @Test
    void everyFunctionStandsOnThePage() {
        Set<String> expected = new TreeSet<>();
        for (SqlFunction function : Functions.all()) {
            expected.add(described(
                    function instanceof AggregateFunction ? "aggregate" : "scalar",
                    function.name(),
                    function.argumentCountMin(),
                    function.argumentCountMax()));
        }
        for (WindowFunction function : WindowFunction.values()) {
            expected.add(described(
                    "window",
                    function.name().toLowerCase(Locale.ROOT),
                    function.argumentCountMin,
                    function.argumentCountMax));
        }
        Set<String> told = new TreeSet<>();
        Set<String> tables = new TreeSet<>();
        for (Row row : rows()) {
            String signature = DocsPage.code(row.cells().getFirst());
            if (row.section().equals(TABLE_VALUED)) {
                tables.add(signature.substring(0, signature.indexOf('(')));
            } else {
                told.add(described(kind(row.section()), signature));
            }
            assertFalse(row.cells().get(1).isEmpty(), signature);
        }
        assertEquals(String.join("\n", expected), String.join("\n", told));
        List<String> known = VirtualTables.names(Registered.NONE).stream()
                .filter(name -> !name.startsWith("pragma_") && !CREATED.contains(name))
                .toList();
        assertEquals(known, List.copyOf(tables));
    }

    private static String described(String kind, String name, int min, int max) {
        return kind + " " + name + " " + min + " to " + (max == Integer.MAX_VALUE ? "any" : max);
    }

    /** The same of {@code name(A, [B, C])}; dots stand for any number. */
    private static String described(String kind, String signature) {
        Matcher operator = OPERATOR.matcher(signature);
        if (operator.matches()) {
            return described(kind, operator.group(1), 2, 2);
        }
        Matcher call = CALL.matcher(signature);
        assertTrue(call.matches(), signature);
        String arguments = call.group(2);
        int bracket = arguments.indexOf('[');
        int least = count(bracket < 0 ? arguments : arguments.substring(0, bracket));
        int most = arguments.contains("…") ? Integer.MAX_VALUE : count(arguments);
        return described(kind, call.group(1), least, most);
    }

    private static int count(String arguments) {
        return (int) Pattern.compile("[A-Z]+").matcher(arguments).results().count();
    }

    @Test
    void examplesAreTrue() {
        List<String> wrong = new ArrayList<>();
        try (Context context = Context.newBuilder("sqlvm")
                .option("engine.WarnInterpreterOnly", "false")
                .build()) {
            context.eval("sqlvm", ROWS);
            for (Row row : rows()) {
                String cell = row.cells().get(2);
                if (!cell.isEmpty()) {
                    Matcher example = EXAMPLE.matcher(cell);
                    assertTrue(example.matches(), cell);
                    String shown = shown(context, query(row.section(), example.group(1)));
                    if (!shown.equals(example.group(2))) {
                        wrong.add(cell + ", and not " + shown);
                    }
                }
            }
        }
        assertEquals(List.of(), wrong);
    }

    /** The first value of the first row, or the error. */
    private static String shown(Context context, String query) {
        try {
            Value rows = context.eval("sqlvm", query);
            return rows.getIterator()
                    .getIteratorNextElement()
                    .getArrayElement(0)
                    .asString();
        } catch (PolyglotException e) {
            return e.getMessage();
        }
    }

    private static String query(String section, String example) {
        return switch (section) {
            case AGGREGATE -> "SELECT quote(" + example + ") FROM t";
            case WINDOW ->
                "SELECT quote(v) FROM (SELECT " + example.replace(" w", " OVER w")
                        + " AS v, row_number() OVER w AS n FROM t WINDOW w AS (ORDER BY x))"
                        + " ORDER BY n DESC";
            default -> "SELECT quote(" + example + ")";
        };
    }
}
