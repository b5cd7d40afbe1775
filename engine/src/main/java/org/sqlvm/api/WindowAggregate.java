package org.sqlvm.api;

/**
 * An aggregate that can be used with OVER (sqlite.org/windowfunctions.html section 7), since rows
 * that leave the frame can be removed from it.
 */
public interface WindowAggregate extends Aggregate {
    /**
     * Removes a row from the frame: the oldest one that {@link #step} has added and that is still
     * in it.
     */
    void inverse(Arguments arguments) throws Exception;

    /** Sets the result for the rows that are in the frame; more rows may follow. */
    void value(Result result) throws Exception;
}
