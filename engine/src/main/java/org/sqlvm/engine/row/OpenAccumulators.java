package org.sqlvm.engine.row;

/**
 * The registered aggregates of a run that have taken rows and have not given their result: a
 * doubly-linked list through themselves, since there may be millions of groups. A statement that
 * ends early ends them, as SQLite calls xFinal for all of them.
 */
public final class OpenAccumulators {
    private KeptAccumulator first;

    public void add(KeptAccumulator accumulator) {
        assert accumulator.next == null && accumulator.previous == null;
        accumulator.next = first;
        if (first != null) {
            first.previous = accumulator;
        }
        first = accumulator;
    }

    /** Forgets an accumulator whose result has been read. */
    public void remove(KeptAccumulator accumulator) {
        KeptAccumulator previous = accumulator.previous;
        KeptAccumulator next = accumulator.next;
        if (previous != null) {
            previous.next = next;
        } else if (first == accumulator) {
            first = next;
        }
        if (next != null) {
            next.previous = previous;
        }
        accumulator.previous = null;
        accumulator.next = null;
    }

    /** Ends all of them without a result, as the statement ends. */
    public void end() {
        while (first != null) {
            KeptAccumulator accumulator = first;
            remove(accumulator);
            accumulator.end();
        }
    }
}
