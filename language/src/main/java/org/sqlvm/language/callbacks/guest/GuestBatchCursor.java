package org.sqlvm.language.callbacks.guest;

import com.oracle.truffle.api.CompilerDirectives.TruffleBoundary;
import com.oracle.truffle.api.interop.InteropException;
import com.oracle.truffle.api.interop.InteropLibrary;

import org.sqlvm.api.ScanPlan;
import org.sqlvm.engine.virtual.BufferedCursor;
import org.sqlvm.language.values.RowLoop;

import java.util.List;

/**
 * Walks over a collection of another language by batches that a loop of that language makes. The
 * first row, and what the loop does not take, is read value by value. The collection is asked for
 * rows before they are wanted: for one, then two, and so on.
 */
public final class GuestBatchCursor extends BufferedCursor {
    private final GuestBatches batches;
    private final GuestTableCursor rows;

    /** Whether {@link #rows} stands on a row that has not been given. */
    private boolean stands;

    private boolean ended;

    /** Null before the first row has been given, and where there is none for such rows. */
    private RowLoop loop;

    /** Whether rows are read value by value to the end. */
    private boolean left;

    /** The rows that the loop has read last. */
    private RowLoop.Rows taken;

    /** Whether the values in the buffer are those of the language. */
    private boolean raw;

    /** The number of the first row in the buffer, from 0. */
    private long first;

    /** The exception to throw after the rows in the buffer; or null. */
    private RuntimeException thrown;

    GuestBatchCursor(GuestBatches batches) {
        this.batches = batches;
        this.rows = new GuestTableCursor(batches.table);
    }

    @Override
    @TruffleBoundary
    public void begin(ScanPlan plan, Object[] arguments) {
        rows.filter(plan, arguments);
        stands = rows.next();
        ended = !stands;
        loop = null;
        left = false;
        taken = null;
        thrown = null;
    }

    @Override
    public List<GuestBatchCursor> parts() {
        return List.of();
    }

    @Override
    protected int firstRows() {
        return 1;
    }

    @Override
    @TruffleBoundary
    protected int fill(int count) {
        if (thrown != null) {
            throw thrown;
        }
        if (ended) {
            return 0;
        }
        if (stands) {
            boolean begins = rows.position == 0;
            stands = false;
            raw = false;
            give(0);
            first = rows.position;
            if (begins) {
                enterLoop();
            }
            return 1;
        }
        raw = !left;
        return left ? fillByValue(count) : fillByLoop(count);
    }

    private void enterLoop() {
        loop = batches.loop(rows.shape);
        left = loop == null;
        if (!left && rows.iterator == null) {
            InteropLibrary interop = InteropLibrary.getUncached();
            try {
                rows.iterator = interop.getIterator(rows.rows);
                interop.getIteratorNextElement(rows.iterator);
            } catch (InteropException error) {
                left = true;
                rows.iterator = null;
            }
        }
    }

    private int fillByLoop(int count) {
        taken = loop.take(rows.iterator, count, taken);
        first = rows.position + 1;
        rows.position += taken.count();
        for (int column = 0; column < taken.columns().length; column++) {
            switch (taken.columns()[column]) {
                case long[] longs -> buffer.setLongs(column, longs, 0);
                case double[] doubles -> buffer.setDoubles(column, doubles, 0);
                case Object values -> buffer.setValues(column, (Object[]) values);
            }
        }
        setParameters(taken.count());
        ended = taken.ended();
        thrown = taken.thrown();
        if (taken.odd() != null) {
            rows.row = taken.odd();
            rows.position++;
            stands = true;
            left = true;
        }
        if (ended) {
            GuestRowNode.UNCACHED.checkEnd(rows);
        }
        return taken.count() > 0 ? taken.count() : fill(count);
    }

    private int fillByValue(int count) {
        first = rows.position + 1;
        for (int row = 0; row < count; row++) {
            if (!rows.next()) {
                ended = true;
                GuestRowNode.UNCACHED.checkEnd(rows);
                return row;
            }
            give(row);
        }
        return count;
    }

    /** Puts the row that {@link #rows} stands on into the buffer. */
    private void give(int row) {
        GuestTable table = batches.table;
        int count = table.members().length + table.parameters().size();
        for (int column = 0; column < count; column++) {
            if (buffer.isUsed(column)) {
                buffer.values(column)[row] = rows.column(column);
            }
        }
    }

    /** Gives hidden columns the values of the parameters. */
    private void setParameters(int count) {
        int shown = batches.table.members().length;
        for (int i = 0; i < batches.table.parameters().size(); i++) {
            if (buffer.isUsed(shown + i)) {
                Object[] values = buffer.values(shown + i);
                for (int row = 0; row < count; row++) {
                    values[row] = rows.parameter(shown + i);
                }
            }
        }
    }

    @Override
    public Object toRegister(Object value, int column, int row) {
        return raw && column < batches.table.members().length
                ? GuestRowNode.toSql(rows, column, value, first + row)
                : value;
    }
}
