package org.sqlvm.engine.row;

import org.sqlvm.engine.data.Collation;

/** A function of many rows' values. */
public non-sealed interface AggregateFunction extends SqlFunction {
    /** A new accumulator that has seen no row. */
    Accumulator accumulator(Collation collation);
}
