package org.sqlvm.engine.btree;

import java.util.HashMap;
import java.util.Map;

/**
 * What a write transaction has changed: for each tree the rows, if they are known. Trees that are
 * not in it are as they were.
 *
 * @param rows by root page; null for a tree of which it is not known what has changed
 */
public record CommittedChanges(Map<Integer, RowRanges> rows) {
    /** Whether a tree is the same but for known rows. */
    public boolean knows(int root) {
        return !rows.containsKey(root) || rows.get(root) != null;
    }

    /** Those of this transaction and of one behind it. */
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
