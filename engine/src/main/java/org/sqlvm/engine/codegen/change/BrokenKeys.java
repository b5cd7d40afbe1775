package org.sqlvm.engine.codegen.change;

import org.sqlvm.engine.error.SqlException;

/**
 * Foreign keys that fit no parent, in a statement or in the program of a trigger. SQLite goes on
 * after it has found one, and an error that it finds later replaces an earlier one. So the last one
 * is thrown, once the statement has been gone through.
 */
final class BrokenKeys {
    private SqlException last;

    void add(SqlException error) {
        last = error;
    }

    /** Whether there are any: then the errors of triggers and actions do not count any more. */
    boolean any() {
        return last != null;
    }

    void end() {
        if (last != null) {
            throw last;
        }
    }
}
