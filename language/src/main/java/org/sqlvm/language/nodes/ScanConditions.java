package org.sqlvm.language.nodes;

import org.sqlvm.engine.data.Affinity;
import org.sqlvm.engine.data.Collation;
import org.sqlvm.engine.data.KeyField;
import org.sqlvm.engine.program.Instruction;
import org.sqlvm.engine.program.KeyInfo;
import org.sqlvm.engine.program.Opcode;
import org.sqlvm.engine.program.Program;
import org.sqlvm.engine.row.Sorter;
import org.sqlvm.engine.vector.ScanFilter;
import org.sqlvm.engine.vector.VectorQuery.Comparator;
import org.sqlvm.language.runtime.ExecutionState;
import org.sqlvm.language.runtime.ProgramCursor;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * For which rows of a table scan the loop does nothing, as far as its beginning says: comparisons
 * of columns with constants that jump to its Next, behind nothing but reads of columns. And, where
 * there is no more in the loop than a sort of its rows, which column the sort begins with.
 */
final class ScanConditions {
    /**
     * A condition that a row must pass.
     *
     * @param constant the instruction that loads the other side
     */
    private record Test(
            int column, Comparator comparator, Instruction constant, Affinity affinity) {}

    private final List<Instruction> code;
    private final ProgramAnalysis analysis;
    private final TableScans.TableScan scan;
    private final int cursor;

    /** By register: the column of the scan that it holds in the loop. */
    private final Map<Integer, Integer> columns = new HashMap<>();

    private final List<Test> tests = new ArrayList<>();

    /** The register of the row's record, and the column that this begins with; or null. */
    private Integer record;

    private Integer firstColumn;

    /** What the rows go into; null if they do something else. */
    private Instruction sort;

    private ScanConditions(
            Program program, ProgramAnalysis analysis, TableScans.TableScan scan, int cursor) {
        this.code = program.instructions();
        this.analysis = analysis;
        this.scan = scan;
        this.cursor = cursor;
    }

    /** What is known of the loop over a cursor; null for nothing. */
    static ScanConditions find(
            Program program, ProgramAnalysis analysis, TableScans.TableScan scan, int cursor) {
        int next = only(program, Opcode.Next, cursor);
        if (next < 0 || only(program, Opcode.Rewind, cursor) < 0) {
            return null;
        }
        ScanConditions found = new ScanConditions(program, analysis, scan, cursor);
        int pc = program.instructions().get(next).p2();
        while (pc < next && found.goesOn(program.instructions().get(pc), next)) {
            pc++;
        }
        boolean sorts = found.sort != null && pc == next && found.sortField() != null;
        if (!sorts) {
            found.sort = null;
        }
        return found.tests.isEmpty() && found.sort == null ? null : found;
    }

    private static int only(Program program, Opcode opcode, int cursor) {
        int found = -1;
        for (int pc = 0; pc < program.instructions().size(); pc++) {
            Instruction i = program.instructions().get(pc);
            if (i.opcode() == opcode && i.p1() == cursor) {
                if (found >= 0) {
                    return -1;
                }
                found = pc;
            }
        }
        return found;
    }

    /** Whether an instruction of the loop does nothing outside of it. */
    private boolean goesOn(Instruction i, int next) {
        if (sort != null) {
            return false;
        }
        switch (i.opcode()) {
            case Column, Rowid -> {
                if (i.p1() != cursor) {
                    return false;
                }
                columns.put(i.opcode() == Opcode.Rowid ? i.p2() : i.p3(), scan.place(i));
                return true;
            }
            case RealAffinity -> {
                return true; // Which the columns have had.
            }
            case SCopy -> {
                Integer column = columns.get(i.p1());
                columns.remove(i.p2());
                if (column != null) {
                    columns.put(i.p2(), column);
                }
                return true;
            }
            case IsNull, NotNull -> {
                return i.p2() == next;
            }
            case Eq, Ne, Lt, Le, Gt, Ge -> {
                if (i.p2() != next) {
                    return false;
                }
                addTest(i);
                return true;
            }
            case MakeRecord -> {
                record = i.p3();
                firstColumn = columns.get(i.p1());
                return i.p4() == null;
            }
            case SorterInsert -> {
                sort = i;
                return record != null && record == i.p2() && firstColumn != null;
            }
            default -> {
                return false;
            }
        }
    }

    private void addTest(Instruction i) {
        boolean known = (i.p5() & Opcode.JUMP_IF_NULL) != 0
                && (i.p5() & Opcode.NULL_EQUAL) == 0
                && (i.p4() == null || i.p4() == Collation.BINARY);
        if (!known) {
            return;
        }
        Affinity affinity = Affinity.of(i.p5() & Opcode.AFFINITY_MASK);
        Integer left = columns.get(i.p3());
        Integer right = columns.get(i.p1());
        if (left != null && right == null && isConstant(i.p1())) {
            Instruction constant = analysis.onlyWriter(i.p1());
            tests.add(new Test(left, passing(i.opcode()), constant, affinity));
        } else if (right != null && left == null && isConstant(i.p3())) {
            Instruction constant = analysis.onlyWriter(i.p3());
            tests.add(new Test(right, passing(turned(i.opcode())), constant, affinity));
        }
    }

    private boolean isConstant(int register) {
        Instruction writer = analysis.onlyWriter(register);
        return analysis.constant(register) != null
                || (writer != null && writer.opcode() == Opcode.Variable);
    }

    private static Opcode turned(Opcode opcode) {
        return switch (opcode) {
            case Lt -> Opcode.Gt;
            case Le -> Opcode.Ge;
            case Gt -> Opcode.Lt;
            case Ge -> Opcode.Le;
            default -> opcode;
        };
    }

    /** What is true of the rows for which a comparison does not jump. */
    private static Comparator passing(Opcode opcode) {
        return switch (opcode) {
            case Eq -> Comparator.NE;
            case Ne -> Comparator.EQ;
            case Lt -> Comparator.GE;
            case Le -> Comparator.GT;
            case Gt -> Comparator.LE;
            case Ge -> Comparator.LT;
            default -> throw new AssertionError(opcode);
        };
    }

    /** How the sort orders the column; null if not by its own order. */
    private KeyField sortField() {
        KeyField field = null;
        for (Instruction i : code) {
            if (i.opcode() == Opcode.SorterOpen && i.p1() == sort.p1()) {
                if (field != null || !(i.p4() instanceof KeyInfo keys)) {
                    return null;
                }
                field = keys.fields().get(0);
            }
        }
        return field != null && field.collation() == Collation.BINARY ? field : null;
    }

    /** The same for a run. */
    ScanFilter filter(ExecutionState state, int vectorRows) {
        List<ScanFilter.Test> bound = new ArrayList<>();
        for (Test test : tests) {
            Object constant = test.constant.opcode() == Opcode.Variable
                    ? state.parameters.value(test.constant.p1())
                    : analysis.constant(test.constant.p2());
            bound.add(new ScanFilter.Test(test.column, test.comparator, constant, test.affinity));
        }
        ScanFilter.Bound last = sort == null
                ? null
                : new ScanFilter.Bound(
                        firstColumn, sortField().descending(), () -> lastWanted(state));
        return new ScanFilter(bound, last, vectorRows);
    }

    private Object lastWanted(ExecutionState state) {
        ProgramCursor rows = state.cursors[sort.p1()];
        Sorter sorter = rows == null ? null : rows.sorter;
        return sorter == null ? null : sorter.lastWanted();
    }
}
