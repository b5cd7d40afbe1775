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
import org.sqlvm.engine.prepare.Preparation;
import org.sqlvm.engine.schema.Column;
import org.sqlvm.engine.schema.Index;
import org.sqlvm.engine.schema.Schema;
import org.sqlvm.engine.schema.Table;

import java.util.List;

/**
 * How many rows things have: counted by ANALYZE, measured when the schema was read, or guessed
 * ({@link DefaultRows}, {@link Selectivity}).
 */
public final class Sizes {
    private final Schema schema;
    private final PlanOptions options;
    private final boolean narrowRanges;

    public Sizes(Schema schema, PlanOptions options) {
        this(schema, options, false);
    }

    private Sizes(Schema schema, PlanOptions options, boolean narrowRanges) {
        this.schema = schema;
        this.options = options;
        this.narrowRanges = narrowRanges;
    }

    /** The same, but ranges of which nothing is known have few rows. */
    public Sizes withNarrowRanges() {
        return new Sizes(schema, options, true);
    }

    public boolean hasNarrowRanges() {
        return narrowRanges;
    }

    /** Whether {@link PlanOptions} allow hash joins. */
    public boolean allowsHashing() {
        return options.hashing();
    }

    /** Whether rows are tested before they come into the hash table of a join. */
    public boolean filtersHashing() {
        return options.isOn(Rule.FILTERED_HASH_TABLES);
    }

    /** Returns the compilation of the statement. */
    public Preparation preparation() {
        return schema.preparation();
    }

    /** Of the database's text. */
    public TextEncoding encoding() {
        return schema.encoding();
    }

    public double rows(Source source) {
        return switch (source.relation()) {
            case Relation.Stored _ -> rows(source.table());
            case Relation.Derived derived -> rows(derived.query());
            case Relation.Virtual virtual ->
                virtual.table().rowCount(preparation().registered());
            case Relation.Working _ -> 1;
        };
    }

    public double rows(Table table) {
        long counted = schema.rowCount(table);
        return counted < 0 ? DefaultRows.TABLE : Math.max(1, counted);
    }

    /** Whether more is known of a table than that it is one. */
    public boolean isKnown(Source source) {
        return source.relation() instanceof Relation.Stored && schema.rowCount(source.table()) >= 0;
    }

    public double rows(Query query) {
        return switch (query) {
            case Query.Block block -> rows(block);
            case Query.Values values ->
                values.shared() == null ? values.rows().size() : DefaultRows.SHARED_VALUES;
            case Query.Compound compound -> rows(compound.left()) + rows(compound.right());
            case Query.Sorted sorted -> limited(rows(sorted.body()), sorted.limit());
            case Query.Recursive recursive -> limited(DefaultRows.RECURSIVE, recursive.limit());
        };
    }

    /** How many values IN finds in a query. */
    public double valueCount(Query query) {
        double rows = rows(query);
        return rows >= DefaultRows.TABLE / DefaultRows.GROUP
                ? Math.min(rows, DefaultRows.IN_QUERY)
                : rows;
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
                rows *= Selectivity.of(term);
            }
        }
        if (block.having() != null) {
            rows *= Selectivity.HAVING;
        }
        if (block.grouped() || block.distinct()) {
            rows /= DefaultRows.GROUP;
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
