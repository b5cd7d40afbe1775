package org.sqlvm.language.classfile;

import org.sqlvm.engine.program.Opcode;

/** A program has an instruction that there is no code for. */
final class UnsupportedProgramException extends RuntimeException {
    private static final long serialVersionUID = 1;

    private final Opcode opcode;

    UnsupportedProgramException(Opcode opcode) {
        super(opcode.name(), null, false, false);
        this.opcode = opcode;
    }

    Opcode opcode() {
        return opcode;
    }
}
