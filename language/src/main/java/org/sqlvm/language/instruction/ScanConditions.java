package org.sqlvm.language.instruction;

import org.sqlvm.engine.data.KeyField;
import org.sqlvm.engine.program.TableScan;
import org.sqlvm.engine.program.TableScan.Constant;
import org.sqlvm.engine.row.sort.Sorter;
import org.sqlvm.engine.vector.scan.ScanFilter;
import org.sqlvm.language.runtime.ExecutionState;
import org.sqlvm.language.runtime.ProgramCursor;

import java.util.List;

/**
 * The conditions at the beginning of a table scan's loop, with the values that a run gives them.
 * And, if the loop does nothing but sort its rows, the last row that the sort wants.
 */
final class ScanConditions {
    private final TableScan scan;

    /** Registers that the conditions compare with, at the beginning of the scan. */
    private final List<Integer> settled;

    private ScanConditions(TableScan scan) {
        this.scan = scan;
        settled = scan.tests().stream()
                .flatMap(test -> test.constants().stream())
                .filter(Constant.Register.class::isInstance)
                .map(constant -> ((Constant.Register) constant).number())
                .distinct()
                .toList();
    }

    /** Returns the conditions of a scan; null if none are known. */
    static ScanConditions of(TableScan scan) {
        return scan.tests().isEmpty() && scan.sort() == null ? null : new ScanConditions(scan);
    }

    /** Returns the registers whose values {@link #filter} needs. */
    List<Integer> settled() {
        return settled;
    }

    /**
     * Returns the filter for one run.
     *
     * @param values the values of the registers {@link #settled}
     */
    ScanFilter filter(ExecutionState state, Object[] values, int vectorRows) {
        List<ScanFilter.Test> bound = scan.tests().stream()
                .map(test -> new ScanFilter.Test(
                        test.column(),
                        test.call(),
                        test.comparator(),
                        test.constants().stream()
                                .map(each -> constant(each, state, values))
                                .toList(),
                        test.affinity()))
                .toList();
        return new ScanFilter(bound, scan.sort() == null ? null : bound(state), vectorRows);
    }

    private Object constant(Constant constant, ExecutionState state, Object[] values) {
        return switch (constant) {
            case Constant.Literal literal -> literal.value();
            case Constant.Parameter parameter -> state.parameters.value(parameter.number());
            case Constant.Register register -> values[settled.indexOf(register.number())];
        };
    }

    private ScanFilter.Bound bound(ExecutionState state) {
        TableScan.Sort sort = scan.sort();
        KeyField field = sort.fields().getFirst();
        return new ScanFilter.Bound(
                sort.column(),
                field.descending(),
                field.descending() == field.bigNull(),
                sort.fields().size() == 1,
                () -> lastWanted(state, sort.cursor()));
    }

    private static Object lastWanted(ExecutionState state, int cursor) {
        ProgramCursor rows = state.cursors[cursor];
        Sorter sorter = rows == null ? null : rows.sorter;
        return sorter == null ? null : sorter.lastWanted();
    }
}
