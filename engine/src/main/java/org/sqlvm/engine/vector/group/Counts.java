package org.sqlvm.engine.vector.group;

import org.sqlvm.engine.data.SqlNull;
import org.sqlvm.engine.data.ValueKind;
import org.sqlvm.engine.row.aggregate.CountAggregates;
import org.sqlvm.engine.row.hash.HashTable;
import org.sqlvm.engine.vector.column.Vector;

import java.util.List;

/** count(*) and count(x). */
final class Counts extends Counting {
    static final List<VectorAggregate> AGGREGATES = List.of(new RowCount(), new ValueCount());

    /** count(*): the rows are counted anyway. */
    private static final class RowCount extends VectorAggregate {
        RowCount() {
            super(CountAggregates.ROWS);
        }

        @Override
        public GroupStates states(Object[] parameters) {
            return null;
        }

        @Override
        void store(GroupStates states, int group, long rows, HashTable target, int column) {
            target.set(column, ValueKind.LONG, rows, null);
        }

        @Override
        void load(GroupStates states, Results results, long[] rows, Vector target) {
            long[] values = target.makeLongs();
            for (int i = 0; i < results.count(); i++) {
                values[i] = rows[results.group(i)];
            }
        }
    }

    private static final class ValueCount extends VectorAggregate {
        ValueCount() {
            super(CountAggregates.VALUES);
        }

        @Override
        public GroupStates states(Object[] parameters) {
            return new Counts();
        }

        @Override
        void store(GroupStates states, int group, long rows, HashTable target, int column) {
            target.set(column, ValueKind.LONG, ((Counts) states).count(group, rows), null);
        }

        @Override
        void load(GroupStates states, Results results, long[] rows, Vector target) {
            long[] values = target.makeLongs();
            for (int i = 0; i < results.count(); i++) {
                int group = results.group(i);
                values[i] = ((Counts) states).count(group, rows[group]);
            }
        }
    }

    @Override
    public int groupSize() {
        return Long.BYTES;
    }

    @Override
    public void step(Vector values, int[] groups, int count) {
        if (values.kind == Vector.OBJECTS) {
            for (int i = 0; i < count; i++) {
                if (values.objects[i] == SqlNull.NULL) {
                    countNulls(groups == null ? 0 : groups[i], 1);
                }
            }
        } else if (values.hasNulls) {
            countNulls(values.nulls, groups, count);
        }
    }
}
