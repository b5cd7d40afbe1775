package org.sqlvm.workload;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;

/**
 * Tells whether two answers are the same. Text and integers must be equal; a REAL may differ from
 * the expected one by {@link #TOLERANCE} of it, because the order in which a sum is made is the
 * plan's affair. Rows that the query orders must come in that order; ties may come in any.
 */
public final class Comparison {
    /** Relative; so only digits from the twelfth on may differ. */
    static final double TOLERANCE = 1e-11;

    /**
     * The same where one of the two adds up REALs plainly, without carrying what is rounded off.
     */
    static final double TOLERANCE_PLAIN = 1e-9;

    /** Unknown numbers last: rows are matched by the exact cells first. */
    private static final Comparator<List<Object>> ROWS = (a, b) -> {
        int order = 0;
        for (int i = 0; i < Math.min(a.size(), b.size()) && order == 0; i++) {
            order = a.get(i) instanceof Double || b.get(i) instanceof Double
                    ? 0
                    : text(a.get(i), b.get(i));
        }
        for (int i = 0; i < Math.min(a.size(), b.size()) && order == 0; i++) {
            if (a.get(i) instanceof Number x && b.get(i) instanceof Number y) {
                order = Double.compare(x.doubleValue(), y.doubleValue());
            }
        }
        return order;
    };

    private final boolean typed;
    private final double tolerance;

    /**
     * @param typed whether 1 and 1.0 are different answers, as they are between SQLite and sqlvm;
     *     if not, sums may be plain ones: {@link #TOLERANCE_PLAIN}
     */
    public Comparison(boolean typed) {
        this.typed = typed;
        tolerance = typed ? TOLERANCE : TOLERANCE_PLAIN;
    }

    /** The first difference in words, or null if there is none. */
    public String difference(
            Engine.Answer expected, Engine.Answer actual, List<Integer> sortColumns) {
        String difference = ordered(expected, actual, sortColumns);
        return difference != null ? difference : unordered(sorted(expected), sorted(actual));
    }

    /**
     * The same for a query whose rows are not determined.
     *
     * @param candidates has all rows that the actual answer may consist of, each as often as it may
     *     be there
     */
    public String difference(
            Engine.Answer expected,
            Engine.Answer candidates,
            Engine.Answer actual,
            List<Integer> sortColumns) {
        String difference = ordered(expected, actual, sortColumns);
        return difference != null ? difference : contained(sorted(candidates), sorted(actual));
    }

    /** As many rows and columns, and the same in the columns that the query orders by. */
    private String ordered(
            Engine.Answer expected, Engine.Answer actual, List<Integer> sortColumns) {
        if (expected.columns().size() != actual.columns().size()) {
            return "%d columns, not %d"
                    .formatted(actual.columns().size(), expected.columns().size());
        }
        if (expected.rows().size() != actual.rows().size()) {
            return "%d rows, not %d"
                    .formatted(actual.rows().size(), expected.rows().size());
        }
        for (int row = 0; row < expected.rows().size(); row++) {
            for (int column : sortColumns) {
                Object wanted = expected.rows().get(row).get(column);
                Object got = actual.rows().get(row).get(column);
                if (!same(wanted, got)) {
                    return "in order, row %d column %d is %s, not %s"
                            .formatted(row + 1, column + 1, got, wanted);
                }
            }
        }
        return null;
    }

    private String unordered(List<List<Object>> expected, List<List<Object>> actual) {
        for (int row = 0; row < expected.size(); row++) {
            for (int column = 0; column < expected.get(row).size(); column++) {
                Object wanted = expected.get(row).get(column);
                Object got = actual.get(row).get(column);
                if (!same(wanted, got)) {
                    return "of all rows sorted, row %d column %d is %s, not %s"
                            .formatted(row + 1, column + 1, got, wanted);
                }
            }
        }
        return null;
    }

    private String contained(List<List<Object>> candidates, List<List<Object>> actual) {
        int next = 0;
        for (List<Object> row : actual) {
            while (next < candidates.size() && !same(candidates.get(next), row)) {
                next++;
            }
            if (next == candidates.size()) {
                return "the row %s is none that the query may give".formatted(row);
            }
            next++;
        }
        return null;
    }

    private boolean same(List<Object> expected, List<Object> actual) {
        for (int column = 0; column < expected.size(); column++) {
            if (!same(expected.get(column), actual.get(column))) {
                return false;
            }
        }
        return true;
    }

    private boolean same(Object expected, Object actual) {
        if (!(expected instanceof Number wanted) || !(actual instanceof Number got)) {
            return expected == null ? actual == null : expected.equals(actual);
        }
        if (typed && wanted.getClass() != got.getClass()) {
            return false;
        }
        if (wanted instanceof Long && got instanceof Long) {
            return wanted.equals(got);
        }
        double distance = Math.abs(wanted.doubleValue() - got.doubleValue());
        return distance <= tolerance * Math.abs(wanted.doubleValue());
    }

    private static List<List<Object>> sorted(Engine.Answer answer) {
        List<List<Object>> rows = new ArrayList<>(answer.rows());
        rows.sort(ROWS);
        return rows;
    }

    private static int text(Object a, Object b) {
        return String.valueOf(a).compareTo(String.valueOf(b));
    }

    /** The result columns that the query's ORDER BY names, as far as they are result columns. */
    public static List<Integer> sortColumns(String sql, List<String> columns) {
        String text = sql.toLowerCase(Locale.ROOT);
        int start = text.lastIndexOf("order by");
        if (start < 0 || text.indexOf(')', start) >= 0) {
            return List.of();
        }
        List<Integer> sorted = new ArrayList<>();
        for (String term : text.substring(start + "order by".length()).split(",", -1)) {
            String name = term.strip().split("\\s", 2)[0];
            int column = index(columns, name.substring(name.indexOf('.') + 1));
            if (column >= 0) {
                sorted.add(column);
            }
        }
        return List.copyOf(sorted);
    }

    private static int index(List<String> columns, String name) {
        for (int i = 0; i < columns.size(); i++) {
            if (columns.get(i).equalsIgnoreCase(name)) {
                return i;
            }
        }
        return -1;
    }
}
