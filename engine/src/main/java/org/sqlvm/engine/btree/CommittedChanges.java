package org.sqlvm.engine.btree;

import java.util.HashMap;
import java.util.Map;

/**
 * The changes of a write transaction: for each changed tree the rows, if they are known.
 *
 * @param rows the changed rows by root page; null for a tree whose changed rows are not known
 */
public record CommittedChanges(Map<Integer, RowRanges> rows) {
    /** Whether a tree is the same but for known rows. */
    public boolean knows(int root) {
        return !rows.containsKey(root) || rows.get(root) != null;
    }

    /** Returns the changes of this transaction and of a later one together. */
    public CommittedChanges then(CommittedChanges next) {
        Map<Integer, RowRanges> all = new HashMap<>(rows);
        next.rows.forEach((root, changed) -> all.put(
                root,
                !all.containsKey(root)
                        ? changed
                        : changed == null || all.get(root) == null
                                ? null
                                : all.get(root).with(changed)));
        return new CommittedChanges(all);
    }
}
