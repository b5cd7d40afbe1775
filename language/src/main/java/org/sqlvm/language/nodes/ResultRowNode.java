package org.sqlvm.language.nodes;

import com.oracle.truffle.api.CompilerDirectives.CompilationFinal;
import com.oracle.truffle.api.frame.VirtualFrame;
import com.oracle.truffle.api.nodes.ExplodeLoop;

import org.sqlvm.engine.program.Instruction;
import org.sqlvm.engine.program.Opcode;
import org.sqlvm.engine.row.Batch;
import org.sqlvm.language.runtime.ExecutionState;

/** ResultRow: appends the registers to the batch, column by column, unboxed where the column is. */
final class ResultRowNode extends InstructionNode.Result {
    @CompilationFinal(dimensions = 1)
    private final Operand[] operands;

    ResultRowNode(Operand[] operands) {
        this.operands = operands;
    }

    /** The node of a ResultRow; null for another instruction. */
    static InstructionNode of(Instruction i, ProgramBuilder builder) {
        return i.opcode() == Opcode.ResultRow
                ? new ResultRowNode(builder.operands(i.p1(), i.p2()))
                : null;
    }

    @Override
    @ExplodeLoop
    public boolean append(VirtualFrame frame, ExecutionState state) {
        Batch batch = state.batch;
        int row = batch.rowCount();
        for (int i = 0; i < operands.length; i++) {
            Operand operand = operands[i];
            switch (operand.kind(frame)) {
                case Registers.LONG -> batch.appendLong(i, row, operand.getLong(frame));
                case Registers.DOUBLE -> batch.appendDouble(i, row, operand.getDouble(frame));
                case Registers.NULL -> batch.appendNull(i, row);
                case Registers.TEXT -> batch.appendText(i, row, operand.getText(frame));
                default -> batch.appendObject(i, row, operand.get(frame));
            }
        }
        batch.endRow();
        return batch.isFull();
    }
}
