package org.sqlvm.engine.vector.group;

import org.sqlvm.engine.data.Collation;
import org.sqlvm.engine.data.SqlNull;
import org.sqlvm.engine.data.ValueKind;
import org.sqlvm.engine.row.Accumulator;
import org.sqlvm.engine.row.hash.HashTable;
import org.sqlvm.engine.vector.column.Chunk;
import org.sqlvm.engine.vector.column.Vector;
import org.sqlvm.engine.vector.group.Aggregates.Sums;
import org.sqlvm.engine.vector.query.VectorQuery.Aggregation;
import org.sqlvm.engine.vector.query.VectorQuery.Call;

import java.util.List;

/** The keys and results of groups that no more rows come to: as rows, and as vectors. */
public final class GroupResults {
    private final int keyCount;
    private final GroupKeys keys;
    private final List<Call> calls;

    /** By call: what it reads; null for {@code count(*)}. */
    private final Aggregates[] byCall;

    /** By call: by group, how many rows have come to the aggregate. */
    private final long[][] rows;

    public GroupResults(
            int keyCount, GroupKeys keys, List<Call> calls, Aggregates[] byCall, long[][] rows) {
        this.keyCount = keyCount;
        this.keys = keys;
        this.calls = calls;
        this.byCall = byCall;
        this.rows = rows;
    }

    /** Whether the result of an aggregate is an error. */
    public boolean haveErrors() {
        for (int i = 0; i < byCall.length; i++) {
            boolean fails = calls.get(i).aggregation() == Aggregation.SUM
                    && ((Sums) byCall[i]).overflow(keys.count());
            if (fails) {
                return true;
            }
        }
        return false;
    }

    // ------------------------------------------------------------------ rows

    /** Adds a group to a table: keys, then results; what columns there are behind are NULL. */
    public void give(int group, HashTable target) {
        for (int key = 0; key < keyCount; key++) {
            target.probe(
                    key, keys.kind(key, group), keys.bits(key, group), keys.object(key, group));
        }
        target.insert();
        for (int i = 0; i < byCall.length; i++) {
            store(target, keyCount + i, i, group);
        }
        for (int column = keyCount + byCall.length; column < target.width(); column++) {
            target.set(column, ValueKind.NULL, 0, null);
        }
    }

    private void store(HashTable target, int column, int call, int group) {
        switch (byCall[call]) {
            case null -> target.set(column, ValueKind.LONG, rows[call][group], null);
            case Aggregates.Counts counts ->
                target.set(column, ValueKind.LONG, counts.count(group, rows[call][group]), null);
            case Aggregates.Extremes best ->
                target.set(column, best.kind(group), best.bits(group), best.object(group));
            case Sums sums -> storeSum(target, column, call, sums, group);
        }
    }

    private void storeSum(HashTable target, int column, int place, Sums sums, int group) {
        Call call = calls.get(place);
        long count = sums.count(group, rows[place][group]);
        if (call.aggregation() == Aggregation.TOTAL) {
            storeReal(target, column, sums.total(group));
        } else if (count == 0) {
            target.set(column, ValueKind.NULL, 0, null);
        } else if (call.aggregation() == Aggregation.AVG) {
            storeReal(target, column, sums.total(group) / count);
        } else if (sums.isWhole(group)) {
            target.set(column, ValueKind.LONG, sums.whole(group), null);
        } else if (sums.overflows(group)) {
            // An error, but only if the group is asked for it: there may be HAVING and LIMIT.
            target.set(column, ValueKind.INTERNAL, 0, overflown(call));
        } else {
            storeReal(target, column, sums.total(group));
        }
    }

    private static void storeReal(HashTable target, int column, double value) {
        int kind = Double.isNaN(value) ? ValueKind.NULL : ValueKind.DOUBLE;
        target.set(column, kind, Double.doubleToRawLongBits(value), null);
    }

    private static Accumulator overflown(Call call) {
        Accumulator accumulator = call.function().accumulator(Collation.BINARY);
        accumulator.stepLong(Long.MAX_VALUE);
        accumulator.stepLong(1);
        return accumulator;
    }

    // ------------------------------------------------------------------ vectors

    /** A column for each key and each aggregate, none of which is an error; rows are groups. */
    public Chunk[] columns() {
        Chunk[] columns = new Chunk[keyCount + byCall.length];
        for (int i = 0; i < keyCount; i++) {
            int key = i;
            columns[i] = new Chunk.Computed(
                    (from, lanes, count, target) -> keys.load(key, from, lanes, count, target));
        }
        for (int i = 0; i < byCall.length; i++) {
            int call = i;
            columns[keyCount + i] = new Chunk.Computed(
                    (from, lanes, count, target) -> load(call, from, lanes, count, target));
        }
        return columns;
    }

    /** As {@link Chunk#load}. */
    private void load(int call, int from, int[] lanes, int count, Vector target) {
        switch (byCall[call]) {
            case null -> {
                long[] values = target.makeLongs();
                for (int i = 0; i < count; i++) {
                    values[i] = rows[call][group(from, lanes, i)];
                }
            }
            case Aggregates.Counts counts -> {
                long[] values = target.makeLongs();
                for (int i = 0; i < count; i++) {
                    int group = group(from, lanes, i);
                    values[i] = counts.count(group, rows[call][group]);
                }
            }
            case Aggregates.Extremes best -> {
                Object[] values = target.makeObjects();
                for (int i = 0; i < count; i++) {
                    values[i] = best.value(group(from, lanes, i));
                }
            }
            case Sums sums -> loadSums(call, sums, from, lanes, count, target);
        }
    }

    static int group(int from, int[] lanes, int place) {
        return lanes == null ? from + place : from + lanes[place];
    }

    private void loadSums(int call, Sums sums, int from, int[] lanes, int count, Vector target) {
        Aggregation aggregation = calls.get(call).aggregation();
        // A group has rows where there are keys, but not values that are not repeated.
        if (aggregation == Aggregation.SUM
                && keyCount > 0
                && !calls.get(call).distinct()
                && lanes == null
                && sums.areWhole()
                && sums.haveNoNulls()) {
            sums.copyWholes(from, count, target.makeLongs());
            return;
        }
        int wholeCount = 0;
        boolean complete = true;
        for (int i = 0; i < count; i++) {
            int group = group(from, lanes, i);
            wholeCount += sums.isWhole(group) ? 1 : 0;
            complete &= sums.count(group, rows[call][group]) > 0;
        }
        boolean whole = aggregation == Aggregation.SUM && wholeCount > 0;
        if (whole && wholeCount == count && complete) {
            long[] values = target.makeLongs();
            for (int i = 0; i < count; i++) {
                values[i] = sums.whole(group(from, lanes, i));
            }
            return;
        }
        boolean simple = aggregation == Aggregation.TOTAL || complete;
        if (!simple || whole) {
            loadSumsOneByOne(call, sums, from, lanes, count, target.makeObjects());
            return;
        }
        double[] values = target.makeDoubles();
        boolean[] nulls = null;
        for (int i = 0; i < count; i++) {
            int group = group(from, lanes, i);
            values[i] = aggregation == Aggregation.AVG
                    ? sums.total(group) / sums.count(group, rows[call][group])
                    : sums.total(group);
            if (Double.isNaN(values[i])) {
                nulls = nulls == null ? target.makeNulls(count) : nulls;
                nulls[i] = true;
            }
        }
    }

    private void loadSumsOneByOne(
            int call, Sums sums, int from, int[] lanes, int count, Object[] target) {
        Aggregation aggregation = calls.get(call).aggregation();
        for (int i = 0; i < count; i++) {
            int group = group(from, lanes, i);
            long valueCount = sums.count(group, rows[call][group]);
            if (valueCount == 0 && aggregation != Aggregation.TOTAL) {
                target[i] = SqlNull.NULL;
            } else if (aggregation == Aggregation.SUM && sums.isWhole(group)) {
                target[i] = sums.whole(group);
            } else {
                double sum = sums.total(group);
                double value = aggregation == Aggregation.AVG ? sum / valueCount : sum;
                target[i] = Double.isNaN(value) ? SqlNull.NULL : (Object) value;
            }
        }
    }
}
