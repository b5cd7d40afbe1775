package org.sqlvm.engine.vector.scan;

import org.sqlvm.engine.row.hash.HashTable;
import org.sqlvm.engine.vector.column.Checks;
import org.sqlvm.engine.vector.expression.VectorRegisters;
import org.sqlvm.engine.vector.group.GroupResults;

/** The sink of HAVING: groups that pass become rows of a hash table. */
final class GroupOutput implements VectorSink {
    private final GroupResults results;
    private final HashTable target;

    GroupOutput(GroupResults results, HashTable target) {
        this.results = results;
        this.target = target;
    }

    @Override
    public void enter(VectorRegisters registers, int vectorRows) {}

    @Override
    public boolean consume(VectorRegisters registers) {
        int from = registers.from(0);
        int[] selection = registers.selection(0);
        assert selection == null
                || Checks.isAscending(selection, registers.count(), Integer.MAX_VALUE);
        for (int i = 0; i < registers.count(); i++) {
            results.give(selection == null ? from + i : from + selection[i], target);
        }
        return true;
    }
}
