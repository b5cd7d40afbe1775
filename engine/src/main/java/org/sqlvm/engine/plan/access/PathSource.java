package org.sqlvm.engine.plan.access;

import org.sqlvm.engine.data.TextEncoding;
import org.sqlvm.engine.plan.logical.Relation;
import org.sqlvm.engine.plan.logical.Source;
import org.sqlvm.engine.plan.logical.Term;
import org.sqlvm.engine.plan.stats.Sizes;
import org.sqlvm.engine.schema.Table;

import java.util.List;
import java.util.Set;

/**
 * A source as the ways to its rows see it: what is asked of it, how large it is, and what the steps
 * to a row of it cost. Costs are in units of a row stepped over in a scan.
 */
final class PathSource {
    /** Going down a tree takes longer the higher it is: 12 for a million rows. */
    private static final double SEEK_BASE = 2;

    private static final double SEEK_GROWTH = 0.5;

    /** An index entry is shorter than a row. */
    static final double COVERING_STEP = 0.6;

    /** Going from an entry to its row: mostly near the one before, so cheaper than a seek. */
    private static final double FOLLOW_GROWTH = 0.12;

    /** As far as the size of the table is known: the rows of large tables are far apart. */
    private static final double KNOWN_FOLLOW_GROWTH = 0.25;

    /** Rows left by equalities on 1, 2, … columns of an index without statistics, as in SQLite. */
    static final double[] EQUAL_ROWS = {10, 9, 8, 7, 6, 5};

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

    final double seekCost;
    final double followCost;

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
        double height = Math.log(tableRows + 1) / Math.log(2);
        this.seekCost = SEEK_BASE + SEEK_GROWTH * height;
        this.followCost = COVERING_STEP + (known ? KNOWN_FOLLOW_GROWTH : FOLLOW_GROWTH) * height;
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
                share *= Sizes.share(term);
            }
        }
        return share;
    }
}
