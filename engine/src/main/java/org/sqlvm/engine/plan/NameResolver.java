package org.sqlvm.engine.plan;

import org.sqlvm.engine.data.Affinity;
import org.sqlvm.engine.data.Collation;
import org.sqlvm.engine.data.SqlNull;
import org.sqlvm.engine.data.Text;
import org.sqlvm.engine.data.TextEncoding;
import org.sqlvm.engine.error.SqlException;
import org.sqlvm.engine.schema.Authorization;
import org.sqlvm.engine.schema.Column;
import org.sqlvm.engine.schema.Schema;
import org.sqlvm.engine.schema.Table;
import org.sqlvm.engine.sql.tree.Expression;
import org.sqlvm.engine.sql.tree.Name;

import java.util.function.BooleanSupplier;

/**
 * What a column name means: a column, the rowid, a result column's alias, TRUE or FALSE, or a
 * string.
 */
final class NameResolver {
    /** Under this name, which no column can have, a group keeps the rowid of one of its tables. */
    static final String ROWID = "\0rowid";

    private final TextEncoding encoding;
    /** Whether window functions may stand where the name stands. */
    private final BooleanSupplier windowsAllowed;

    NameResolver(TextEncoding encoding, BooleanSupplier windowsAllowed) {
        this.encoding = encoding;
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
        Expr column = column(name, scope);
        if (column == null) {
            column = rowid(name, scope);
        }
        if (column instanceof Expr.Column read && Authorization.isOn()) {
            return permitted(name, read, scope);
        }
        if (column == null && scope.row() != null) {
            column = scope.row().find(name, encoding);
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

    /** A column that the user may read, or NULL. */
    private static Expr permitted(Expression.ColumnName name, Expr.Column column, Scope scope) {
        if (!Authorization.isWritten(name.column().span())) {
            return column;
        }
        for (Scope.Source source : scope.sources()) {
            if (source.number() == column.source()) {
                return permitted(source, column);
            }
        }
        return column;
    }

    /** The same of a table that is not a query in FROM. */
    static Expr permitted(Scope.Source source, Expr.Column column) {
        Table table = source.table();
        boolean view =
                source.relation() instanceof Relation.Derived && Authorization.isView(table.name());
        boolean stored = source.relation() instanceof Relation.Stored;
        if (!Authorization.isOn() || !(stored || view)) {
            return column;
        }
        int place = column.index() < 0 ? table.rowidAlias() : column.index();
        String read = place < 0 ? "ROWID" : table.columns().get(place).name();
        return Authorization.allowsRead(table.database(), table.name(), read)
                ? column
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
        return column(name, scope) != null
                || alias(name, scope) != null
                || (scope.enclosing() != null && isKnown(name, scope.enclosing().scope()));
    }

    /** 1 for TRUE, 0 for FALSE, null for any other name. */
    static Long truth(Name name) {
        return name.isTruth() ? Long.valueOf(name.matches("true") ? 1 : 0) : null;
    }

    /** A column of one of the sources, or null. */
    private Expr column(Expression.ColumnName name, Scope scope) {
        Expr.Column found = null;
        for (Scope.Source source : scope.sources()) {
            if (!isNamed(source, name)) {
                continue;
            }
            int index = source.table().columnIndex(name.column().text());
            if (index < 0) {
                continue;
            }
            note(name, source, index);
            Expr.Column both =
                    name.table() == null ? merged(source, name.column().text()) : null;
            if (found != null) {
                // Joined by USING: the leftmost table's column stands for both.
                boolean joined = name.table() == null
                        && (source.usingColumns().contains(lower(name.column()))
                                || found.equals(both));
                if (!joined) {
                    throw ambiguous(name);
                }
                continue;
            }
            found = both != null ? both : reference(source, index);
        }
        return found;
    }

    private static void note(Expression.ColumnName name, Scope.Source source, int column) {
        NameUses.column(name.column(), source.table(), column);
        if (name.table() != null && !source.aliased()) {
            NameUses.table(name.table(), source.table());
        }
    }

    /**
     * The column that USING of an outer join has made of several, or null: that of the right table
     * of a RIGHT JOIN, or the first that is not NULL with the type of the left one.
     */
    static Expr.Column merged(Scope.Source source, String column) {
        String name = Schema.key(column);
        Integer place = source.merged().get(name);
        int own = source.table().columnIndex(column);
        if (place == null || own < 0) {
            return null;
        }
        Column described = source.table().columns().get(own);
        if (source.relation() instanceof Relation.Derived derived
                && !derived.query().columns().get(place).name().isEmpty()) {
            Query.Type type = derived.query().types().get(place);
            return new Expr.Column(
                    source.number(),
                    place,
                    ResultColumns.nameOutside(derived.query().columns().get(place)),
                    type.affinity(),
                    type.outside() == null ? described.collation() : type.outside());
        }
        return new Expr.Column(
                source.number(),
                place,
                described.name(),
                described.affinity(),
                described.collation());
    }

    /** The column {@code index} of {@code source} as an expression. */
    Expr.Column reference(Scope.Source source, int index) {
        Table table = source.table();
        Column column = table.columns().get(index);
        boolean stored = source.relation() instanceof Relation.Stored;
        if (stored && index == table.rowidAlias()) {
            return new Expr.Column(
                    source.number(),
                    Expr.Column.ROWID,
                    column.name(),
                    Affinity.INTEGER,
                    column.collation());
        }
        return new Expr.Column(
                source.number(),
                source.offset() + index,
                column.name(),
                column.affinity(),
                column.collation());
    }

    private Expr rowid(Expression.ColumnName name, Scope scope) {
        boolean allowed = !StoredExpressions.INDEX_PLACE.equals(scope.place())
                && !StoredExpressions.GENERATED_PLACE.equals(scope.place());
        if (!allowed || !Table.isRowidName(name.column().text())) {
            return null;
        }
        Expr found = null;
        for (Scope.Source source : scope.sources()) {
            boolean hidden =
                    name.table() == null && source.usingColumns().contains(lower(name.column()));
            Expr own = isNamed(source, name) && !hidden ? rowid(source) : null;
            if (own != null && found != null) {
                throw ambiguous(name);
            }
            found = own != null ? own : found;
        }
        return found;
    }

    /** The rowid of a table, also of one in a group that is one source; null if it has none. */
    Expr.Column rowid(Scope.Source source) {
        if (!source.table().hasRowid()) {
            return null;
        }
        if (source.table().rowidAlias() >= 0) {
            return reference(source, source.table().rowidAlias());
        }
        boolean stored = source.relation() instanceof Relation.Stored
                || source.relation() instanceof Relation.Virtual;
        Integer place =
                stored ? Integer.valueOf(Expr.Column.ROWID) : source.merged().get(ROWID);
        return place == null
                ? null
                : new Expr.Column(
                        source.number(),
                        place,
                        "rowid",
                        Affinity.INTEGER,
                        Collation.binary(encoding));
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
    private static Expr constant(Name name) {
        if (name.quote() == Name.Quote.DOUBLE) {
            NameUses.string(name);
            return new Expr.Constant(Text.of(name.text()));
        }
        Long truth = truth(name);
        return truth == null ? null : new Expr.Constant(truth);
    }

    private static boolean isNamed(Scope.Source source, Expression.ColumnName name) {
        if (name.table() == null) {
            return true;
        }
        if (name.schema() != null
                && (source.aliased() || !source.table().database().isCalled(name.schema()))) {
            return false;
        }
        return source.name() != null && name.table().matches(source.name());
    }

    private static SqlException ambiguous(Expression.ColumnName name) {
        return SqlException.error(
                "ambiguous column name: " + written(name), name.span().start());
    }

    private static String written(Expression.ColumnName name) {
        String text = name.column().text();
        if (name.table() != null) {
            text = name.table().text() + "." + text;
        }
        return name.schema() == null ? text : name.schema().text() + "." + text;
    }

    static String lower(Name name) {
        return Schema.key(name.text());
    }
}
