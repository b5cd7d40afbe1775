package org.sqlvm.language.classfile;

import org.sqlvm.engine.data.KeyOrder;
import org.sqlvm.engine.data.TextEncoding;
import org.sqlvm.engine.program.Instruction;
import org.sqlvm.engine.program.KeyInfo;
import org.sqlvm.engine.program.Opcode;
import org.sqlvm.engine.program.Program;
import org.sqlvm.engine.program.ProgramAnalysis;
import org.sqlvm.engine.program.Role;

/** The kinds of a program's cursors, by the instructions that open them. */
final class OpenCursors {
    private final ProgramAnalysis analysis;
    private final KeyOrder[] orders;
    private final Instruction[] openings;

    OpenCursors(Program program, ProgramAnalysis analysis, TextEncoding encoding) {
        this.analysis = analysis;
        orders = new KeyOrder[program.cursorCount()];
        openings = new Instruction[program.cursorCount()];
        for (Instruction i : program.instructions()) {
            if (i.opcode().has(Role.Kind.OPENS)) {
                openings[i.p1()] = i;
                if (i.p4() instanceof KeyInfo keys && i.opcode() != Opcode.HashOpen) {
                    orders[i.p1()] = new KeyOrder(keys.fields(), encoding);
                }
            }
        }
    }

    /** Returns the last instruction that opens a cursor. */
    Instruction opening(int cursor) {
        return openings[cursor];
    }

    /** Returns the order of an index's entries or a sorter's records, or null for a table. */
    KeyOrder order(int cursor) {
        return orders[cursor];
    }

    private boolean opensTree(int cursor) {
        return openings[cursor] != null
                && switch (openings[cursor].opcode()) {
                    case OpenRead, OpenWrite, OpenEphemeral, OpenDup -> true;
                    default -> false;
                };
    }

    /** Whether a cursor is on a table's b-tree. */
    boolean isTable(int cursor) {
        return opensTree(cursor) && orders[cursor] == null;
    }

    /** Whether a cursor is on an index's b-tree. */
    boolean isIndex(int cursor) {
        return opensTree(cursor) && orders[cursor] != null;
    }

    /** Whether a cursor is on a sorter. */
    boolean isSorter(int cursor) {
        return openings[cursor] != null && openings[cursor].opcode() == Opcode.SorterOpen;
    }

    /** Whether columns are read from a cursor's record. */
    boolean hasRecord(int cursor) {
        return opensTree(cursor)
                || (openings[cursor] != null && openings[cursor].opcode() == Opcode.OpenPseudo);
    }

    /** Whether a cursor may stand on a row of NULLs. */
    boolean mayBeNullRow(int cursor) {
        return analysis.mayBeNullRow(cursor);
    }

    /** Whether a cursor may have to follow another one before it is read. */
    boolean mayBeDeferred(int cursor) {
        return analysis.mayBeDeferred(cursor);
    }
}
