package org.sqlvm.language.instruction;

import org.sqlvm.engine.data.Collation;
import org.sqlvm.engine.data.KeyField;
import org.sqlvm.engine.data.TextEncoding;
import org.sqlvm.engine.program.Instruction;
import org.sqlvm.engine.program.KeyInfo;
import org.sqlvm.engine.program.Opcode;
import org.sqlvm.language.runtime.ProgramCursor;

import java.util.List;
import java.util.function.IntFunction;

/**
 * A MakeRecord whose record goes to a sorter with a limit: if its first value shows that it is
 * beyond the limit, the record is not made.
 *
 * @param sorter the sorter's cursor
 * @param field the order of the first value
 * @param only whether there is no other key: the first of equal records is kept
 */
public record LimitedSort(int sorter, KeyField field, boolean only) {
    /**
     * Returns the sort of a MakeRecord; null if its record is always made.
     *
     * @param openings returns the instruction that opens a cursor
     */
    public static LimitedSort of(
            List<Instruction> code,
            int address,
            IntFunction<Instruction> openings,
            TextEncoding encoding) {
        Instruction i = code.get(address);
        if (address + 1 == code.size() || i.p4() != null || encoding != TextEncoding.UTF8) {
            return null;
        }
        Instruction insert = code.get(address + 1);
        if (insert.opcode() != Opcode.SorterInsert || insert.p2() != i.p3()) {
            return null;
        }
        Instruction open = openings.apply(insert.p1());
        if (open.p3() == 0 || !(open.p4() instanceof KeyInfo keys)) {
            return null;
        }
        KeyField first = keys.fields().getFirst();
        // Functions of the program's are not called more often than in SQLite.
        boolean builtIn =
                first.collation() == Collation.BINARY || first.collation() == Collation.NOCASE;
        return builtIn ? new LimitedSort(insert.p1(), first, keys.fields().size() == 1) : null;
    }

    /** Returns the first value of the last record within the limit; null if there is room. */
    public static Object last(ProgramCursor cursor) {
        return cursor.sorter.lastWanted();
    }

    /** Whether a record that begins with a value may be before the last one. */
    public boolean isWanted(Object value, Object last) {
        int order = field.compare(value, last);
        return only ? order < 0 : order <= 0;
    }

    /** Whether a record that begins with a value may be within the limit. */
    public boolean isWanted(ProgramCursor cursor, int kind, long bits, Object object) {
        Object last = last(cursor);
        return last == null || isWanted(RegisterValues.box(kind, bits, object), last);
    }
}
