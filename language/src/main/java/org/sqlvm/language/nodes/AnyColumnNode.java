package org.sqlvm.language.nodes;

import com.oracle.truffle.api.CompilerDirectives.TruffleBoundary;
import com.oracle.truffle.api.frame.VirtualFrame;

import org.sqlvm.engine.data.RecordWalk;
import org.sqlvm.engine.data.TextEncoding;
import org.sqlvm.engine.error.SqlException;
import org.sqlvm.language.runtime.ExecutionState;
import org.sqlvm.language.runtime.ProgramCursor;

/**
 * Column, with the RealAffinity behind it if there is one, where many columns of a wide record are
 * read in another order than theirs. A {@link ColumnNode} would begin again at the record's start
 * for each column that stands before the last one; the cursor's walk keeps the offsets.
 */
final class AnyColumnNode extends InstructionNode.Step {
    private final ColumnNode.Source source;
    private final int column;
    private final int target;
    private final Object absent;
    private final boolean toReal;

    /** No column of the row has been read before. */
    private final boolean begins;

    AnyColumnNode(
            ColumnNode.Source source,
            int column,
            int target,
            Object absent,
            boolean toReal,
            boolean begins) {
        this.source = source;
        this.column = column;
        this.target = target;
        this.absent = absent;
        this.toReal = toReal;
        this.begins = begins;
    }

    @Override
    public void execute(VirtualFrame frame, ExecutionState state) {
        ProgramCursor row = state.cursors[source.cursor()];
        if (source.mayBeDeferred() && row.isDeferred()) {
            row.follow();
        }
        if (source.mayBeNullRow() && row.nullRow) {
            Registers.setNull(frame, target);
            return;
        }
        Object read = read(row, begins, column, source.encoding());
        Object value = read == null ? absent : read;
        if (toReal && value instanceof Long number) {
            Registers.setDouble(frame, target, number);
        } else {
            Registers.set(frame, target, value);
        }
    }

    /** @return null if the record has too few columns */
    @TruffleBoundary
    private static Object read(
            ProgramCursor row, boolean begins, int column, TextEncoding encoding) {
        row.loadOverflow();
        if (row.record == null) {
            throw SqlException.corrupt(0, "a cursor stands on no row");
        }
        RecordWalk walk = row.walk;
        if (begins) {
            walk.begin(row.record, row.recordOffset, row.localSize);
        }
        return walk.readAny(row.record, row.recordOffset, row.localSize, column, encoding);
    }
}
