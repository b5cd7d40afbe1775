package org.sqlvm.engine.db;

import org.sqlvm.engine.sql.tree.Name;

import java.util.ArrayList;
import java.util.List;

/** The savepoints of a connection, the outermost first (sqlite.org/lang_savepoint.html). */
final class Savepoints {
    private final List<String> names = new ArrayList<>();
    /** By savepoint: the violations of deferred foreign keys that there were. */
    private final List<Long> violations = new ArrayList<>();

    /** The first one has begun the transaction: its release is a commit. */
    private boolean transaction;

    int count() {
        return names.size();
    }

    /** Without the one that has begun the transaction. */
    int innerCount() {
        return names.size() - (transaction ? 1 : 0);
    }

    /** Returns the number of a savepoint, not counting the one that began the transaction. */
    int number(int index) {
        return index - (transaction ? 1 : 0);
    }

    /** @param begins no transaction runs: this one begins it */
    void add(String name, boolean begins, long deferredViolations) {
        violations.add(deferredViolations);
        assert !begins || names.isEmpty() : names;
        transaction |= begins;
        names.add(name);
    }

    /** The innermost one called {@code name} in any case, counted from 0; or -1. */
    int find(String name) {
        for (int i = names.size() - 1; i >= 0; i--) {
            if (Name.same(names.get(i), name)) {
                return i;
            }
        }
        return -1;
    }

    /** The violations of deferred foreign keys that there were when it was opened. */
    long violations(int index) {
        return violations.get(index);
    }

    boolean isTransaction(int index) {
        return index == 0 && transaction;
    }

    /** Forgets all but the outermost {@code kept}. */
    void truncate(int kept) {
        names.subList(kept, names.size()).clear();
        violations.subList(kept, violations.size()).clear();
        transaction &= kept > 0;
    }
}
