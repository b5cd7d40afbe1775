package org.sqlvm.shell.mode;

import org.sqlvm.api.Rows;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;

/**
 * How far each instruction of EXPLAIN is indented: two more for each loop around it. A loop reaches
 * from the jump target of a Next to the Next; a Goto back to the head of a loop closes one as well.
 */
public final class ExplainIndent {
    private static final List<String> COLUMNS =
            List.of("addr", "opcode", "p1", "p2", "p3", "p4", "p5", "comment");
    private static final Set<String> LOOP_ENDS =
            Set.of("Next", "Prev", "VPrev", "VNext", "SorterNext", "Return");
    private static final Set<String> GOTO_TARGETS =
            Set.of("Yield", "SeekLT", "SeekGT", "RowSetRead", "Rewind");
    private static final int STEP = 2;

    private ExplainIndent() {}

    public static boolean isProgram(List<String> columnNames) {
        return columnNames.equals(COLUMNS);
    }

    /** Reads all of the program. */
    public static int[] of(Rows program) {
        List<Boolean> gotoTargets = new ArrayList<>();
        int[] indents = new int[128];
        int index = 0;
        for (; program.next(); index++) {
            if (index == indents.length) {
                indents = Arrays.copyOf(indents, 2 * index);
            }
            String opcode = program.getText(1);
            gotoTargets.add(GOTO_TARGETS.contains(opcode));
            // The addresses of a trigger's program begin at 0 again.
            int target = (int) program.getLong(3) + index - (int) program.getLong(0);
            boolean loop = LOOP_ENDS.contains(opcode) && target > 0;
            if (opcode.equals("Goto") && target >= 0 && target <= index) {
                loop = gotoTargets.get(target) || program.getLong(2) != 0;
            }
            if (loop) {
                for (int i = Math.max(target, 0); i < index; i++) {
                    indents[i] += STEP;
                }
            }
        }
        return Arrays.copyOf(indents, index);
    }
}
