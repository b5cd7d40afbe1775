package org.sqlvm.engine.virtual.fts5;

import org.sqlvm.engine.error.SqlException;

import java.util.function.Supplier;

/** Refuses to read a full-text table while its content is read: a view may be defined by itself. */
final class Recursion {
    private int depth;

    <T> T during(Supplier<T> work) {
        depth++;
        try {
            return work.get();
        } finally {
            depth--;
        }
    }

    /** @throws SqlException if content is being read */
    void check() {
        if (depth > 0) {
            throw SqlException.error("recursively defined fts5 content table");
        }
    }
}
