package org.sqlvm.engine.schema;

import org.sqlvm.engine.data.Collation;
import org.sqlvm.engine.data.TextEncoding;
import org.sqlvm.engine.error.SqlException;
import org.sqlvm.engine.schema.Index.IndexColumn;
import org.sqlvm.engine.sql.tree.ConflictAction;
import org.sqlvm.engine.sql.tree.Expression;
import org.sqlvm.engine.sql.tree.Name;
import org.sqlvm.engine.sql.tree.OrderingTerm;
import org.sqlvm.engine.sql.tree.Statement.CreateIndex;

import java.util.ArrayList;
import java.util.List;

/**
 * CREATE INDEX to {@link Index}. Names inside of indexed expressions are looked up by the planner.
 */
public final class IndexBuilder {
    private IndexBuilder() {}

    /**
     * The index that {@code tree} describes.
     *
     * @param rootPage 0 if it has none yet
     * @param sql the text to keep in sqlite_schema
     */
    public static Index build(
            CreateIndex tree, Table table, int rootPage, String sql, SchemaLoader.Reading reading) {
        List<IndexColumn> columns = new ArrayList<>();
        for (OrderingTerm term : tree.columns()) {
            columns.add(column(term, table, reading));
        }
        int keyCount = columns.size();
        if (table.hasRowid()) {
            columns.add(IndexColumn.rowid(reading.encoding()));
        }
        Index index = new Index(
                tree.name().name().text(),
                table.name(),
                rootPage,
                List.copyOf(columns),
                keyCount,
                tree.unique(),
                ConflictAction.DEFAULT,
                "c",
                tree.where(),
                null,
                sql);
        if (table.hasRowid()) {
            return index;
        }
        Index primaryKey = table.primaryKey();
        return index.withAppended(primaryKey.columns().subList(0, primaryKey.keyCount()));
    }

    private static IndexColumn column(
            OrderingTerm term, Table table, SchemaLoader.Reading reading) {
        TextEncoding encoding = reading.encoding();
        String written = null;
        Expression expression = term.expression();
        int depth = 0;
        while (expression instanceof Expression.Collate collate) {
            if (written == null) {
                written = collate.collation().text();
            }
            expression = collate.operand();
            depth++;
        }
        boolean isString =
                depth > 1; // Behind several COLLATEs, SQLite takes a string for a string.
        int place = switch (expression) {
            case Expression.ColumnName column
            when column.table() == null -> place(column, table, reading.quotedStrings());
            case Expression.StringLiteral string when !isString -> place(string, table);
            default -> Index.EXPRESSION;
        };
        if (written == null && place >= 0) {
            Column of = table.columns().get(place);
            return new IndexColumn(
                    place, null, of.collation(), of.collationName(), term.descending());
        }
        Collation collation = written == null
                ? Collation.binary(encoding)
                : Collations.findOrMissing(written, reading.preparation());
        return new IndexColumn(
                place,
                place >= 0 ? null : expression,
                collation,
                written == null ? collation.name() : written,
                term.descending());
    }

    private static int place(Expression.ColumnName column, Table table, boolean quotedStrings) {
        int place = table.columnIndex(column.column().text());
        if (place >= 0) {
            return place;
        }
        boolean isString = quotedStrings && column.column().quote() == Name.Quote.DOUBLE;
        if (isString || column.column().isTruth()) {
            return Index.EXPRESSION; // SQLite indexes the string, or the number.
        }
        throw Column.missing(column.column(), column.span());
    }

    /** A string in single quotes can only be a column's name. */
    private static int place(Expression.StringLiteral string, Table table) {
        int place = table.columnIndex(string.value());
        if (place < 0) {
            throw SqlException.error(
                    "no such column: " + string.value(), string.span().start());
        }
        return place;
    }
}
