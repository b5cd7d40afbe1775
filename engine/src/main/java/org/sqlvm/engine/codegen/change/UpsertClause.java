package org.sqlvm.engine.codegen.change;

import org.sqlvm.engine.codegen.query.ExpressionCode;
import org.sqlvm.engine.codegen.query.TableAccess;
import org.sqlvm.engine.error.SqlException;
import org.sqlvm.engine.plan.ChangePlanner;
import org.sqlvm.engine.plan.logical.Expr;
import org.sqlvm.engine.plan.logical.Source;
import org.sqlvm.engine.plan.physical.NestedPlans;
import org.sqlvm.engine.plan.resolve.Scope;
import org.sqlvm.engine.plan.resolve.StoredExpressions;
import org.sqlvm.engine.program.Assembler;
import org.sqlvm.engine.program.Opcode;
import org.sqlvm.engine.schema.Index;
import org.sqlvm.engine.schema.Table;
import org.sqlvm.engine.sql.tree.ConflictAction;
import org.sqlvm.engine.sql.tree.OrderingTerm;
import org.sqlvm.engine.sql.tree.Statement;

import java.util.ArrayList;
import java.util.List;

/** A clause ON CONFLICT … DO … of INSERT (sqlite.org/lang_upsert.html). */
final class UpsertClause {
    private final Assembler assembler;
    private final Table table;
    private final Source target;
    /** Null for the rowid and for any conflict. */
    private final Index index;

    private final boolean forAny;
    /** Null for DO NOTHING. */
    private final RowUpdate update;

    private final Assignments.Resolved values;
    private final Expr where;

    /** The plans of the queries in these. */
    private final NestedPlans plans;

    /** The row that could not be inserted. */
    private final RowBlock excluded;

    private boolean emitted;

    private UpsertClause(
            ChangeContext context,
            ChangePlanner planner,
            Statement.Upsert tree,
            Source target,
            Scope scope,
            RowBlock excluded,
            ReturningCode returning,
            Index index,
            boolean forAny) {
        this.assembler = context.assembler();
        this.table = target.table();
        this.target = target;
        this.excluded = excluded;
        this.index = index;
        this.forAny = forAny;
        if (tree.isNothing()) {
            update = null;
            values = null;
            where = null;
            plans = NestedPlans.NONE;
            return;
        }
        Assignments assignments =
                new Assignments(table, tree.assignments(), context.assembler().preparation(), true);
        values = assignments.resolve(planner, scope, table.rootPage());
        where = tree.where() == null ? null : planner.expression(tree.where(), scope);
        plans = planner.plans();
        update = new RowUpdate(
                context,
                table,
                assignments,
                RowTriggers.ofUpdate(context, table, tree.assignments()),
                ConflictAction.ABORT,
                returning,
                null);
    }

    /**
     * Returns the clauses of a statement.
     *
     * @param name the table's name in the statement
     * @param excluded the row that is to be inserted
     */
    static List<UpsertClause> of(
            ChangeContext context,
            ChangePlanner planner,
            List<Statement.Upsert> trees,
            Table table,
            String name,
            RowBlock excluded,
            ReturningCode returning) {
        List<UpsertClause> clauses = new ArrayList<>();
        // Only the first is looked at, as in SQLite.
        trees.stream().limit(1).forEach(tree -> OrderingTerm.refuseNulls(tree.target()));
        Source target = planner.source(table, name, !name.equals(table.name()));
        Scope named = planner.scope(List.of(target));
        Scope scope = planner.scope(List.of(target, planner.qualified(table, "excluded")));
        for (int i = 0; i < trees.size(); i++) {
            Statement.Upsert tree = trees.get(i);
            boolean any = tree.target().isEmpty();
            Index index = any
                    ? null
                    : index(context, planner, tree, target, named, trees.size() > 1 ? i + 1 : 0);
            clauses.add(new UpsertClause(
                    context, planner, tree, target, scope, excluded, returning, index, any));
        }
        return clauses;
    }

    boolean isForAny() {
        return forAny;
    }

    /**
     * Whether its UPDATE has been emitted and concerns other rows than the one it changes. It is
     * not emitted if nothing can be in the way, as with a rowid that is not given.
     */
    boolean runsOthers() {
        return emitted && update.runsOthers();
    }

    /** The unique index that the clause names; null for the rowid. */
    Index index() {
        return index;
    }

    /**
     * Returns the index that a clause's target means.
     *
     * @param number the clause's number, for messages; 0 if it is the only one
     */
    private static Index index(
            ChangeContext context,
            ChangePlanner planner,
            Statement.Upsert tree,
            Source source,
            Scope scope,
            int number) {
        Table table = source.table();
        List<Expr> target = new ArrayList<>();
        for (OrderingTerm term : tree.target()) {
            target.add(planner.expression(term.expression(), scope));
        }
        Expr where =
                tree.targetWhere() == null ? null : planner.expression(tree.targetWhere(), scope);
        if (table.hasRowid()
                && target.size() == 1
                && target.get(0) instanceof Expr.Column column
                && column.index() == Expr.Column.ROWID) {
            return null;
        }
        for (Index index : table.keys()) {
            Expr condition = StoredExpressions.condition(
                    table, index, context.assembler().preparation());
            boolean meant = index.unique()
                    && index.keyCount() == target.size()
                    && (condition == null
                            || StoredExpressions.over(condition, source.number())
                                    .equals(where))
                    && covers(context, source, index, target);
            if (meant) {
                return index;
            }
        }
        String which = number == 0 ? "" : ordinal(number) + " ";
        throw SqlException.error(
                which + "ON CONFLICT clause does not match any PRIMARY KEY or UNIQUE constraint");
    }

    private static boolean covers(
            ChangeContext context, Source source, Index index, List<Expr> target) {
        for (int i = 0; i < index.keyCount(); i++) {
            Index.IndexColumn column = index.columns().get(i);
            if (target.stream().noneMatch(term -> isOver(context, source, column, term))) {
                return false;
            }
        }
        return true;
    }

    private static boolean isOver(
            ChangeContext context, Source source, Index.IndexColumn column, Expr term) {
        if (term instanceof Expr.Collate collate) {
            return collate.collation()
                            .name()
                            .equalsIgnoreCase(column.collation().name())
                    && isOver(context, source, column, collate.operand());
        }
        int place = column.tableColumn();
        if (place >= 0 && source.table().columns().get(place).hidden()) {
            Expr value = StoredExpressions.value(
                    source.table(), place, context.assembler().preparation());
            return StoredExpressions.over(value, source.number()).equals(term)
                    || (value instanceof Expr.Collate inner
                            && StoredExpressions.over(inner.operand(), source.number())
                                    .equals(term));
        }
        // SQLite does not find the rowid under its column's name in an index, either.
        return place != source.table().rowidAlias()
                && term instanceof Expr.Column named
                && named.index() == place;
    }

    private static String ordinal(int number) {
        String suffix = switch (number % 100 >= 11 && number % 100 <= 13 ? 0 : number % 10) {
            case 1 -> "st";
            case 2 -> "nd";
            case 3 -> "rd";
            default -> "th";
        };
        return number + suffix;
    }

    /**
     * Emits the action instead of the insertion.
     *
     * @param cursor the cursor on the conflicting entry
     * @param found the index it belongs to; null if the cursor is the table's own
     * @param next the label behind the row
     */
    void emit(TargetCursors cursors, int cursor, Index found, int next) {
        if (update == null) {
            return;
        }
        emitted = true;
        int keyCount = TargetCursors.keyCount(table);
        int key = assembler.registers(keyCount);
        if (found != null) {
            readKey(cursor, found, key);
            cursors.seek(key, keyCount, next);
        } else {
            cursors.readKey(key);
        }
        TableAccess access = cursors.access();
        ExpressionCode code = new ExpressionCode(assembler, plans, (column, into) -> {
            if (column.source() == target.number()) {
                access.read(column.index(), into);
            } else {
                assembler.add(Opcode.SCopy, excluded.value(column.index()), into, 0);
            }
        });
        if (where != null) {
            code.conditions().jumpIfFalse(where, next, true);
        }
        update.emit(cursors, key, targets -> values.emit(code, targets), next);
    }

    private void readKey(int cursor, Index found, int key) {
        if (table.hasRowid()) {
            assembler.add(Opcode.IdxRowid, cursor, key, 0);
            return;
        }
        for (int i = 0; i < table.primaryKey().keyCount(); i++) {
            int place = UniqueCode.placeIn(found, table.primaryKey().columns().get(i));
            assembler.add(Opcode.Column, cursor, place, key + i);
        }
        assembler.add(Opcode.Copy, key, key, table.primaryKey().keyCount() - 1);
    }
}
