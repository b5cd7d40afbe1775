package org.sqlvm.api.arrow;

import org.sqlvm.api.RowBatch;

/**
 * Rows of a batch of the engine.
 *
 * @param from the first of them
 * @param until behind the last
 */
record Slice(RowBatch batch, int from, int until) {
    int count() {
        return until - from;
    }
}
