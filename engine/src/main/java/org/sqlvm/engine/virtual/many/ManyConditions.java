package org.sqlvm.engine.virtual.many;

import org.sqlvm.api.files.FileContent;
import org.sqlvm.api.files.FileScan;
import org.sqlvm.api.files.FileScan.Condition;
import org.sqlvm.api.files.FormatReader;
import org.sqlvm.engine.data.Affinity;
import org.sqlvm.engine.data.Bytes;
import org.sqlvm.engine.data.Text;
import org.sqlvm.engine.row.function.LikePattern;
import org.sqlvm.engine.vector.column.ChunkBounds;
import org.sqlvm.engine.vector.column.StoredColumn;
import org.sqlvm.engine.vector.query.VectorQuery.Comparator;
import org.sqlvm.engine.vector.scan.ScanFilter;
import org.sqlvm.engine.virtual.files.RowConditions;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * Conditions with values, by which a scan leaves out files and rows. They refuse no row that meets
 * them; all are tested again behind the scan.
 *
 * @param members conditions on hidden columns
 * @param values their values, as in registers
 */
record ManyConditions(
        ManyTable table,
        RowConditions rows,
        List<ManyTable.MemberCondition> members,
        List<Object> values) {
    static ManyConditions of(ManyTable table, ManyTable.Wanted wanted, Object[] arguments) {
        int rowCount = wanted.rows().list().size();
        List<Object> values = new ArrayList<>();
        for (int i = rowCount; i < arguments.length; i++) {
            values.add(arguments[i] instanceof Bytes bytes ? bytes.owned() : arguments[i]);
        }
        return new ManyConditions(
                table, wanted.rows().with(arguments), wanted.members(), List.copyOf(values));
    }

    /** Whether rows of a file may meet the conditions on hidden columns. */
    boolean mayPass(FileSet.Member member) {
        for (int i = 0; i < members.size(); i++) {
            Text own = MemberRows.text(table, members.get(i).column(), member);
            if (values.get(i) instanceof Text value && !passes(members.get(i), own, value)) {
                return false;
            }
        }
        return true;
    }

    private static boolean passes(ManyTable.MemberCondition condition, Text own, Text value) {
        int order = Bytes.compare(own, value);
        return switch (condition.operator()) {
            case EQ -> order == 0;
            case GT -> order > 0;
            case GE -> order >= 0;
            case LT -> order < 0;
            case LE -> order <= 0;
            case LIKE -> LikePattern.like(value, LikePattern.NO_ESCAPE, true).matches(own);
            case GLOB -> LikePattern.glob(value).matches(own);
            default -> true;
        };
    }

    /** Whether rows may meet the conditions on columns, by the bounds of those. */
    boolean mayPass(Map<StoredColumn, ChunkBounds> known) {
        if (rows.list().isEmpty()) {
            return true;
        }
        return rows.mayPass(
                new FileContent() {
                    @Override
                    public FormatReader open(int group, FileScan scan) {
                        throw new AssertionError();
                    }

                    @Override
                    public Object[] bounds(int group, int column) {
                        ChunkBounds bounds = known.get(MemberRows.column(column));
                        return bounds == null
                                ? null
                                : new Object[] {bounds.least(), bounds.greatest()};
                    }
                },
                0);
    }

    /**
     * Makes a filter on rows.
     *
     * @param slots by column of the table: its index among those that are read
     * @return null if no condition can be tested
     */
    ScanFilter filter(int[] slots, int vectorRows) {
        List<ScanFilter.Test> tests = new ArrayList<>();
        for (Condition condition : rows.list()) {
            boolean isText =
                    table.layout().columns().get(condition.column()).affinity() == Affinity.TEXT;
            boolean fits = isText
                    ? condition.known() instanceof Text
                    : condition.known() instanceof Number;
            if (fits) {
                tests.add(new ScanFilter.Test(
                        slots[condition.column()],
                        null,
                        Comparator.valueOf(condition.operator().name()),
                        List.of(condition.known()),
                        Affinity.NONE));
            }
        }
        return tests.isEmpty() ? null : new ScanFilter(tests, null, vectorRows);
    }
}
