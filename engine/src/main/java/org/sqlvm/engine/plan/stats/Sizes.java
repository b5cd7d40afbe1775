package org.sqlvm.engine.plan.stats;

import static java.util.Locale.ROOT;

import org.sqlvm.engine.data.Affinity;
import org.sqlvm.engine.data.TextEncoding;
import org.sqlvm.engine.plan.logical.Expr;
import org.sqlvm.engine.plan.logical.Exprs;
import org.sqlvm.engine.plan.logical.FromItem;
import org.sqlvm.engine.plan.logical.Query;
import org.sqlvm.engine.plan.logical.Relation;
import org.sqlvm.engine.plan.logical.Source;
import org.sqlvm.engine.plan.logical.SourcePlaces;
import org.sqlvm.engine.plan.logical.Term;
import org.sqlvm.engine.plan.options.PlanOptions;
import org.sqlvm.engine.plan.options.Rule;
import org.sqlvm.engine.schema.Column;
import org.sqlvm.engine.schema.Index;
import org.sqlvm.engine.schema.Schema;
import org.sqlvm.engine.schema.Table;

import java.util.List;

/**
 * How many rows things have: counted by ANALYZE, measured when the schema was read, or guessed. As
 * in SQLite a table of which nothing is known has about a million.
 */
public final class Sizes {
    /** An equality or a pattern leaves a tenth, any other condition a half. */
    public static final double EQUAL_SHARE = 0.1;

    private static final double OTHER_SHARE = 0.5;
    /** A range leaves a quarter; with both ends, a quarter of the quarters. */
    public static final double RANGE_SHARE = 0.25;

    public static final double BOTH_ENDS_SHARE = RANGE_SHARE * RANGE_SHARE * RANGE_SHARE;

    private static final double UNKNOWN_ROWS = 1_048_576;

    /** Groups are so many times fewer than rows. */
    private static final double GROUP_SIZE = 10;

    /** HAVING asks for the few groups that are extraordinary. */
    private static final double HAVING_SHARE = 0.01;

    /** Values that IN finds in a query of which nothing is known, as in SQLite. */
    private static final double USUAL_VALUES = 25;

    private final Schema schema;
    private final PlanOptions options;

    public Sizes(Schema schema, PlanOptions options) {
        this.schema = schema;
        this.options = options;
    }

    /** Whether {@link PlanOptions} allow hash joins. */
    public boolean allowsHashing() {
        return options.hashing();
    }

    /** Whether rows are tested before they come into the hash table of a join. */
    public boolean filtersHashing() {
        return options.isOn(Rule.FILTERED_HASH_TABLES);
    }

    /** Of the database's text. */
    public TextEncoding encoding() {
        return schema.encoding();
    }

    public double rows(Source source) {
        return switch (source.relation()) {
            case Relation.Stored _ -> rows(source.table());
            case Relation.Derived derived -> rows(derived.query());
            case Relation.Virtual virtual -> virtual.table().rowCount();
            case Relation.Working _ -> 1;
        };
    }

    public double rows(Table table) {
        long counted = schema.rowCount(table);
        return counted < 0 ? UNKNOWN_ROWS : Math.max(1, counted);
    }

    /** Whether more is known of a table than that it is one. */
    public boolean isKnown(Source source) {
        return source.relation() instanceof Relation.Stored && schema.rowCount(source.table()) >= 0;
    }

    public double rows(Query query) {
        return switch (query) {
            case Query.Block block -> rows(block);
            case Query.Values values -> values.rows().size();
            case Query.Compound compound -> rows(compound.left()) + rows(compound.right());
            case Query.Sorted sorted -> limited(rows(sorted.body()), sorted.limit());
            case Query.Recursive recursive -> limited(UNKNOWN_ROWS / 1000, recursive.limit());
        };
    }

    /** How many values IN finds in a query. */
    public double valueCount(Query query) {
        double rows = rows(query);
        return rows >= UNKNOWN_ROWS / GROUP_SIZE ? Math.min(rows, USUAL_VALUES) : rows;
    }

    /**
     * Of a join the largest table's rows, as if the others belonged to them; conditions on single
     * tables leave some of those.
     */
    private double rows(Query.Block block) {
        if (block.grouped() && block.keys().isEmpty()) {
            return 1;
        }
        double rows = 1;
        SourcePlaces places = new SourcePlaces();
        for (FromItem item : block.from()) {
            rows = Math.max(rows, rows(item.source()));
            places.add(item.source());
        }
        for (Expr condition : Exprs.conjuncts(block.where())) {
            Term term = Term.of(condition, places);
            if (Long.bitCount(term.sources()) == 1) {
                rows *= share(term);
            }
        }
        if (block.having() != null) {
            rows *= HAVING_SHARE;
        }
        if (block.grouped() || block.distinct()) {
            rows /= GROUP_SIZE;
        }
        return limited(Math.max(1, rows), block.limit());
    }

    /** A LIMIT that is written as a number says how many rows there are at most. */
    public static double limited(double rows, Expr limit) {
        return limit instanceof Expr.Constant constant
                        && constant.value() instanceof Long number
                        && number >= 0
                ? Math.min(rows, Math.max(1, number))
                : rows;
    }

    /** The share of rows that pass a condition of which no index tells. */
    public static double share(Term term) {
        double share = switch (term.condition()) {
            case Expr.IsNull _ -> 1;
            case Expr.Call call
            when call.function().builtIn().equals("like")
                    || call.function().builtIn().equals("glob") -> EQUAL_SHARE;
            default -> OTHER_SHARE;
        };
        for (Term.Use use : term.uses()) {
            share = Math.min(
                    share,
                    switch (use.kind()) {
                        case EQUAL -> EQUAL_SHARE;
                        case IN ->
                            use.query() != null
                                    ? OTHER_SHARE
                                    : Math.min(
                                            OTHER_SHARE,
                                            EQUAL_SHARE * use.values().size());
                        case LOW, HIGH -> use.values().isEmpty() ? 1 : RANGE_SHARE;
                        case RANGE -> BOTH_ENDS_SHARE;
                    });
        }
        return term.branches().isEmpty() ? share : Math.min(share, shareOfAny(term.branches()));
    }

    private static double shareOfAny(List<List<Term>> branches) {
        double share = 0;
        for (List<Term> branch : branches) {
            double all = 1;
            for (Term term : branch) {
                all *= share(term);
            }
            share += all;
        }
        return share;
    }

    /**
     * What a column takes, in units of an integer, as SQLite guesses from its type: text and BLOBs
     * four bytes to a unit, 16 bytes without a length.
     */
    public static int width(Column column) {
        String type = column.declaredType();
        if (type == null
                || type.isEmpty()
                || column.affinity().isNumeric()
                || !(column.affinity() == Affinity.TEXT
                        || type.toUpperCase(ROOT).contains("BLOB"))) {
            return 1;
        }
        String digits = type.replaceAll("^[^0-9]*|(?<=[0-9])[^0-9].*$", "");
        boolean sized = type.toUpperCase(ROOT).contains("CHAR") || type.contains("(");
        int bytes = !digits.isEmpty() && digits.length() < 5
                ? Integer.parseInt(digits)
                : sized ? 0 : 16;
        return Math.min(255, bytes / 4 + 1);
    }

    /** What an entry of an index takes, in the same units. */
    public static int width(Index index, Table table) {
        int width = 0;
        for (Index.IndexColumn column : index.columns()) {
            width +=
                    column.tableColumn() < 0 ? 1 : width(table.columns().get(column.tableColumn()));
        }
        return width;
    }

    /** What a row of a table takes, in the same units. */
    public static int width(Table table) {
        return table.columns().stream()
                        .filter(column -> !column.isVirtual())
                        .mapToInt(Sizes::width)
                        .sum()
                + (table.rowidAlias() < 0 ? 1 : 0);
    }

    /** Whether at most one row of a source has a value in a column. */
    public static boolean isUnique(Source source, int column) {
        Table table = source.table();
        if (!(source.relation() instanceof Relation.Stored)) {
            return false;
        }
        if (table.hasRowid() && isRowid(table, column)) {
            return true;
        }
        List<Index> keys = table.withoutRowid() ? List.of(table.primaryKey()) : List.of();
        return keys.stream().anyMatch(index -> isKey(index, column))
                || table.indexes().stream().anyMatch(index -> isKey(index, column));
    }

    /** Whether a column is the rowid, under its own name or another. */
    public static boolean isRowid(Table table, int column) {
        return column == Expr.Column.ROWID || (column == table.rowidAlias() && column >= 0);
    }

    private static boolean isKey(Index index, int column) {
        return index.unique()
                && index.where() == null
                && index.keyCount() == 1
                && index.columns().get(0).tableColumn() == column;
    }
}
