package org.sqlvm.engine.vector.scan;

import org.sqlvm.engine.row.CallContext;
import org.sqlvm.engine.row.hash.HashTable;
import org.sqlvm.engine.vector.column.VectorSizes;
import org.sqlvm.engine.vector.group.GroupResults;
import org.sqlvm.engine.vector.query.VectorHaving;

/** The groups that a scan has found, before they become rows of a hash table. */
public final class FoundGroups implements AutoCloseable {
    private final Groups groups;
    private final VectorSizes sizes;

    public FoundGroups(Groups groups, VectorSizes sizes) {
        this.groups = groups;
        this.sizes = sizes;
    }

    public boolean isEmpty() {
        return count() == 0;
    }

    int count() {
        return groups.count();
    }

    /** Puts all groups into an empty table. */
    public void give(HashTable target) {
        GroupResults results = groups.results();
        for (int group = 0; group < groups.count(); group++) {
            results.give(group, target);
        }
    }

    /**
     * Puts the groups that pass HAVING into an empty table. All groups are put there if the result
     * of one is an error, since only the program knows whether the error is ever read.
     *
     * @param constants the values of the instruction's operands
     * @param poll called with every vector; it throws if the run is to end
     */
    public void give(
            VectorHaving having,
            Object[] constants,
            CallContext context,
            Runnable poll,
            HashTable target) {
        GroupResults results = groups.results();
        if (results.haveErrors()) {
            give(target);
            return;
        }
        Pipeline pipeline =
                new Pipeline(having.groups(), constants, sizes.vectorRows(), context, null, poll);
        if (pipeline.mayHaveRows()) {
            pipeline.scan(results.columns(), groups.count(), new GroupOutput(results, target));
        }
    }

    /** Releases the memory. */
    @Override
    public void close() {
        groups.release();
    }
}
