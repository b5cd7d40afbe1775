package org.sqlvm.server.sql;

import org.sqlvm.api.Database;
import org.sqlvm.api.ModuleTable;
import org.sqlvm.api.ScanPlan;
import org.sqlvm.api.ScanRequest;
import org.sqlvm.api.TableCursor;
import org.sqlvm.api.TableModule;
import org.sqlvm.server.value.PgArray;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.StringJoiner;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * {@code unnest(array, …)}: a row for each element of an array, or of several at a time, with its
 * number. There is a module for each number of arrays, since it is the number of the columns.
 */
public final class ArrayTable implements TableModule, ModuleTable {
    /** A guess, and one for who asks for all arrays there are. */
    private static final double ROWS = 10;

    private static final double NEVER = 1e12;

    /** Arrays in one call; a table has no more columns than that, most often. */
    private static final int COUNT_MAX = 200;

    private static final Pattern NAME = Pattern.compile("\\bunnest_(\\d{1,3})(_numbered)?\\b");

    private final int count;
    /** Whether the elements' numbers are a column as the others: WITH ORDINALITY. */
    private final boolean isNumbered;

    private ArrayTable(int count, boolean isNumbered) {
        this.count = count;
        this.isNumbered = isNumbered;
    }

    /** Returns the name of the module for this number of arrays. */
    static String name(int arrays, boolean isNumbered) {
        return "unnest_" + arrays + (isNumbered ? "_numbered" : "");
    }

    /** Returns the name of the column with the elements of an array; arrays are numbered from 0. */
    static String column(int array) {
        return "value" + (array + 1);
    }

    /**
     * Adds the modules that a statement needs.
     *
     * @param known those that have been added
     */
    public static void register(Database database, String sql, Set<String> known) {
        Matcher names = NAME.matcher(sql);
        while (names.find()) {
            int arrays = Integer.parseInt(names.group(1));
            if (arrays > 0 && arrays <= COUNT_MAX && known.add(names.group())) {
                database.createModule(
                        names.group(), new ArrayTable(arrays, names.group(2) != null));
            }
        }
    }

    @Override
    public boolean isEponymous() {
        return true;
    }

    @Override
    public ModuleTable connect(Call call) {
        return this;
    }

    @Override
    public String declaration() {
        StringJoiner columns = new StringJoiner(", ", "CREATE TABLE x(", ")");
        for (int i = 0; i < count; i++) {
            columns.add(column(i));
        }
        if (isNumbered) {
            columns.add("ordinality INTEGER");
        }
        for (int i = 0; i < count; i++) {
            columns.add("array" + (i + 1) + " HIDDEN");
        }
        return columns.toString();
    }

    @Override
    public ScanPlan plan(ScanRequest request) {
        ScanPlan plan = ScanPlan.all();
        for (int array = 0; array < count; array++) {
            int condition = condition(request, firstArray() + array);
            if (condition < 0) {
                return ScanPlan.all().withCost(NEVER, NEVER);
            }
            plan = plan.with(condition, true);
        }
        return plan.withIndex(1).withCost(ROWS, ROWS);
    }

    /** The number of the hidden column that takes the first array. */
    private int firstArray() {
        return count + (isNumbered ? 1 : 0);
    }

    private static int condition(ScanRequest request, int column) {
        for (int i = 0; i < request.conditions().size(); i++) {
            ScanRequest.Condition each = request.conditions().get(i);
            if (each.column() == column && each.operator() == ScanRequest.Operator.EQ) {
                return i;
            }
        }
        return -1;
    }

    @Override
    public TableCursor open() {
        return new Cursor();
    }

    private final class Cursor implements TableCursor {
        private final List<List<String>> arrays = new ArrayList<>();
        private int length;
        private int next;

        @Override
        public void filter(ScanPlan plan, Object[] arguments) {
            arrays.clear();
            length = 0;
            next = 0;
            for (int i = 0; plan.index() > 0 && i < count; i++) {
                Object array = arguments[i];
                arrays.add(array == null ? List.of() : PgArray.elements(array.toString()));
                length = Math.max(length, arrays.getLast().size());
            }
        }

        @Override
        public boolean next() {
            return ++next <= length;
        }

        @Override
        public Object column(int column) {
            if (column >= count) {
                return (long) next;
            }
            List<String> elements = arrays.get(column);
            return next <= elements.size() ? elements.get(next - 1) : null;
        }

        @Override
        public long rowid() {
            return next;
        }
    }
}
