package org.sqlvm.engine.codegen.query;

import org.sqlvm.engine.program.Assembler;
import org.sqlvm.engine.program.Opcode;
import org.sqlvm.engine.sql.tree.ConflictAction;

/** The code for a violated constraint (sqlite.org/lang_conflict.html). */
public final class Conflicts {
    private Conflicts() {}

    /** The action of a statement's OR, or else of the constraint, or else ABORT. */
    public static ConflictAction action(ConflictAction statement, ConflictAction constraint) {
        if (statement != ConflictAction.DEFAULT) {
            return statement;
        }
        return constraint == ConflictAction.DEFAULT ? ConflictAction.ABORT : constraint;
    }

    /** P2 of a Halt. */
    public static int halt(ConflictAction action) {
        return switch (action) {
            case ROLLBACK -> Opcode.HALT_ROLLBACK;
            case FAIL -> Opcode.HALT_FAIL;
            case IGNORE -> Opcode.HALT_IGNORE;
            case DEFAULT, ABORT, REPLACE -> Opcode.HALT_ABORT;
        };
    }

    /**
     * Emits the end of a row that violates a constraint; no row can be replaced for it.
     *
     * @param ignored the label for a row that is left out
     * @param code the error's code
     */
    public static void emit(
            Assembler assembler, ConflictAction action, int ignored, int code, String message) {
        if (action == ConflictAction.IGNORE) {
            assembler.jump(ignored);
        } else {
            assembler.add(Opcode.Halt, code, halt(action), 0, message, 0);
        }
    }
}
