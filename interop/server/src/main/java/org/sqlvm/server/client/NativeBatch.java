package org.sqlvm.server.client;

import org.sqlvm.api.Statement;
import org.sqlvm.api.Statement.Bindings;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** Runs of a statement with one row of values after the other. */
final class NativeBatch {
    /** Rows whose values are kept, so that they can be inserted at once. */
    private static final int CHUNK = 1024;

    private final Statement statement;
    private final List<ColumnReader> values;
    private final boolean keepsRowids;
    /** Rows that each run has changed. */
    private final long[] counts;

    private int done;

    NativeBatch(Statement statement, List<ColumnReader> values, int count, boolean keepsRowids) {
        this.statement = statement;
        this.values = values;
        this.keepsRowids = keepsRowids;
        this.counts = new long[count];
    }

    /** How many rows each of the runs that have not failed has changed. */
    long[] counts() {
        return Arrays.copyOf(counts, done);
    }

    void run() {
        if (statement.changesRows() && !statement.isQuery() && !keepsRowids) {
            runChunks();
        } else {
            while (done < counts.length) {
                ColumnReader.bindAll(statement, values, done);
                runOne();
            }
        }
    }

    private void runOne() {
        counts[done] = statement.execute();
        if (done == 0 && keepsRowids) {
            statement.keepMoreRowids();
        }
        done++;
    }

    private void runChunks() {
        while (done < counts.length) {
            int size = Math.min(CHUNK, counts.length - done);
            List<Bindings> chunk = new ArrayList<>(size);
            for (int i = 0; i < size; i++) {
                ColumnReader.bindAll(statement, values, done + i);
                chunk.add(statement.saveBindings());
            }
            runChunk(chunk);
        }
    }

    private void runChunk(List<Bindings> chunk) {
        int at = 0;
        while (at < chunk.size()) {
            int many = statement.executeFirst(chunk, at);
            Arrays.fill(counts, done, done + many, 1);
            done += many;
            at += many;
            if (at < chunk.size()) {
                statement.restoreBindings(chunk.get(at));
                runOne();
                at++;
            }
        }
    }
}
