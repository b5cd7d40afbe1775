package org.sqlvm.engine.plan.resolve;

import org.sqlvm.engine.data.Affinity;
import org.sqlvm.engine.data.Collation;
import org.sqlvm.engine.data.SqlNull;
import org.sqlvm.engine.data.Text;
import org.sqlvm.engine.error.SqlException;
import org.sqlvm.engine.plan.logical.Expr;
import org.sqlvm.engine.plan.logical.Exprs;
import org.sqlvm.engine.plan.logical.Relation;
import org.sqlvm.engine.plan.logical.Source;
import org.sqlvm.engine.prepare.Authorization;
import org.sqlvm.engine.prepare.Preparation;
import org.sqlvm.engine.schema.Column;
import org.sqlvm.engine.schema.Schema;
import org.sqlvm.engine.schema.Table;
import org.sqlvm.engine.sql.tree.Expression;
import org.sqlvm.engine.sql.tree.Name;
import org.sqlvm.engine.sql.tree.Span;
import org.sqlvm.engine.sql.tree.TableSource.JoinKind;

import java.util.ArrayList;
import java.util.List;
import java.util.function.BooleanSupplier;

/**
 * What a column name means: a column, the rowid, a result column's alias, TRUE or FALSE, or a
 * string.
 */
final class NameResolver {
    /**
     * What a name means among the tables of a FROM clause.
     *
     * @param source where it is; null for what a FULL JOIN makes of several columns
     * @param column its place there; {@link Expr.Column#ROWID} for the rowid
     */
    record Found(Source source, int column, Expr value) {}

    /** SQLite's name of the database that queries in FROM are in. */
    private static final String NO_DATABASE = "*";

    private final Preparation preparation;
    private final Purpose purpose;
    /** Whether window functions may stand where the name stands. */
    private final BooleanSupplier windowsAllowed;

    NameResolver(Preparation preparation, Purpose purpose, BooleanSupplier windowsAllowed) {
        this.preparation = preparation;
        this.purpose = purpose;
        this.windowsAllowed = windowsAllowed;
    }

    Expr resolve(Expression.ColumnName name, Scope scope) {
        if (ignoresDatabase(scope) && name.schema() != null) {
            return resolve(
                    new Expression.ColumnName(null, name.table(), name.column(), name.span()),
                    scope);
        }
        Expr column = find(name, scope);
        boolean isRow = StoredExpressions.INDEX_PLACE.equals(scope.place())
                || StoredExpressions.GENERATED_PLACE.equals(scope.place());
        if (column != null && name.table() != null && isRow) {
            throw SqlException.error(
                    "the \".\" operator prohibited in " + scope.place(),
                    name.span().start());
        }
        if (column == null && name.table() == null) {
            column = constant(name.column());
        }
        if (column == null && name.table() == null) {
            throw Column.missing(name.column(), name.span());
        }
        if (column == null) {
            throw SqlException.error(
                    "no such column: " + written(name), name.span().start());
        }
        return column;
    }

    /** Whether the name of a database may be anything, which SQLite leaves at that. */
    private static boolean ignoresDatabase(Scope scope) {
        return StoredExpressions.PARTIAL_PLACE.equals(scope.place())
                || StoredExpressions.CHECK_PLACE.equals(scope.place());
    }

    /** What {@code name} means in the query or in one around it; null if nothing. */
    private Expr find(Expression.ColumnName name, Scope scope) {
        Found found = lookUp(name, scope);
        Expr column = found == null ? null : found.value();
        if (found != null
                && found.source() != null
                && preparation.authorization().isOn()
                && Span.isWritten(name.column().span())) {
            return permitted(found);
        }
        if (column == null && scope.row() != null) {
            column = scope.row().find(name, preparation, purpose);
        }
        if (column == null && name.table() == null) {
            column = alias(name, scope);
            if (column != null && Exprs.hasWindow(column) && !windowsAllowed.getAsBoolean()) {
                throw misusedWindow(name);
            }
        }
        if (column == null && scope.enclosing() != null) {
            Expr outer = find(name, scope.enclosing().scope());
            if (outer != null && Exprs.hasWindow(outer)) {
                throw misusedWindow(name);
            }
            column = outer == null ? null : scope.enclosing().capture(outer);
        }
        return column;
    }

    /** A column that the user may read, or NULL; one of a query in FROM is not asked about. */
    Expr permitted(Found found) {
        Authorization authorization = preparation.authorization();
        Source source = found.source();
        int column = found.column();
        if (source.group() != null) {
            Source.GroupColumn part = source.group().get(column);
            if (part.source() == null) {
                return found.value();
            }
            column = part.column();
            source = part.source();
        }
        Table table = source.table();
        boolean view = source.relation() instanceof Relation.Derived
                && authorization.isView(Schema.key(table.name()));
        boolean stored = source.relation() instanceof Relation.Stored;
        if (!authorization.isOn() || !(stored || view)) {
            return found.value();
        }
        int place = column == Expr.Column.ROWID ? table.rowidAlias() : column;
        String read = place < 0 ? "ROWID" : table.columns().get(place).name();
        return authorization.allowsRead(table.database().name(), table.name(), read)
                ? found.value()
                : new Expr.Constant(SqlNull.NULL);
    }

    private static SqlException misusedWindow(Expression.ColumnName name) {
        return SqlException.error(
                "misuse of aliased window function " + name.column().text(),
                name.span().start());
    }

    /** Whether {@code name} is the keyword TRUE or FALSE here, and not a column of that name. */
    boolean isTruthKeyword(Expression expression, Scope scope) {
        return expression instanceof Expression.ColumnName name
                && name.table() == null
                && truth(name.column()) != null
                && !isKnown(name, scope);
    }

    private boolean isKnown(Expression.ColumnName name, Scope scope) {
        return lookUp(name, scope) != null
                || alias(name, scope) != null
                || (scope.enclosing() != null && isKnown(name, scope.enclosing().scope()));
    }

    /** 1 for TRUE, 0 for FALSE, null for any other name. */
    static Long truth(Name name) {
        return name.isTruth() ? Long.valueOf(name.matches("true") ? 1 : 0) : null;
    }

    /**
     * What a name means among the sources, or null. Of columns that USING has joined it is the
     * leftmost; behind a RIGHT JOIN the right one, and behind a FULL JOIN the first that is not
     * NULL. A rowid's own names count only if there is no such column.
     */
    Found lookUp(Expression.ColumnName name, Scope scope) {
        boolean rowid = !StoredExpressions.INDEX_PLACE.equals(scope.place())
                && !StoredExpressions.GENERATED_PLACE.equals(scope.place());
        return search(name, scope).result(rowid);
    }

    private Search search(Expression.ColumnName name, Scope scope) {
        Search search = new Search(name);
        for (Source source : scope.sources()) {
            boolean inGroup = source.group() != null && search.inGroup(source);
            boolean elsewhere = inGroup || (source.group() != null && name.table() == null);
            if (!elsewhere && isNamed(source, name)) {
                search.inTable(source);
            }
        }
        return search;
    }

    /** What an unqualified name that is nowhere written means among the sources. */
    Found lookUp(String column, Scope scope) {
        return lookUp(new Expression.ColumnName(null, null, unwritten(column), null), scope);
    }

    /** The column that such a name means; null if that cannot be said. */
    Expr columnOrNull(String column, Scope scope) {
        Search search =
                search(new Expression.ColumnName(null, null, unwritten(column), null), scope);
        return search.count == 0 || search.isAmbiguous()
                ? null
                : search.result(false).value();
    }

    private static Name unwritten(String text) {
        return text == null ? null : new Name(text, Name.Quote.BRACKET, null);
    }

    /**
     * What a column of {@code source} means that a star stands for: as if it were written with the
     * names of its table and database, so that it may be ambiguous.
     */
    Found lookUp(Source source, String column, Scope scope) {
        String database = source.group() != null
                ? null
                : source.isInDatabase() ? source.table().database().name() : NO_DATABASE;
        return lookUp(
                new Expression.ColumnName(
                        unwritten(database), unwritten(source.name()), unwritten(column), null),
                scope);
    }

    /** Fails if the column is found elsewhere, too, under the same name of table and database. */
    void refuseTwins(Source source, String column, Scope scope) {
        if (source.name() != null) {
            lookUp(source, column, scope);
        }
    }

    /** A column of the table that a statement changes, which no other may be called like. */
    Expr ofTarget(String column, Scope scope) {
        Source target = scope.sources().getFirst();
        for (Source source : scope.sources().subList(1, scope.sources().size())) {
            boolean repeated = isSameTable(source, target);
            for (Source.GroupColumn part :
                    source.group() == null ? List.<Source.GroupColumn>of() : source.group()) {
                repeated |= part.source() != null && isSameTable(part.source(), target);
            }
            if (repeated) {
                throw SqlException.error(
                        "target object/alias may not appear in FROM clause: " + target.name());
            }
        }
        int index = target.table().columnIndex(column);
        return index >= 0 ? reference(target, index) : rowid(target);
    }

    private static boolean isSameTable(Source source, Source target) {
        boolean sameName = source.aliased() == target.aliased()
                && (!source.aliased() || Name.same(source.name(), target.name()));
        return sameName
                && source.isInDatabase()
                && Schema.key(source.table().name())
                        .equals(Schema.key(target.table().name()))
                && source.table().database().equals(target.table().database());
    }

    /** Everything that can be read of a source: its columns and, behind them, its rowid. */
    List<Expr> readable(Source source) {
        if (source.values() != null) {
            return source.values();
        }
        List<Expr> values = new ArrayList<>();
        for (int i = 0; i < source.table().columns().size(); i++) {
            values.add(ownColumn(source, i));
        }
        Expr rowid = source.table().rowidAlias() < 0 ? rowid(source) : null;
        if (rowid != null) {
            values.add(rowid);
        }
        return List.copyOf(values);
    }

    /** The columns found so far, source by source from the left. */
    private final class Search {
        private final Expression.ColumnName name;
        private final String column;
        private final boolean rowidName;
        private int count;
        private int rowidCount;
        private Found found;
        private Found rowid;
        /** Of columns that FULL JOINs join, those before the last one. */
        private final List<Expr> joined = new ArrayList<>();
        /** What the last of them makes of all columns of that name; null if it cannot be said. */
        private Expr both;

        Search(Expression.ColumnName name) {
            this.name = name;
            this.column = name.column().text();
            this.rowidName = Table.isRowidName(column);
        }

        /** Looks among the tables of a join in parentheses; false if the name is not there. */
        boolean inGroup(Source source) {
            boolean hit = false;
            for (int i = 0; i < source.group().size(); i++) {
                Source.GroupColumn part = source.group().get(i);
                if (!isIn(part)) {
                    continue;
                }
                if (part.isRowid()) {
                    rowidCount++;
                    rowid = new Found(source, i, reference(source, i));
                } else {
                    hit |= take(source, i);
                    if (part.merged()) {
                        break;
                    }
                }
            }
            return hit;
        }

        private boolean isIn(Source.GroupColumn part) {
            if (part.isRowid() ? !rowidName : !isCalled(part.name())) {
                return false;
            }
            return name.table() == null || (part.source() != null && isNamed(part.source(), name));
        }

        private boolean isCalled(String other) {
            return name.column().matches(other);
        }

        void inTable(Source source) {
            int index = source.table().columnIndex(column);
            if (index >= 0) {
                take(source, index);
                return;
            }
            boolean hidden = name.table() == null && source.joined().has(column);
            Expr own = rowidName && !hidden ? rowid(source) : null;
            if (own != null) {
                rowidCount++;
                rowid = new Found(source, Expr.Column.ROWID, own);
            }
        }

        /** Whether the column is one more that the name means. */
        private boolean take(Source source, int index) {
            note(name, source, index);
            if (count > 0) {
                boolean using = source.joined().has(column) && found.source() != source;
                JoinKind kind = source.joined().kind();
                if (using && kind == JoinKind.FULL) {
                    joined.add(found.value());
                    both = source.joined().both().get(Schema.key(column));
                } else if (using && kind != JoinKind.RIGHT) {
                    return false;
                } else {
                    joined.clear();
                    count = using ? 0 : count;
                }
            }
            count++;
            found = new Found(source, index, reference(source, index));
            return true;
        }

        Found result(boolean rowidAllowed) {
            if (count == 0 && rowidAllowed && rowidCount > 0) {
                if (rowidCount > 1) {
                    throw ambiguous(name);
                }
                return rowid;
            }
            if (isAmbiguous()) {
                throw ambiguous(name);
            }
            if (count < 2) {
                return found;
            }
            joined.add(found.value());
            boolean all = name.table() == null && both != null;
            return new Found(null, -1, all ? both : new Expr.Coalesce(List.copyOf(joined)));
        }

        boolean isAmbiguous() {
            return count > 1 && joined.size() != count - 1;
        }
    }

    /** Tells who renames the name which columns of the schema it means. */
    private void note(Expression.ColumnName name, Source source, int column) {
        if (source.group() == null) {
            noteTable(name, source, column);
            return;
        }
        Source.GroupColumn taken = source.group().get(column);
        for (Source.GroupColumn part : source.group()) {
            boolean joined = taken.source() == null && name.column().matches(part.name());
            if (part.source() != null && !part.isRowid() && (part == taken || joined)) {
                noteTable(name, part.source(), part.column());
            }
        }
    }

    private void noteTable(Expression.ColumnName name, Source source, int column) {
        purpose.column(name.column(), source.table(), column);
        if (name.table() != null && !source.aliased()) {
            purpose.table(name.table(), source.table());
        }
    }

    /** The column {@code index} of {@code source} as an expression. */
    Expr reference(Source source, int index) {
        if (source.values() != null) {
            return source.values().get(index);
        }
        return ownColumn(source, index);
    }

    /** The column {@code index} of the source's own rows. */
    static Expr.Column ownColumn(Source source, int index) {
        Table table = source.table();
        Column column = table.columns().get(index);
        boolean stored = source.relation() instanceof Relation.Stored;
        return new Expr.Column(
                source.number(),
                stored && index == table.rowidAlias() ? Expr.Column.ROWID : index,
                column.name(),
                stored && index == table.rowidAlias() ? Affinity.INTEGER : column.affinity(),
                column.collation());
    }

    /** The rowid of a table; null if it has none. */
    Expr rowid(Source source) {
        Table table = source.table();
        if (!table.hasRowid()) {
            return null;
        }
        if (table.rowidAlias() >= 0) {
            return reference(source, table.rowidAlias());
        }
        if (source.values() != null) {
            int place = table.columns().size();
            return place < source.values().size() ? source.values().get(place) : null;
        }
        boolean own = source.relation() instanceof Relation.Stored
                || source.relation() instanceof Relation.Virtual;
        return own
                ? new Expr.Column(
                        source.number(),
                        Expr.Column.ROWID,
                        "rowid",
                        Affinity.INTEGER,
                        Collation.binary(preparation.encoding()))
                : null;
    }

    private static Expr alias(Expression.ColumnName name, Scope scope) {
        for (Scope.Alias alias : scope.aliases()) {
            if (name.column().matches(alias.name())) {
                if (Exprs.hasAggregate(alias.value())) {
                    Misuse.checkAlias(alias, scope, name.span().start());
                }
                return alias.value();
            }
        }
        return null;
    }

    /** A name in double quotes that names nothing is a string; TRUE and FALSE are numbers. */
    private Expr constant(Name name) {
        if (purpose.isString(name)) {
            purpose.string(name);
            return new Expr.Constant(Text.of(name.text()));
        }
        Long truth = truth(name);
        return truth == null ? null : new Expr.Constant(truth);
    }

    static boolean isNamed(Source source, Expression.ColumnName name) {
        if (name.table() == null) {
            return true;
        }
        if (name.schema() != null) {
            boolean inIt = source.isInDatabase()
                    ? source.table().database().isCalled(name.schema())
                    : name.schema().matches(NO_DATABASE);
            if (!inIt) {
                return false;
            }
        }
        return source.name() != null
                && (name.table().matches(source.name()) || isSchemaTable(source, name));
    }

    /** The schema table has several names, whichever the FROM clause has for it. */
    private static boolean isSchemaTable(Source source, Expression.ColumnName name) {
        if (source.aliased() || source.table().rootPage() != 1) {
            return false;
        }
        boolean temporary = source.table().database().isTemp();
        boolean plain =
                name.table().matches("sqlite_master") || name.table().matches("sqlite_schema");
        return (temporary && (!plain || name.schema() == null))
                ? name.table().matches("sqlite_temp_master")
                        || name.table().matches("sqlite_temp_schema")
                : plain;
    }

    private static SqlException ambiguous(Expression.ColumnName name) {
        String message = "ambiguous column name: " + written(name);
        return name.span() == null
                ? SqlException.error(message)
                : SqlException.error(message, name.span().start());
    }

    private static String written(Expression.ColumnName name) {
        String text = name.column().text();
        if (name.table() != null) {
            text = name.table().text() + "." + text;
        }
        return name.schema() == null ? text : name.schema().text() + "." + text;
    }
}
