package org.sqlvm.engine.vector.group;

import org.sqlvm.engine.data.ValueKind;
import org.sqlvm.engine.row.hash.HashTable;
import org.sqlvm.engine.vector.column.Chunk;

import java.util.List;

/** The keys and results of groups that no more rows come to: as rows, and as vectors. */
public final class GroupResults {
    private final int keyCount;
    private final GroupKeys keys;
    private final List<Column> columns;

    /**
     * The results of a call.
     *
     * @param states the states that it reads; null if it has none
     * @param rows by group, how many have come to the aggregate
     * @param nonEmpty each group has some
     */
    public record Column(
            VectorAggregate aggregate, GroupStates states, long[] rows, boolean nonEmpty) {}

    public GroupResults(int keyCount, GroupKeys keys, List<Column> columns) {
        this.keyCount = keyCount;
        this.keys = keys;
        this.columns = columns;
    }

    /** Whether the result of an aggregate is an error. */
    public boolean haveErrors() {
        return columns.stream()
                .anyMatch(column -> column.aggregate().fails(column.states(), keys.count()));
    }

    /** Adds a group to a table: keys, then results; what columns there are behind are NULL. */
    public void give(int group, HashTable target) {
        for (int key = 0; key < keyCount; key++) {
            target.probe(
                    key, keys.kind(key, group), keys.bits(key, group), keys.object(key, group));
        }
        target.insert();
        int place = keyCount;
        for (Column column : columns) {
            long rows = column.rows()[group];
            column.aggregate().store(column.states(), group, rows, target, place);
            place++;
        }
        for (; place < target.width(); place++) {
            target.set(place, ValueKind.NULL, 0, null);
        }
    }

    /** A column for each key and each aggregate, none of which is an error; rows are groups. */
    public Chunk[] columns() {
        Chunk[] chunks = new Chunk[keyCount + columns.size()];
        for (int i = 0; i < keyCount; i++) {
            int key = i;
            chunks[i] = new Chunk.Computed(
                    (from, lanes, count, target) -> keys.load(key, from, lanes, count, target));
        }
        for (int i = 0; i < columns.size(); i++) {
            Column column = columns.get(i);
            chunks[keyCount + i] =
                    new Chunk.Computed((from, lanes, count, target) -> column.aggregate()
                            .load(
                                    column.states(),
                                    new VectorAggregate.Results(
                                            from, lanes, count, column.nonEmpty()),
                                    column.rows(),
                                    target));
        }
        return chunks;
    }

    static int group(int from, int[] lanes, int place) {
        return lanes == null ? from + place : from + lanes[place];
    }
}
