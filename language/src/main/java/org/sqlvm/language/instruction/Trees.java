package org.sqlvm.language.instruction;

import org.sqlvm.engine.btree.BtreeCursor;
import org.sqlvm.engine.data.LogEst;
import org.sqlvm.engine.data.RecordReader;
import org.sqlvm.engine.program.Instruction;
import org.sqlvm.language.runtime.ExecutionState;
import org.sqlvm.language.runtime.ProgramCursor;

/** Instructions about the b-tree under a cursor: its size, its locks, where the cursor is in it. */
final class Trees {
    private Trees() {}

    /** The task of an instruction of this family; null for one of another family. */
    static Task of(Instruction i) {
        int cursor = i.p1();
        return switch (i.opcode()) {
            case CursorLock -> Task.step((state, _) -> setPinned(state, cursor, true));
            case CursorUnlock -> Task.step((state, _) -> setPinned(state, cursor, false));
            case Count -> Task.value((state, _) -> count(state.cursors[cursor]));
            case CheckRecord -> Task.step((state, _) -> check(state.cursors[cursor], i.p2()));
            case Place -> Task.value((state, _) -> tree(state.cursors[cursor]).place());
            case IfSizeBetween ->
                Task.branch((state, _) -> {
                    int size = size(state.cursors[cursor]);
                    return i.p3() <= size && size <= (Integer) i.p4();
                });
            case IfAffordable ->
                Task.branch((state, in) ->
                        affords(state, ((double) in[1] - (double) in[0]) * (Double) i.p4()));
            default -> null;
        };
    }

    static BtreeCursor tree(ProgramCursor row) {
        return row.table != null ? row.table : row.index;
    }

    private static void setPinned(ExecutionState state, int cursor, boolean on) {
        ProgramCursor row = state.cursors[cursor];
        if (row.table != null) {
            row.table.setPinned(on);
        } else {
            row.index.setPinned(on);
        }
    }

    private static long count(ProgramCursor row) {
        return row.table != null ? row.table.count() : row.index.count();
    }

    private static void check(ProgramCursor row, int columns) {
        RecordReader.check(
                row.table != null ? row.table.fullPayload() : row.index.fullPayload(), columns);
    }

    private static int size(ProgramCursor row) {
        long entries = row.table != null ? row.table.estimate() : row.index.estimate();
        return entries == 0 ? -1 : LogEst.of(entries);
    }

    private static boolean affords(ExecutionState state, double cost) {
        boolean affordable = state.root.affords(cost);
        state.root.tooDear = !affordable;
        return affordable;
    }
}
