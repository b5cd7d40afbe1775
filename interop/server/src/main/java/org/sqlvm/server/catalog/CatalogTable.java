package org.sqlvm.server.catalog;

import org.sqlvm.api.ModuleTable;
import org.sqlvm.api.ScanPlan;
import org.sqlvm.api.ScanRequest;
import org.sqlvm.api.TableCursor;
import org.sqlvm.api.TableModule;
import org.sqlvm.api.text.SqlText;
import org.sqlvm.server.value.Field;
import org.sqlvm.server.value.PgType;

import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.function.Supplier;

/** A table of the catalog, as SQL reads it: a virtual table that is there under its name. */
final class CatalogTable implements TableModule, ModuleTable {
    /** Guesses: there are few rows, and a join should begin with the one that is filtered. */
    private static final double ROWS = 200;

    private static final double FILTERED_ROWS = 5;

    private final String name;
    private final List<Field> columns = new ArrayList<>();
    private final Supplier<List<Object[]>> rows;

    /**
     * Makes a table.
     *
     * @param columns such as {@code oid oid, relname name}: names and types
     * @param rows supplies the current rows
     */
    CatalogTable(String name, String columns, Supplier<List<Object[]>> rows) {
        this.name = name;
        this.rows = rows;
        for (String column : columns.split(",\\s*")) {
            int blank = column.indexOf(' ');
            String type = column.substring(blank + 1);
            this.columns.add(new Field(
                    column.substring(0, blank),
                    type.endsWith("[]")
                            ? PgType.named("_" + type.substring(0, type.length() - 2))
                            : PgType.named(type)));
        }
    }

    String name() {
        return name;
    }

    /** Returns the type of a column; null if there is no such column. */
    PgType type(String column) {
        for (Field field : columns) {
            if (field.name().equalsIgnoreCase(column)) {
                return field.type();
            }
        }
        return null;
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
        StringBuilder sql = new StringBuilder("CREATE TABLE x(");
        for (Field field : columns) {
            if (!sql.toString().endsWith("(")) {
                sql.append(", ");
            }
            boolean isNumber = field.type().category() == 'N' || field.type() == PgType.BOOL;
            sql.append(SqlText.quoted(field.name())).append(isNumber ? " INTEGER" : " TEXT");
        }
        return sql.append(')').toString();
    }

    /** An equality is tested by the cursor: the number of its column is the plan's index. */
    @Override
    public ScanPlan plan(ScanRequest request) {
        for (int i = 0; i < request.conditions().size(); i++) {
            ScanRequest.Condition condition = request.conditions().get(i);
            boolean isNumber = condition.column() >= 0
                    && columns.get(condition.column()).type().category() == 'N';
            if (condition.operator() == ScanRequest.Operator.EQ && isNumber) {
                return ScanPlan.all()
                        .withIndex(condition.column() + 1)
                        .with(i, false)
                        .withCost(ROWS, FILTERED_ROWS);
            }
        }
        return ScanPlan.all().withCost(ROWS, ROWS);
    }

    @Override
    public TableCursor open() {
        return new Cursor();
    }

    private final class Cursor implements TableCursor {
        private Iterator<Object[]> left;
        private Object[] row;
        private long number;

        @Override
        public void filter(ScanPlan plan, Object[] arguments) {
            List<Object[]> all = rows.get();
            boolean isNumber = plan.index() > 0 && arguments[0] instanceof Long;
            left = isNumber ? equal(all, plan.index() - 1, arguments[0]) : all.iterator();
            number = 0;
        }

        private static Iterator<Object[]> equal(List<Object[]> all, int column, Object wanted) {
            List<Object[]> found = new ArrayList<>();
            for (Object[] each : all) {
                if (wanted.equals(each[column])) {
                    found.add(each);
                }
            }
            return found.iterator();
        }

        @Override
        public boolean next() {
            boolean hasMore = left.hasNext();
            row = hasMore ? left.next() : null;
            number++;
            return hasMore;
        }

        @Override
        public Object column(int column) {
            return row[column];
        }

        @Override
        public long rowid() {
            return number;
        }
    }
}
