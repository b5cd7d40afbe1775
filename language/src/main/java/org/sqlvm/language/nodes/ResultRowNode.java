package org.sqlvm.language.nodes;

import com.oracle.truffle.api.frame.VirtualFrame;
import com.oracle.truffle.api.nodes.ExplodeLoop;

import org.sqlvm.engine.row.Batch;
import org.sqlvm.language.runtime.ExecutionState;

/** ResultRow: appends the registers to the batch, column by column, unboxed where the column is. */
final class ResultRowNode extends InstructionNode.Result {
    private final Operand[] operands;

    ResultRowNode(Operand[] operands) {
        this.operands = operands;
    }

    @Override
    @ExplodeLoop
    public boolean append(VirtualFrame frame, ExecutionState state) {
        Batch batch = state.batch;
        int row = batch.rowCount();
        for (int i = 0; i < operands.length; i++) {
            Operand operand = operands[i];
            switch (operand.kind(frame)) {
                case Operand.LONG -> batch.appendLong(i, row, operand.getLong(frame));
                case Operand.DOUBLE -> batch.appendDouble(i, row, operand.getDouble(frame));
                case Operand.NULL -> batch.appendNull(i, row);
                case Operand.TEXT -> batch.appendText(i, row, operand.getText(frame));
                default -> batch.appendObject(i, row, operand.get(frame));
            }
        }
        batch.endRow();
        return batch.isFull();
    }
}
