package org.sqlvm.engine.vector.query;

import org.sqlvm.engine.vector.query.VectorQuery.Condition;
import org.sqlvm.engine.vector.query.VectorQuery.Step;

import java.util.List;

/**
 * Which rows come of a scan of one table: those of its rows that pass, each with every combination
 * of rows of other inputs that it finds by their keys.
 *
 * @param steps by number of a vector register, how it is made; operands come before what uses them
 * @param filters a row passes if all of them are true; each is tested as soon as the lookups whose
 *     columns it reads are done
 * @param lookups the inputs whose rows are found; number {@code i} is source {@code i + 1} of
 *     {@link Step.Load}
 */
public record VectorPipeline(List<Step> steps, List<Condition> filters, List<Lookup> lookups) {

    /**
     * Rows of another input are found by their keys.
     *
     * @param input its number
     * @param keys registers of values that are known without it, which are to equal its keys
     * @param conditions what else a row must be to be found
     */
    public record Lookup(int input, List<Integer> keys, List<Condition> conditions) {}
}
