package org.sqlvm.language.nodes;

import com.oracle.truffle.api.CompilerDirectives.CompilationFinal;

import org.sqlvm.engine.program.FunctionCall;
import org.sqlvm.engine.program.Instruction;
import org.sqlvm.engine.program.Opcode;
import org.sqlvm.engine.program.Program;
import org.sqlvm.engine.program.Role;
import org.sqlvm.engine.program.Trait;
import org.sqlvm.engine.row.function.RegisteredScalar;
import org.sqlvm.engine.vector.column.StoredColumn;
import org.sqlvm.engine.vector.query.StoredTable;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

/**
 * The table cursors of a program that do nothing but go through all rows in their order, and the
 * columns that are read of them: such cursors can read columns instead of records.
 */
final class TableScans {
    /** @param columns the columns that are read of each row, with the rowid if it is read */
    record TableScan(StoredTable table, List<StoredColumn> columns) {
        /** Where among the columns that is which a Column or Rowid reads. */
        int place(Instruction read) {
            return columns.indexOf(column(read));
        }

        private StoredColumn column(Instruction read) {
            return read.opcode() == Opcode.Rowid
                    ? StoredColumn.OF_ROWIDS
                    : table.columns().get(read.p2());
        }

        private void add(Instruction read) {
            if (place(read) < 0) {
                columns.add(column(read));
            }
        }
    }

    /**
     * A loop that gives each row's columns as they are, perhaps with one call of a registered
     * function, and nothing else: a run of Column and Rowid, the Function, the ResultRow, and Next.
     *
     * @param head the address of the first instruction
     * @param end the address behind the Next
     * @param columns for each column of the result its index in the scan, unless the function
     *     computes it
     * @param call the function's call; null for none
     */
    record RowLoop(
            int cursor,
            int head,
            int end,
            @CompilationFinal(dimensions = 1) int[] columns,
            FunctionPlace call) {}

    /**
     * The call of a registered function of columns.
     *
     * @param slot the function's slot among the bodies of a run
     * @param read the indexes in the scan of the arguments, then of the other columns of the result
     * @param result the column of the result that the function computes
     */
    record FunctionPlace(
            int slot,
            int argumentCount,
            @CompilationFinal(dimensions = 1) int[] read,
            int result) {}

    private final List<Instruction> code;
    private final Map<Integer, TableScan> scans = new HashMap<>();
    private final List<RowLoop> rowLoops = new ArrayList<>();

    TableScans(Program program) {
        code = program.instructions();
        if (isReader()) {
            findScans();
            findRowLoops();
        }
    }

    /** The scan that a cursor does, or null. */
    TableScan get(int cursor) {
        return scans.get(cursor);
    }

    List<RowLoop> rowLoops() {
        return rowLoops;
    }

    /**
     * Returns, by cursor, the columns of scans that run to their end, as far as the program shows.
     */
    Map<Integer, List<StoredColumn>> wholeLoops() {
        Map<Integer, List<StoredColumn>> loops = new HashMap<>();
        if (code.stream().noneMatch(i -> i.opcode() == Opcode.DecrJumpZero)) {
            scans.forEach((cursor, scan) -> loops.put(cursor, scan.columns));
        }
        return loops;
    }

    /**
     * Whether nothing is written while the program runs. A subprogram has no Transaction of its
     * own: it runs within a statement that writes.
     */
    private boolean isReader() {
        boolean reads = false;
        for (Instruction i : code) {
            if (i.opcode() == Opcode.Transaction) {
                reads = true;
                if (i.p2() != 0) {
                    return false;
                }
            }
        }
        return reads;
    }

    private void findScans() {
        BitSet others = new BitSet();
        for (Instruction i : code) {
            for (Role role : i.opcode().roles) {
                if (role.isCursor() && !i.opcode().has(Trait.SCAN)) {
                    others.set(i.operand(role));
                }
            }
            if (i.opcode().has(Role.Kind.OPENS)) {
                if (scans.containsKey(i.p1())) {
                    others.set(i.p1());
                } else if (i.p4() instanceof StoredTable table) {
                    scans.put(i.p1(), new TableScan(table, new ArrayList<>()));
                }
            }
            if (i.opcode().has(Trait.VALUE) && scans.containsKey(i.p1())) {
                scans.get(i.p1()).add(i);
            }
        }
        scans.entrySet()
                .removeIf(scan ->
                        others.get(scan.getKey()) || scan.getValue().columns.isEmpty());
    }

    private void findRowLoops() {
        Map<Integer, Integer> moves = new HashMap<>();
        Map<Integer, Integer> reads = new HashMap<>();
        Map<Integer, Integer> lastMove = new HashMap<>();
        for (int pc = 0; pc < code.size(); pc++) {
            Instruction i = code.get(pc);
            if (i.opcode() == Opcode.Next) {
                moves.merge(i.p1(), 1, Integer::sum);
                lastMove.put(i.p1(), pc);
            } else if (i.opcode().has(Trait.VALUE)) {
                reads.merge(i.p1(), 1, Integer::sum);
            }
        }
        scans.forEach((cursor, scan) -> {
            if (moves.getOrDefault(cursor, 0) == 1) {
                findRowLoop(cursor, scan, lastMove.get(cursor), reads.getOrDefault(cursor, 0));
            }
        });
    }

    private static boolean isRead(Instruction i, int cursor) {
        return i.opcode().has(Trait.VALUE) && i.p1() == cursor;
    }

    /** @param readCount how many instructions read from the cursor: all of them in this loop? */
    private void findRowLoop(int cursor, TableScan scan, int next, int readCount) {
        int head = code.get(next).p2();
        Instruction result = code.get(next - 1);
        if (head >= next || result.opcode() != Opcode.ResultRow) {
            return;
        }
        Map<Integer, Integer> places = new HashMap<>();
        Instruction call = null;
        int reads = 0;
        for (int pc = head; pc < next - 1; pc++) {
            Instruction i = code.get(pc);
            if (isRead(i, cursor)) {
                places.put(i.result(), scan.place(i));
                reads++;
            } else if (call == null && isCall(i, places)) {
                call = i;
            } else if (i.opcode() != Opcode.RealAffinity || !places.containsKey(i.p1())) {
                return; // A column has had its affinity.
            }
        }
        if (reads == readCount && places.size() == reads) {
            addRowLoop(cursor, head, next, result, places, call);
        }
    }

    /** Whether it calls a registered function of columns that have been read, by register. */
    private static boolean isCall(Instruction i, Map<Integer, Integer> places) {
        return i.opcode() == Opcode.Function
                && ((FunctionCall) i.p4()).function() instanceof RegisteredScalar
                && i.p5() > 0
                && !places.containsKey(i.p3())
                && IntStream.range(i.p2(), i.p2() + i.p5()).allMatch(places::containsKey);
    }

    /** @param places the column's index in the scan, by register */
    private void addRowLoop(
            int cursor,
            int head,
            int next,
            Instruction result,
            Map<Integer, Integer> places,
            Instruction call) {
        int[] columns = new int[result.p2()];
        int called = -1;
        for (int column = 0; column < columns.length; column++) {
            int register = result.p1() + column;
            if (call != null && call.p3() == register) {
                called = column;
            } else if (places.containsKey(register)) {
                columns[column] = places.get(register);
            } else {
                return;
            }
        }
        if (call == null || called >= 0) {
            FunctionPlace function = call == null ? null : function(call, places, columns, called);
            rowLoops.add(new RowLoop(cursor, head, next + 1, columns, function));
        }
    }

    private static FunctionPlace function(
            Instruction call, Map<Integer, Integer> places, int[] columns, int result) {
        IntStream arguments = IntStream.range(call.p2(), call.p2() + call.p5()).map(places::get);
        IntStream others = IntStream.range(0, columns.length)
                .filter(column -> column != result)
                .map(column -> columns[column]);
        RegisteredScalar function = (RegisteredScalar) ((FunctionCall) call.p4()).function();
        int[] read = IntStream.concat(arguments, others).toArray();
        return new FunctionPlace(function.slot(), call.p5(), read, result);
    }
}
