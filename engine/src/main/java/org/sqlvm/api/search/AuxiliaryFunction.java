package org.sqlvm.api.search;

import org.sqlvm.api.Arguments;
import org.sqlvm.api.Result;

/**
 * A function of the rows that a full-text query finds, as {@code bm25()} and {@code highlight()}
 * are: {@code SELECT name(docs, 1) FROM docs WHERE docs MATCH 'word'}. It may also be the rank:
 * {@code WHERE rank MATCH 'name(1)'}.
 *
 * <p>An exception ends the statement, as that of a {@link org.sqlvm.api.ScalarFunction} does.
 */
@FunctionalInterface
public interface AuxiliaryFunction {
    /**
     * Computes the result for a row.
     *
     * @param match the row and the query; valid during the call only
     * @param arguments those behind the table's name
     */
    void call(MatchContext match, Arguments arguments, Result result) throws Exception;
}
