package org.sqlvm.language.nodes;

import org.sqlvm.engine.data.Affinity;
import org.sqlvm.engine.data.Collation;
import org.sqlvm.engine.data.KeyField;
import org.sqlvm.engine.program.FunctionCall;
import org.sqlvm.engine.program.Instruction;
import org.sqlvm.engine.program.KeyInfo;
import org.sqlvm.engine.program.Opcode;
import org.sqlvm.engine.program.Program;
import org.sqlvm.engine.program.Trait;
import org.sqlvm.engine.row.FunctionFact;
import org.sqlvm.engine.row.ScalarFunction;
import org.sqlvm.engine.row.sort.Sorter;
import org.sqlvm.engine.vector.query.VectorQuery.Comparator;
import org.sqlvm.engine.vector.scan.ScanFilter;
import org.sqlvm.language.runtime.ExecutionState;
import org.sqlvm.language.runtime.ProgramCursor;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

/**
 * The conditions at the beginning of a table scan's loop: comparisons of columns, or of parts of
 * their texts, with constants, which skip the row by a jump to Next, with only reads of columns
 * before them. And, if the loop does nothing but sort its rows, the first column of the sort.
 */
final class ScanConditions {
    /**
     * A condition that a row must pass, for one of the constants.
     *
     * @param constants registers that hold the other side; none where it is NULL
     */
    private record Test(
            Value value, Comparator comparator, List<Integer> constants, Affinity affinity) {}

    /**
     * The content of a register in the loop.
     *
     * @param column the column's number in the scan
     * @param call the call that it is an argument of; null for the column itself
     */
    private record Value(int column, ScanFilter.Call call) {}

    /** The scan's comparators of the instructions that compare. */
    private static final Map<Opcode, Comparator> COMPARATORS = Map.of(
            Opcode.Eq, Comparator.EQ,
            Opcode.Ne, Comparator.NE,
            Opcode.Lt, Comparator.LT,
            Opcode.Le, Comparator.LE,
            Opcode.Gt, Comparator.GT,
            Opcode.Ge, Comparator.GE);

    private final List<Instruction> code;
    private final ProgramAnalysis analysis;
    private final TableScans.TableScan scan;
    private final int cursor;

    /** The content of each register in the loop, as far as it comes from the scan's columns. */
    private final Map<Integer, Value> values = new HashMap<>();

    /** Comparisons that lead past the same Goto if they are true: all so far. Null for none. */
    private Test any;

    private int anyTarget;

    private final List<Test> tests = new ArrayList<>();

    /** Where the loop begins, and where its Next is. */
    private final int rewind;

    private final int next;

    /** Registers that hold their values when the loop begins, and until its end. */
    private final List<Integer> settled = new ArrayList<>();

    /** The register of the row's record, and the column that this begins with; or null. */
    private Integer record;

    private Integer firstColumn;

    /** The instruction that the rows go into; null if they do something else. */
    private Instruction sort;

    private ScanConditions(
            Program program,
            ProgramAnalysis analysis,
            TableScans.TableScan scan,
            int cursor,
            int rewind,
            int next) {
        this.code = program.instructions();
        this.analysis = analysis;
        this.scan = scan;
        this.cursor = cursor;
        this.rewind = rewind;
        this.next = next;
    }

    /** Returns the conditions of the loop over a cursor; null if none are known. */
    static ScanConditions find(
            Program program, ProgramAnalysis analysis, TableScans.TableScan scan, int cursor) {
        int next = only(program, Opcode.Next, cursor);
        int rewind = only(program, Opcode.Rewind, cursor);
        if (next < 0 || rewind < 0) {
            return null;
        }
        ScanConditions found = new ScanConditions(program, analysis, scan, cursor, rewind, next);
        int pc = program.instructions().get(next).p2();
        while (pc < next && found.goesOn(pc)) {
            pc++;
        }
        boolean sorts = found.sort != null && pc == next && found.sortFields() != null;
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
    private boolean goesOn(int pc) {
        Instruction i = code.get(pc);
        if (sort != null || (any != null && i.opcode() != Opcode.Eq && i.opcode() != Opcode.Goto)) {
            return false;
        }
        switch (i.opcode()) {
            case Column, Rowid -> {
                if (i.p1() != cursor) {
                    return false;
                }
                values.put(i.result(), new Value(scan.place(i), null));
                return true;
            }
            case RealAffinity -> {
                return true; // The columns have had it.
            }
            case Integer, Int64, Real, String8 -> {
                values.remove(i.p2());
                return true;
            }
            case SCopy -> {
                Value value = values.get(i.p1());
                values.remove(i.p2());
                if (value != null) {
                    values.put(i.p2(), value);
                }
                return true;
            }
            case Function -> {
                return addPart(i);
            }
            case IsNull, NotNull -> {
                return i.p2() == next && addNullTest(i);
            }
            case Eq, Ne, Lt, Le, Gt, Ge -> {
                if (i.p2() != next) {
                    return i.opcode() == Opcode.Eq && addToAny(i);
                }
                if (any != null) {
                    return false;
                }
                addTest(i);
                return true;
            }
            case Goto -> {
                return i.p2() == next && endAny(pc);
            }
            case MakeRecord -> {
                record = i.p3();
                Value first = values.get(i.p1());
                firstColumn = first == null || first.call() != null ? null : first.column();
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

    /** The one function that is looked at: {@code substr(column, constant, constant)}. */
    private boolean addPart(Instruction i) {
        Value text = values.get(i.p2());
        FunctionCall call = (FunctionCall) i.p4();
        boolean known = text != null
                && text.call() == null
                && call.argumentCount() == 3
                && call.function() instanceof ScalarFunction function
                && function.is(FunctionFact.PART)
                && analysis.constant(i.p2() + 1) instanceof Long
                && analysis.constant(i.p2() + 2) instanceof Long;
        if (known) {
            List<Object> others =
                    List.of(analysis.constant(i.p2() + 1), analysis.constant(i.p2() + 2));
            ScanFilter.Call part = new ScanFilter.Call((ScalarFunction) call.function(), others);
            values.put(i.p3(), new Value(text.column(), part));
        }
        return known;
    }

    /** True, since a test of another value does nothing either. */
    private boolean addNullTest(Instruction i) {
        Value value = values.get(i.p1());
        if (value != null) {
            Comparator passing = i.opcode() == Opcode.IsNull ? Comparator.IS_NOT : Comparator.IS;
            tests.add(new Test(value, passing, List.of(), Affinity.NONE));
        }
        return true;
    }

    private void addTest(Instruction i) {
        Test test = (i.p5() & Opcode.JUMP_IF_NULL) == 0 ? null : test(i);
        if (test != null) {
            Comparator passing = opposite(test.comparator);
            tests.add(new Test(test.value, passing, test.constants, test.affinity));
        }
    }

    /** Adds one of several comparisons by Eq of one value: one of them has to be true. */
    private boolean addToAny(Instruction i) {
        Test test = (i.p5() & Opcode.JUMP_IF_NULL) != 0 ? null : test(i);
        if (test == null) {
            return false;
        }
        if (any == null) {
            any = test;
            anyTarget = i.p2();
            return true;
        }
        List<Integer> constants = new ArrayList<>(any.constants);
        constants.addAll(test.constants);
        any = new Test(any.value, any.comparator, constants, any.affinity);
        return test.value.equals(any.value) && test.affinity == any.affinity && i.p2() == anyTarget;
    }

    /** The Goto that is reached if none of the comparisons is true. */
    private boolean endAny(int pc) {
        if (any == null || anyTarget != pc + 1) {
            return false;
        }
        tests.add(any);
        any = null;
        return true;
    }

    /** The comparison of a value with a constant that is true if the instruction jumps; or null. */
    private Test test(Instruction i) {
        boolean known =
                (i.p5() & Opcode.NULL_EQUAL) == 0 && (i.p4() == null || i.p4() == Collation.BINARY);
        if (!known) {
            return null;
        }
        Affinity affinity = Affinity.of(i.p5() & Opcode.AFFINITY_MASK);
        Value left = values.get(i.p3());
        Value right = values.get(i.p1());
        if (left != null && right == null && isConstant(i.p1())) {
            return new Test(left, COMPARATORS.get(i.opcode()), List.of(i.p1()), affinity);
        }
        if (right != null && left == null && isConstant(i.p3())) {
            return new Test(right, turned(COMPARATORS.get(i.opcode())), List.of(i.p3()), affinity);
        }
        return null;
    }

    private boolean isConstant(int register) {
        if (analysis.constant(register) != null || isParameter(register)) {
            return true;
        }
        boolean found = isSettled(register);
        if (found && !settled.contains(register)) {
            settled.add(register);
        }
        return found;
    }

    private boolean isParameter(int register) {
        Instruction writer = analysis.onlyWriter(register);
        return writer != null && writer.opcode() == Opcode.Variable;
    }

    /** Whether nothing writes the register between the first row and the last. */
    private boolean isSettled(int register) {
        return rewind < next
                && code.subList(rewind, next).stream()
                        .noneMatch(i -> i.opcode().has(Trait.SUBROUTINE))
                && IntStream.range(rewind, code.size())
                        .noneMatch(pc -> analysis.mayWrite(pc, register));
    }

    /** Returns the registers whose values {@link #filter} needs. */
    List<Integer> settled() {
        return settled;
    }

    /** The comparison with its sides exchanged. */
    private static Comparator turned(Comparator comparator) {
        return switch (comparator) {
            case LT -> Comparator.GT;
            case LE -> Comparator.GE;
            case GT -> Comparator.LT;
            case GE -> Comparator.LE;
            default -> comparator;
        };
    }

    /** Returns the comparison that is true if the given one is false. */
    private static Comparator opposite(Comparator comparator) {
        return switch (comparator) {
            case EQ -> Comparator.NE;
            case NE -> Comparator.EQ;
            case LT -> Comparator.GE;
            case LE -> Comparator.GT;
            case GT -> Comparator.LE;
            case GE -> Comparator.LT;
            default -> throw new AssertionError(comparator);
        };
    }

    /** How the sort orders rows; null if it does not begin with the column's own order. */
    private List<KeyField> sortFields() {
        List<KeyField> fields = null;
        for (Instruction i : code) {
            if (i.opcode() == Opcode.SorterOpen && i.p1() == sort.p1()) {
                if (fields != null || !(i.p4() instanceof KeyInfo keys)) {
                    return null;
                }
                fields = keys.fields();
            }
        }
        boolean plain = fields != null && fields.getFirst().collation() == Collation.BINARY;
        return plain ? fields : null;
    }

    /**
     * Returns the filter for one run.
     *
     * @param values the values of the registers {@link #settled}
     */
    ScanFilter filter(ExecutionState state, Object[] values, int vectorRows) {
        List<ScanFilter.Test> bound = new ArrayList<>();
        for (Test test : tests) {
            List<Object> constants = test.constants.stream()
                    .map(each -> constant(each, state, values))
                    .toList();
            bound.add(new ScanFilter.Test(
                    test.value.column(),
                    test.value.call(),
                    test.comparator,
                    constants,
                    test.affinity));
        }
        return new ScanFilter(bound, sort == null ? null : bound(state), vectorRows);
    }

    private ScanFilter.Bound bound(ExecutionState state) {
        List<KeyField> fields = sortFields();
        KeyField field = fields.getFirst();
        return new ScanFilter.Bound(
                firstColumn,
                field.descending(),
                field.descending() == field.bigNull(),
                fields.size() == 1,
                () -> lastWanted(state));
    }

    private Object constant(int register, ExecutionState state, Object[] settledValues) {
        Object literal = analysis.constant(register);
        if (literal != null) {
            return literal;
        }
        return isParameter(register)
                ? state.parameters.value(analysis.onlyWriter(register).p1())
                : settledValues[settled.indexOf(register)];
    }

    private Object lastWanted(ExecutionState state) {
        ProgramCursor rows = state.cursors[sort.p1()];
        Sorter sorter = rows == null ? null : rows.sorter;
        return sorter == null ? null : sorter.lastWanted();
    }
}
