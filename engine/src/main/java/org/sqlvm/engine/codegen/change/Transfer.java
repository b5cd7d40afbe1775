package org.sqlvm.engine.codegen.change;

import org.sqlvm.engine.codegen.query.Conflicts;
import org.sqlvm.engine.plan.logical.Expr;
import org.sqlvm.engine.plan.logical.Exprs;
import org.sqlvm.engine.plan.resolve.StoredExpressions;
import org.sqlvm.engine.prepare.Preparation;
import org.sqlvm.engine.schema.Column;
import org.sqlvm.engine.schema.Index;
import org.sqlvm.engine.schema.Index.IndexColumn;
import org.sqlvm.engine.schema.Schema;
import org.sqlvm.engine.schema.Table;
import org.sqlvm.engine.sql.tree.ConflictAction;
import org.sqlvm.engine.sql.tree.Expression;
import org.sqlvm.engine.sql.tree.Name;
import org.sqlvm.engine.sql.tree.QualifiedName;
import org.sqlvm.engine.sql.tree.ResultColumn;
import org.sqlvm.engine.sql.tree.Select;
import org.sqlvm.engine.sql.tree.Span;
import org.sqlvm.engine.sql.tree.Statement;
import org.sqlvm.engine.sql.tree.TableSource;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

/**
 * {@code INSERT INTO t SELECT * FROM s} of two tables that are made alike. SQLite copies the
 * records then, and two things show it: generated columns count as values that are given, and a
 * table without INTEGER PRIMARY KEY that has indexes gets the rowids of the other one, if it is
 * empty.
 *
 * @param insert the statement with its columns written out
 * @param rowids the first of them is the rowid, which counts if the table is empty
 */
record Transfer(Statement.Insert insert, boolean rowids) {

    /**
     * Returns the transfer of a statement: plain, unless it copies a whole table into a similar
     * one.
     */
    static Transfer of(ChangeContext context, Statement.Insert insert, Table target) {
        Transfer plain = new Transfer(insert, false);
        TableSource.TableName from = wholeTable(insert);
        Table source = from == null ? null : table(context.schema(), from.name());
        if (source == null || source.rootPage() <= 1 || target.rootPage() <= 1) {
            return plain;
        }
        source = StoredExpressions.extended(source, context.schema().preparation());
        if (!isLike(context, source, target)) {
            return plain;
        }
        ConflictAction action = Conflicts.action(
                context.action(insert.action()),
                context.schema().constraints(target).rowid());
        boolean aborts = action == ConflictAction.ABORT || action == ConflictAction.ROLLBACK;
        boolean hidden = target.rowidAlias() < 0
                && !(target.hasRowid() && target.indexes().isEmpty());
        if (aborts && !hidden && target.indexes().stream().noneMatch(Index::unique)) {
            return written(insert, from, source, target, null);
        }
        boolean generated = columns(target).stream().anyMatch(Column::generated);
        String rowid = Targets.rowidName(target);
        return hidden
                        && target.hasRowid()
                        && !generated
                        && Table.isRowidName(rowid)
                        && source.columnIndex(rowid) < 0
                ? written(insert, from, source, target, rowid)
                : plain;
    }

    /** The columns of a table without those of indexed expressions. */
    private static List<Column> columns(Table table) {
        return table.columns().stream().filter(column -> !column.hidden()).toList();
    }

    /** The table all of whose columns and rows are inserted; null if it is another query. */
    private static TableSource.TableName wholeTable(Statement.Insert insert) {
        Select source = insert.source();
        boolean plain = insert.columns() == null
                && insert.with() == null
                && insert.upserts().isEmpty()
                && insert.returning().isEmpty()
                && source != null
                && source.with() == null
                && source.orderBy().isEmpty()
                && source.limit() == null;
        return plain
                        && source.body() instanceof Select.Core core
                        && !core.distinct()
                        && core.where() == null
                        && core.groupBy().isEmpty()
                        && core.having() == null
                        && core.windows().isEmpty()
                        && core.columns().size() == 1
                        && core.columns().getFirst() instanceof ResultColumn.Star
                        && core.from() instanceof TableSource.TableName from
                ? from
                : null;
    }

    private static Table table(Schema schema, QualifiedName name) {
        Schema home = name.schema() == null ? schema : schema.database(name.schema());
        return home == null ? null : home.table(name.name().text());
    }

    /** @param rowid the name under which the rowid is copied, or null */
    private static Transfer written(
            Statement.Insert insert,
            TableSource.TableName from,
            Table source,
            Table target,
            String rowid) {
        // In the order of the table, whatever its indexes hold.
        TableSource.TableName rows = new TableSource.TableName(
                from.name(),
                from.alias(),
                new TableSource.IndexHint(null, Trees.NOWHERE),
                from.span());
        Select.Core core = (Select.Core) insert.source().body();
        // The star's position is used when the user's right to read the columns is checked.
        Span star = core.columns().getFirst().span();
        List<ResultColumn> values = names(source, rowid).stream()
                .map(name -> Trees.item(new Expression.ColumnName(
                        null, null, new Name(name, Name.Quote.BRACKET, star), star)))
                .toList();
        Select.Core all =
                new Select.Core(false, values, rows, null, List.of(), null, List.of(), core.span());
        Statement.Insert written = new Statement.Insert(
                null,
                insert.action(),
                insert.table(),
                insert.alias(),
                names(target, rowid).stream().map(Trees::name).toList(),
                new Select(null, all, List.of(), null, insert.source().span()),
                List.of(),
                List.of(),
                insert.span());
        return new Transfer(written, rowid != null);
    }

    private static List<String> names(Table table, String rowid) {
        List<String> names = new ArrayList<>();
        if (rowid != null) {
            names.add(rowid);
        }
        columns(table).stream()
                .filter(column -> !column.generated())
                .forEach(column -> names.add(column.name()));
        return names;
    }

    /** Whether SQLite finds the tables so alike that it copies records. */
    private static boolean isLike(ChangeContext context, Table source, Table target) {
        boolean same = source.rootPage() == target.rootPage()
                && source.database().equals(target.database());
        Preparation preparation = context.schema().preparation();
        return !same
                && source.hasRowid() == target.hasRowid()
                && columns(source).size() == columns(target).size()
                && source.rowidAlias() == target.rowidAlias()
                && (source.strict() || !target.strict())
                && hasLikeColumns(source, target, preparation)
                && target.indexes().stream()
                        .allMatch(index -> source.indexes().stream()
                                .anyMatch(
                                        other -> isLike(other, source, index, target, preparation)))
                && hasLikeChecks(context, source, target)
                && !(context.settings().foreignKeys()
                        && !context.schema().constraints(target).foreignKeys().isEmpty());
    }

    private static boolean hasLikeColumns(Table source, Table target, Preparation preparation) {
        int count = columns(target).size();
        for (int i = 0; i < count; i++) {
            Column from = source.columns().get(i);
            Column to = target.columns().get(i);
            boolean like = from.generated() == to.generated()
                    && from.isVirtual() == to.isVirtual()
                    && from.affinity() == to.affinity()
                    && from.collation().equals(to.collation())
                    && (from.notNull() || !to.notNull())
                    && (to.generated()
                            ? value(source, i, preparation).equals(value(target, i, preparation))
                            : i == 0 || text(source, from).equals(text(target, to)));
            if (!like) {
                return false;
            }
        }
        return true;
    }

    /** The text of a column's DEFAULT. */
    private static String text(Table table, Column column) {
        return column.defaultValue() == null ? "" : column.defaultValue().span().of(table.sql());
    }

    private static Expr value(Table table, int column, Preparation preparation) {
        return nameless(StoredExpressions.value(table, column, preparation));
    }

    /** The expression over columns without names, by which two tables may differ. */
    private static Expr nameless(Expr expression) {
        if (expression instanceof Expr.Column column) {
            return new Expr.Column(
                    column.source(), column.index(), "", column.affinity(), column.collation());
        }
        return expression == null ? null : Exprs.mapChildren(expression, Transfer::nameless);
    }

    private static boolean isLike(
            Index from, Table source, Index to, Table target, Preparation preparation) {
        boolean like = from.keyCount() == to.keyCount()
                && from.columns().size() == to.columns().size()
                && from.conflict() == to.conflict()
                && from.unique() == to.unique()
                && Objects.equals(
                        nameless(StoredExpressions.condition(source, from, preparation)),
                        nameless(StoredExpressions.condition(target, to, preparation)));
        for (int i = 0; like && i < to.columns().size(); i++) {
            IndexColumn own = from.columns().get(i);
            IndexColumn other = to.columns().get(i);
            int place = other.tableColumn();
            boolean hidden = place >= 0 && target.columns().get(place).hidden();
            boolean sameValue = hidden
                    ? own.tableColumn() >= 0
                            && source.columns().get(own.tableColumn()).hidden()
                            && value(source, own.tableColumn(), preparation)
                                    .equals(value(target, place, preparation))
                    : own.tableColumn() == place;
            like = sameValue
                    && own.descending() == other.descending()
                    && Objects.equals(own.collation(), other.collation());
        }
        return like;
    }

    private static boolean hasLikeChecks(ChangeContext context, Table source, Table target) {
        List<Expr> wanted = checks(target, context.schema().preparation());
        return wanted.isEmpty()
                || context.settings().ignoreChecks()
                || wanted.equals(checks(source, context.schema().preparation()));
    }

    private static List<Expr> checks(Table table, Preparation preparation) {
        return StoredExpressions.checks(table, preparation).stream()
                .map(check -> nameless(check.condition()))
                .toList();
    }
}
