package org.sqlvm.language.values;

import org.sqlvm.engine.row.Batch;

/** Calls a function of a guest language for the rows of a batch, in their order. */
public interface FunctionLoop {
    /**
     * The results of the calls.
     *
     * @param values an array that begins with the values: {@code long[]}, {@code double[]} or, as
     *     the language has them, {@code Object[]}. It is the caller's
     * @param lastIsOdd whether the last value may be none of SQL, or may change later: the function
     *     was not called after it, so that its error comes in order
     * @param thrown the exception of the call after the last value; or null
     */
    record Results(int count, Object values, boolean lastIsOdd, RuntimeException thrown) {}

    /**
     * Calls the function for each row, up to one whose call throws or gives an odd value.
     *
     * @param arguments a batch whose first columns are the arguments
     * @param kind the kind of the values, as far as it is known: a constant of {@link Batch}
     * @return null if some argument cannot be given in this way: nothing was called
     */
    Results call(Batch arguments, int kind);
}
