package org.sqlvm.engine.plan.access;

import org.sqlvm.engine.data.TextEncoding;
import org.sqlvm.engine.plan.logical.Relation;
import org.sqlvm.engine.plan.logical.Source;
import org.sqlvm.engine.plan.logical.Term;
import org.sqlvm.engine.plan.stats.CostModel;
import org.sqlvm.engine.plan.stats.DefaultRows;
import org.sqlvm.engine.plan.stats.Selectivity;
import org.sqlvm.engine.plan.stats.Sizes;
import org.sqlvm.engine.schema.Table;

import java.util.List;
import java.util.Set;

/**
 * A source as the ways to its rows see it: what is asked of it, how large it is, and what the steps
 * to a row of it cost.
 */
final class PathSource {
    /** The source's place among its query's, and its number in the statement. */
    final int place;

    final int number;
    final Relation relation;
    final Table table;
    final List<Term> terms;
    /** The columns that the statement reads of this source. */
    final Set<Integer> needed;

    final TextEncoding encoding;
    final EqualColumns equalColumns;
    final Sizes sizes;
    final double tableRows;
    /** Whether the rows have been counted or measured. */
    final boolean known;

    /** Of a search for the first of several rows; see {@link CostModel}. */
    final double seekCost;

    /** Of an index entry and its row. */
    final double followCost;

    /** How many rows a path finds has been guessed from there being a range with two ends. */
    private boolean guessesRanges;

    PathSource(
            int place,
            Source source,
            List<Term> terms,
            Set<Integer> needed,
            Sizes sizes,
            EqualColumns equalColumns) {
        this.place = place;
        this.number = source.number();
        this.relation = source.relation();
        this.table = source.table();
        this.terms = terms;
        this.needed = needed;
        this.encoding = sizes.encoding();
        this.equalColumns = equalColumns;
        this.sizes = sizes;
        this.tableRows = sizes.rows(source);
        this.known = sizes.isKnown(source);
        this.seekCost = CostModel.rangeSearch(tableRows);
        this.followCost = CostModel.follow(tableRows, known);
    }

    /** The index that INDEXED BY asks for, or null. */
    String hinted() {
        return relation instanceof Relation.Stored stored ? stored.index() : null;
    }

    /** Whether a use is of a column of this source, with values that are known. */
    boolean isUsable(Term.Use use, int column, long standing) {
        return use.column().source() == number
                && use.column().index() == column
                && (use.others() & ~standing) == 0;
    }

    /**
     * What it costs to go over entries of an index.
     *
     * @param covering whether they have all columns, so that the rows are not read
     */
    double entries(double count, boolean covering) {
        return covering ? CostModel.indexSteps(count) : count * followCost;
    }

    /**
     * The share of {@code rows} that a range with two ends has, of which no more is known: its
     * values differ from run to run.
     */
    double closedRange(double rows) {
        guessesRanges = true;
        return sizes.hasNarrowRanges()
                ? Math.min(Selectivity.BETWEEN, DefaultRows.NARROW_RANGE / Math.max(1, rows))
                : Selectivity.BETWEEN;
    }

    boolean guessesRanges() {
        return guessesRanges;
    }

    /** How many values an IN has. */
    double valueCount(Term.Use use) {
        return use.query() == null
                ? use.values().size()
                : Math.max(1, sizes.valueCount(use.query().nested().query()));
    }

    /**
     * The share of rows that pass the conditions on this source alone, less those in {@code used}.
     */
    double ownShare(List<Term> used) {
        double share = 1;
        for (Term term : terms) {
            if (term.sources() == 1L << place && !used.contains(term)) {
                share *= Selectivity.of(term);
            }
        }
        return share;
    }
}
