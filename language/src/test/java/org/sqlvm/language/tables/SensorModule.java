package org.sqlvm.language.tables;

import org.sqlvm.api.BatchCursor;
import org.sqlvm.api.BatchTable;
import org.sqlvm.api.ColumnBatch;
import org.sqlvm.api.ScanPlan;
import org.sqlvm.api.TableModule;

import java.util.ArrayList;
import java.util.List;

/** {@code FROM sensor}: arrays of a Java program, read by as many threads as there are. */
record SensorModule(long[] times, double[] values) implements TableModule, BatchTable {
    private static final int PART_ROWS = 100_000;

    @Override
    public boolean isEponymous() {
        return true;
    }

    @Override
    public BatchTable connect(Call call) {
        return this;
    }

    @Override
    public String declaration() {
        return "CREATE TABLE x(time INTEGER, value REAL)";
    }

    @Override
    public BatchCursor openBatches() {
        return new Cursor(0, times.length);
    }

    private final class Cursor implements BatchCursor {
        private final int end;
        private int next;

        Cursor(int next, int end) {
            this.next = next;
            this.end = end;
        }

        @Override
        public void filter(ScanPlan plan, Object[] arguments) {
            next = 0;
        }

        @Override
        public int next(ColumnBatch batch) {
            int count = Math.min(batch.capacity(), end - next);
            batch.setLongs(0, times, next);
            batch.setDoubles(1, values, next);
            next += count;
            return count;
        }

        @Override
        public List<BatchCursor> split() {
            List<BatchCursor> parts = new ArrayList<>();
            for (int from = 0; from < end; from += PART_ROWS) {
                parts.add(new Cursor(from, Math.min(end, from + PART_ROWS)));
            }
            return parts;
        }
    }
}
