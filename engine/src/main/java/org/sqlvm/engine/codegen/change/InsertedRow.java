package org.sqlvm.engine.codegen.change;

import org.sqlvm.engine.codegen.query.Defaults;
import org.sqlvm.engine.data.Affinity;
import org.sqlvm.engine.data.KeyField;
import org.sqlvm.engine.data.SqlNull;
import org.sqlvm.engine.data.TextEncoding;
import org.sqlvm.engine.plan.resolve.StoredExpressions;
import org.sqlvm.engine.prepare.Preparation;
import org.sqlvm.engine.program.Insertion;
import org.sqlvm.engine.schema.Column;
import org.sqlvm.engine.schema.Index;
import org.sqlvm.engine.schema.Index.IndexColumn;
import org.sqlvm.engine.schema.Table;
import org.sqlvm.engine.sql.tree.Expression;
import org.sqlvm.engine.sql.tree.Select;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/** The row of an INSERT whose values are parameters, as an {@link Insertion}. */
final class InsertedRow {
    /** The collations that are no code of the user's. */
    private static final Set<String> COLLATIONS = Set.of("BINARY", "NOCASE", "RTRIM");

    private InsertedRow() {}

    /**
     * Returns the insertion of a row; null if more is to be computed than a record of the
     * parameters and entries of its columns.
     *
     * @param table with a column for every indexed expression
     * @param source the statement's query
     * @param places for each column which of the values it gets, or {@link Insertion#ABSENT}
     * @param rowid which of the values is the rowid, or {@link Insertion#ABSENT}
     */
    static Insertion of(
            Table table, Select source, int[] places, int rowid, Preparation preparation) {
        List<Insertion.Value> values = new ArrayList<>();
        int used = rowid == Insertion.ABSENT ? 0 : 1;
        for (int i = 0; i < places.length; i++) {
            Column column = table.columns().get(i);
            boolean alias = i == table.rowidAlias();
            int place = alias ? Insertion.ABSENT : places[i];
            if (place != Insertion.ABSENT) {
                used++;
            } else if (column.generated() || !(alias || isNull(column.defaultValue()))) {
                return null;
            }
            values.add(new Insertion.Value(place, column.affinity(), column.notNull() && !alias));
        }
        boolean plain = table.hasRowid()
                && !table.strict()
                && table.rootPage() > 1
                && preparation.encoding() == TextEncoding.UTF8
                && areParameters(source, used)
                && table.indexes().stream().allMatch(InsertedRow::isPlain)
                && StoredExpressions.checks(table, preparation).isEmpty();
        return plain
                ? new Insertion(
                        table.databaseNumber(),
                        table.rootPage(),
                        List.copyOf(values),
                        rowid,
                        table.indexes().stream()
                                .map(index -> entry(table, index))
                                .toList())
                : null;
    }

    private static boolean isNull(Expression value) {
        return value == null || Defaults.literal(value) == SqlNull.NULL;
    }

    /** Whether a query is one row of parameters in their order, each of which is used once. */
    private static boolean areParameters(Select source, int count) {
        if (!(source.body() instanceof Select.Values values)
                || values.rows().size() != 1
                || values.rows().getFirst().size() != count) {
            return false;
        }
        List<Expression> row = values.rows().getFirst();
        for (int i = 0; i < count; i++) {
            if (!(row.get(i) instanceof Expression.Parameter parameter)
                    || parameter.number() != i + 1) {
                return false;
            }
        }
        return true;
    }

    private static boolean isPlain(Index index) {
        return index.where() == null
                && index.columns().stream()
                        .allMatch(
                                column -> COLLATIONS.contains(column.collation().name()));
    }

    private static Insertion.Entry entry(Table table, Index index) {
        List<Insertion.Field> fields = new ArrayList<>();
        for (IndexColumn column : index.columns()) {
            int place = column.tableColumn();
            boolean isRowid = place == Index.ROWID || place == table.rowidAlias();
            fields.add(new Insertion.Field(
                    isRowid ? Insertion.ABSENT : place,
                    new KeyField(column.collation(), column.descending(), false),
                    place >= 0 && table.columns().get(place).affinity() == Affinity.REAL));
        }
        int unique = index.unique() ? index.keyCount() : 0;
        return new Insertion.Entry(index.rootPage(), List.copyOf(fields), unique);
    }
}
