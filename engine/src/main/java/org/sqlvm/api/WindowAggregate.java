package org.sqlvm.api;

/**
 * An aggregate that may stand before OVER (sqlite.org/windowfunctions.html section 7): rows that
 * leave the frame are taken back.
 */
public interface WindowAggregate extends Aggregate {
    /** Takes a row back: the first of those that have been taken and not taken back. */
    void inverse(Arguments arguments) throws Exception;

    /** What the aggregate is over the rows of the frame; more rows may come. */
    void value(Result result) throws Exception;
}
