package org.sqlvm.language.instruction;

import org.sqlvm.engine.program.Instruction;

/** The tasks of all instructions that have one. */
public final class Tasks {
    private Tasks() {}

    /**
     * Returns the task of an instruction; null if it has none.
     *
     * @param address the instruction's address
     */
    public static Task of(Instruction i, int address, ProgramSetting setting) {
        Task task = Definitions.of(i);
        task = task != null ? task : Pragmas.of(i);
        task = task != null ? task : Triggers.of(i);
        task = task != null ? task : Trees.of(i);
        task = task != null ? task : RowTables.of(i, setting);
        task = task != null ? task : Virtuals.of(i);
        return task != null ? task : Vectors.of(i, address, setting);
    }
}
