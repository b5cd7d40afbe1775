package org.sqlvm.engine.codegen.change;

import org.sqlvm.engine.codegen.query.Conflicts;
import org.sqlvm.engine.codegen.query.ExpressionCode;
import org.sqlvm.engine.codegen.query.RowReader;
import org.sqlvm.engine.codegen.query.SelectCode;
import org.sqlvm.engine.codegen.query.TableAccess;
import org.sqlvm.engine.data.Affinity;
import org.sqlvm.engine.error.ResultCode;
import org.sqlvm.engine.error.SqlException;
import org.sqlvm.engine.plan.ChangePlanner;
import org.sqlvm.engine.plan.logical.Expr;
import org.sqlvm.engine.plan.physical.RowPlan;
import org.sqlvm.engine.plan.resolve.Scope;
import org.sqlvm.engine.plan.resolve.TriggerRow;
import org.sqlvm.engine.program.Assembler;
import org.sqlvm.engine.program.Opcode;
import org.sqlvm.engine.schema.ForeignKeyConstraint;
import org.sqlvm.engine.schema.Index;
import org.sqlvm.engine.schema.Schema;
import org.sqlvm.engine.schema.Table;
import org.sqlvm.engine.sql.tree.ConflictAction;
import org.sqlvm.engine.sql.tree.Expression;
import org.sqlvm.engine.sql.tree.Expression.BinaryOperator;
import org.sqlvm.engine.sql.tree.ForeignKey.Action;
import org.sqlvm.engine.sql.tree.Select;
import org.sqlvm.engine.sql.tree.Statement.TriggerEvent;

import java.util.ArrayList;
import java.util.List;

/**
 * Emits the foreign key checks of a changed row (sqlite.org/foreignkeys.html). Violations are
 * counted, and the count is checked when the statement or the transaction ends: the next row, a
 * trigger or an action may repair a violation.
 */
public final class ForeignKeyCode {
    /** Names that no table has. */
    private static final String PARENT = "\0parent";

    private static final String CHILD = "\0child";

    /**
     * If more keys refer to a table, their children are counted by programs. Within the statement's
     * own program it takes less for a row, but is planned for each text.
     */
    private static final int INLINE_MAX = 4;

    private final ChangeContext context;
    private final Assembler assembler;
    private final Schema schema;
    private final Table table;
    /** The columns that an UPDATE changes; null for INSERT and DELETE. */
    private final NewRow.Changed changed;

    private final List<ForeignKeyConstraint> own;
    private final List<ForeignKeyConstraint> references;
    /** Whether the table is being dropped, so that errors in its keys do not matter. */
    private final boolean dropping;

    private boolean single;

    private ForeignKeyCode(
            ChangeContext context, Table table, NewRow.Changed changed, boolean dropping) {
        this.context = context;
        this.assembler = context.assembler();
        // Foreign keys stay within a database.
        this.schema = context.schema().database(table.databaseNumber());
        this.table = table;
        this.changed = changed;
        this.dropping = dropping;
        // A view has none.
        boolean on = context.settings().foreignKeys() && schema.table(table.name()) != null;
        own = on ? schema.constraints(table).foreignKeys() : List.of();
        references = on ? schema.references(table.name()) : List.of();
    }

    /** @param changed the columns that an UPDATE changes; null for INSERT and DELETE */
    public static ForeignKeyCode of(ChangeContext context, Table table, NewRow.Changed changed) {
        return new ForeignKeyCode(context, table, changed, false);
    }

    /** For the rows of a table that is being dropped. */
    static ForeignKeyCode ofDropped(ChangeContext context, Table table) {
        return new ForeignKeyCode(context, table, null, true);
    }

    /**
     * The statement inserts one row and does nothing else: there is nothing that the row could mend
     * as a parent. Without looking, as in SQLite, a key that fits no parent is no error.
     */
    void insertsSingleRow() {
        single = true;
    }

    /** Whether a changed row concerns any foreign key. */
    boolean isNeeded() {
        return own.stream().anyMatch(this::isChildChanged)
                || references.stream().anyMatch(this::isParentChanged);
    }

    /** Whether {@link #check} has something to do for a new row. */
    boolean isChecked() {
        return !own.isEmpty() || references.stream().anyMatch(key -> !single || deferred(key) != 0);
    }

    /** Whether an UPDATE has to take the row away before it puts the new one there. */
    boolean replacesRow() {
        return own.stream().anyMatch(key -> key.isWithinTable() && isChildChanged(key))
                || references.stream()
                        .anyMatch(
                                key -> key.onUpdate() != Action.NO_ACTION && isParentChanged(key));
    }

    private boolean isChildChanged(ForeignKeyConstraint key) {
        return changed == null || key.columns().stream().anyMatch(column -> isChanged(column));
    }

    private boolean isChanged(int column) {
        return column == table.rowidAlias() ? changed.rowid() : changed.has(column);
    }

    private boolean isParentChanged(ForeignKeyConstraint key) {
        if (changed == null) {
            return true;
        }
        if (!key.parentColumns().isEmpty()) {
            return key.parentColumns().stream().anyMatch(name -> {
                int column = table.columnIndex(name);
                return column >= 0 && isChanged(column);
            });
        }
        if (table.rowidAlias() >= 0) {
            return changed.rowid();
        }
        Index primaryKey = table.primaryKey();
        return primaryKey != null
                && primaryKey.columns().subList(0, primaryKey.keyCount()).stream()
                        .anyMatch(column -> changed.has(column.tableColumn()));
    }

    /**
     * A row is going to be deleted or changed: keys that refer to the table must fit it, also those
     * whose columns an UPDATE leaves as they are.
     */
    void begin() {
        if (dropping || !isNeeded()) {
            return;
        }
        for (ForeignKeyConstraint key : references) {
            if (ParentKey.of(key, table) == null) {
                context.broken().add(mismatch(key));
            }
        }
    }

    /**
     * Counts the violations that the removal of a row and the arrival of another one cause and
     * repair; up to the first key that is broken.
     *
     * @param old the removed row; null for none
     * @param fresh the new row; null for none
     */
    void check(RowBlock old, RowBlock fresh) {
        if (!isNeeded()) {
            return;
        }
        for (ForeignKeyConstraint key : own) {
            if (!key.isWithinTable() && !isChildChanged(key)) {
                continue;
            }
            ParentKey parent = parent(key);
            if (parent == null && !dropping) {
                context.broken().add(broken(key));
                return;
            }
            if (parent == null) {
                if (old != null && isMissing(key)) {
                    count(key, old, -1);
                }
                continue;
            }
            if (old != null) {
                lookUpParent(key, parent, old, -1);
            }
            if (fresh != null && !isSetNull(key)) {
                lookUpParent(key, parent, fresh, 1);
            }
        }
        for (ForeignKeyConstraint key : references) {
            if (single && deferred(key) == 0) {
                continue;
            }
            if (!isParentChanged(key)) {
                continue;
            }
            ParentKey parent = ParentKey.of(key, table);
            if (parent == null) {
                if (dropping) {
                    continue;
                }
                context.broken().add(mismatch(key));
                return;
            }
            if (fresh != null) {
                countChildren(key, parent, fresh, -1);
            }
            if (old != null) {
                countChildren(key, parent, old, 1);
            }
        }
    }

    public static SqlException mismatch(ForeignKeyConstraint key) {
        return SqlException.error("foreign key mismatch - \"" + key.child() + "\" referencing \""
                + key.parent() + "\"");
    }

    /** The parent's key; null if there is none. */
    private ParentKey parent(ForeignKeyConstraint key) {
        Table parent = schema.table(key.parent());
        return parent == null ? null : ParentKey.of(key, parent);
    }

    /** The error of a key of the table's own that has no parent's key. */
    private SqlException broken(ForeignKeyConstraint key) {
        return isMissing(key)
                ? SqlException.error(
                        "no such table: " + table.database().name() + "." + key.parent())
                : mismatch(key);
    }

    /** Whether there is no parent, not even a view or a virtual table, which has no key. */
    private boolean isMissing(ForeignKeyConstraint key) {
        return schema.table(key.parent()) == null && schema.view(key.parent()) == null;
    }

    /** Whether this is the action that makes the key's columns NULL. */
    private boolean isSetNull(ForeignKeyConstraint key) {
        return context.isInTrigger() && ForeignKeyActions.isSetNullOf(context.row(), key);
    }

    /** Returns which of the two counters FkCounter changes for a key. */
    private int deferred(ForeignKeyConstraint key) {
        return key.deferred() || context.settings().deferForeignKeys() ? 1 : 0;
    }

    /** Counts a child row whose parent is missing. */
    private void count(ForeignKeyConstraint key, RowBlock row, int increment) {
        int done = assembler.label();
        for (int column : key.columns()) {
            assembler.add(Opcode.IsNull, row.value(column), done, 0);
        }
        assembler.add(Opcode.FkCounter, deferred(key), increment, 0);
        assembler.bind(done);
    }

    private void lookUpParent(
            ForeignKeyConstraint key, ParentKey parent, RowBlock row, int increment) {
        int done = assembler.label();
        int deferred = deferred(key);
        if (increment < 0) {
            assembler.add(Opcode.FkIfZero, deferred, done, 0);
        }
        for (int column : parent.children()) {
            assembler.add(Opcode.IsNull, row.value(column), done, 0);
        }
        int cursor = assembler.cursor();
        int missing = assembler.label();
        boolean self = key.isWithinTable() && increment > 0;
        if (parent.index() == null) {
            int rowid = assembler.register();
            assembler.add(Opcode.SCopy, row.value(parent.children().get(0)), rowid, 0);
            assembler.add(Opcode.MustBeInt, rowid, missing, 0);
            if (self) {
                assembler.add(Opcode.Eq, row.rowid(), done, rowid);
            }
            Object p4 = TableAccess.tableP4(parent.table());
            assembler.add(
                    Opcode.OpenRead,
                    cursor,
                    parent.table().rootPage(),
                    table.databaseNumber(),
                    p4,
                    0);
            assembler.add(Opcode.NotExists, cursor, missing, rowid);
            assembler.jump(done);
        } else {
            lookUp(parent, row, cursor, self, done);
        }
        assembler.bind(missing);
        if (single && deferred == 0) {
            // No later row can repair it, so the row need not be written first.
            Conflicts.emit(
                    assembler,
                    ConflictAction.ABORT,
                    0,
                    ResultCode.CONSTRAINT_FOREIGNKEY,
                    "FOREIGN KEY constraint failed");
        } else {
            assembler.add(Opcode.FkCounter, deferred, increment, 0);
        }
        assembler.bind(done);
    }

    private void lookUp(ParentKey parent, RowBlock row, int cursor, boolean self, int done) {
        int count = parent.children().size();
        int values = assembler.registers(count);
        Index index = parent.index();
        for (int i = 0; i < count; i++) {
            assembler.add(Opcode.Copy, row.value(parent.children().get(i)), values + i, 0);
        }
        if (self) {
            int other = assembler.label();
            for (int i = 0; i < count; i++) {
                int ownKey = row.value(index.columns().get(i).tableColumn());
                int child = row.value(parent.children().get(i));
                assembler.add(Opcode.Ne, child, other, ownKey, null, Opcode.JUMP_IF_NULL);
            }
            assembler.jump(done);
            assembler.bind(other);
        }
        new ExpressionCode(assembler, RowReader.NONE).affinity(values, parent.affinities());
        Object keys = TableAccess.keyInfo(index);
        assembler.add(Opcode.OpenRead, cursor, index.rootPage(), table.databaseNumber(), keys, 0);
        assembler.add(Opcode.Found, cursor, done, values, count, 0);
    }

    /** Counts the rows that refer to a row of the parent. */
    private void countChildren(
            ForeignKeyConstraint key, ParentKey parent, RowBlock row, int increment) {
        int done = assembler.label();
        int deferred = deferred(key);
        if (increment < 0) {
            assembler.add(Opcode.FkIfZero, deferred, done, 0);
        }
        boolean others = key.isWithinTable() && increment > 0;
        if (references.size() > INLINE_MAX && !dropping) {
            countByProgram(new Count(key, deferred, increment), parent, row, others, done);
            assembler.bind(done);
            return;
        }
        ChangePlanner planner = context.planner(null);
        Scope scope = planner.scope(List.of(planner.source(table, PARENT, true)));
        Expr.Nested nested = planner.fresh(children(key, parent, PARENT, others), scope);
        new ExpressionCode(assembler, planner.plans(), row.reader(assembler))
                .nested()
                .forEach(
                        nested,
                        (first, count, next) ->
                                assembler.add(Opcode.FkCounter, deferred, increment, 0));
        assembler.bind(done);
    }

    /** The key that identifies a counting program. */
    private record Count(ForeignKeyConstraint key, int deferred, int increment) {}

    /**
     * Counts by a program, which the statements for one schema share, as they share triggers'
     * programs.
     */
    private void countByProgram(
            Count what, ParentKey parent, RowBlock row, boolean others, int done) {
        // OLD in the program is the row, whichever it is.
        TriggerRow old = new TriggerRow(table, TriggerEvent.DELETE, what);
        RowBlock.clearRowids(assembler, old, row.first());
        assembler.add(
                Opcode.Program,
                row.first(),
                done,
                old.argumentCount(),
                context.programs().of(old.action(), old, () -> null, program -> {
                    Select rows = children(what.key(), parent, "old", others);
                    RowPlan plan = program.planner(null).query(rows);
                    SelectCode.emit(
                            program.assembler(),
                            plan,
                            (first, count, next) -> program.assembler()
                                    .add(Opcode.FkCounter, what.deferred(), what.increment(), 0));
                    return plan.queryPlan();
                }),
                0);
    }

    /**
     * Returns a query for the rows that refer to a row of the parent.
     *
     * @param name the name of the parent's row
     * @param others whether the row itself is left out
     */
    private Select children(
            ForeignKeyConstraint key, ParentKey parent, String name, boolean others) {
        Table child = schema.table(key.child());
        Expression where = null;
        for (int i = 0; i < parent.columns().size(); i++) {
            String column = child.columns().get(parent.children().get(i)).name();
            where = Trees.and(
                    where,
                    Trees.binary(
                            BinaryOperator.EQ,
                            Trees.column(name, parent.columns().get(i)),
                            Trees.column(CHILD, column)));
        }
        if (others) {
            where = Trees.and(where, isOther(parent, name));
        }
        return Trees.select(
                null,
                List.of(Trees.item(new Expression.IntegerLiteral(1, Trees.NOWHERE))),
                Trees.table(child, CHILD),
                where);
    }

    /** The child is not the row itself, which goes. */
    private Expression isOther(ParentKey parent, String name) {
        if (table.hasRowid()) {
            String rowid = Targets.rowidName(table);
            return Trees.binary(
                    BinaryOperator.NE, Trees.column(name, rowid), Trees.column(CHILD, rowid));
        }
        Expression same = null;
        for (String column : parent.columns()) {
            same = Trees.and(
                    same,
                    Trees.binary(
                            BinaryOperator.IS,
                            Trees.column(name, column),
                            Trees.column(CHILD, column)));
        }
        return Trees.not(same);
    }

    /**
     * Runs the actions of keys that refer to a row that was deleted or changed. All keys with
     * actions are looked at, also behind a broken one.
     *
     * @param old its registers, followed by the new row's if it was changed
     */
    void act(RowBlock old) {
        for (ForeignKeyConstraint key : references) {
            if (isParentChanged(key)) {
                ForeignKeyActions.emit(context, key, table, changed != null, dropping, old);
            }
        }
    }

    /** The end of a statement: the errors of broken keys, and of violations that are left. */
    public static void end(ChangeContext context) {
        context.broken().end();
        if (context.settings().foreignKeys() && !context.isInTrigger()) {
            context.assembler().add(Opcode.FkCheck, 1, 0, 0);
        }
    }

    /**
     * The part of a parent's row that a foreign key refers to.
     *
     * @param table the parent
     * @param index the unique index over the key; null for the rowid
     * @param columns the names of the parent's columns, in the index's order
     * @param children the indexes of the child's columns, in the same order
     */
    public record ParentKey(
            Table table, Index index, List<String> columns, List<Integer> children) {
        /** Returns the affinities of the index's key, which the child's values get. */
        public List<Affinity> affinities() {
            return index.columns().subList(0, children.size()).stream()
                    .map(column -> table.columns().get(column.tableColumn()).affinity())
                    .toList();
        }

        /** The parent's side of a foreign key; null if no unique key is over these columns. */
        public static ParentKey of(ForeignKeyConstraint key, Table parent) {
            int alias = parent.rowidAlias();
            if (key.columns().size() == 1 && alias >= 0) {
                String name = parent.columns().get(alias).name();
                boolean named = key.parentColumns().isEmpty()
                        || Schema.key(key.parentColumns().get(0)).equals(Schema.key(name));
                if (named) {
                    return new ParentKey(parent, null, List.of(name), key.columns());
                }
            }
            for (Index index : parent.keys()) {
                if (!index.unique()
                        || !index.isPlain()
                        || index.keyCount() != key.columns().size()) {
                    continue;
                }
                ParentKey found = over(key, parent, index);
                if (found != null) {
                    return found;
                }
            }
            return null;
        }

        private static ParentKey over(ForeignKeyConstraint key, Table parent, Index index) {
            if (key.parentColumns().isEmpty() && !index.origin().equals("pk")) {
                return null;
            }
            List<String> columns = new ArrayList<>();
            List<Integer> children = new ArrayList<>();
            for (int i = 0; i < index.keyCount(); i++) {
                Index.IndexColumn column = index.columns().get(i);
                String name = parent.columns().get(column.tableColumn()).name();
                int place = key.parentColumns().isEmpty() ? i : place(key, name);
                boolean usual = key.parentColumns().isEmpty()
                        || column.collation()
                                .name()
                                .equalsIgnoreCase(parent.columns()
                                        .get(column.tableColumn())
                                        .collation()
                                        .name());
                if (place < 0 || !usual) {
                    return null;
                }
                columns.add(name);
                children.add(key.columns().get(place));
            }
            return new ParentKey(parent, index, columns, children);
        }

        private static int place(ForeignKeyConstraint key, String column) {
            for (int i = 0; i < key.parentColumns().size(); i++) {
                if (Schema.key(key.parentColumns().get(i)).equals(Schema.key(column))) {
                    return i;
                }
            }
            return -1;
        }
    }
}
