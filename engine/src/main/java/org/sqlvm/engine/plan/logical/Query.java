package org.sqlvm.engine.plan.logical;

import org.sqlvm.engine.data.Affinity;
import org.sqlvm.engine.data.Collation;
import org.sqlvm.engine.data.KeyField;
import org.sqlvm.engine.program.Program.ResultColumn;
import org.sqlvm.engine.sql.tree.Select.CompoundOperator;
import org.sqlvm.engine.sql.tree.SharedRows;

import java.util.ArrayList;
import java.util.List;

/** A query with its names resolved: what it means, before anything is decided about how it runs. */
public sealed interface Query {
    List<ResultColumn> columns();

    /** Affinity and collation of the columns. */
    List<Type> types();

    /**
     * What is known of a column's values.
     *
     * @param collation by which SELECTs are compared with each other; null if nothing says one
     * @param outside by which a query around compares the column: that of the first SELECT
     * @param kinds the kinds of value there may be, as {@link Typing#kinds} says
     * @param first the affinity of the first SELECT that has one, before the others spoil it
     * @param others the kinds that the other SELECTs of a compound may give
     * @param cast the first SELECT has a CAST there
     * @param collated an explicit COLLATE gives the collation
     */
    record Type(
            Affinity affinity,
            Collation collation,
            Collation outside,
            int kinds,
            Affinity first,
            int others,
            boolean cast,
            boolean collated) {
        public static Type of(Expr value) {
            Affinity affinity = Typing.affinity(value);
            Collation collation = Typing.collation(value);
            return new Type(
                    affinity,
                    collation,
                    collation,
                    Typing.kinds(value),
                    affinity,
                    0,
                    value instanceof Expr.Cast,
                    Typing.hasCollate(value));
        }

        /** Returns a type with this collation, no affinity, and all kinds of value. */
        public Type ofAny() {
            int anyKind = Typing.NUMBER | Typing.TEXT | Typing.BLOB;
            return new Type(
                    Affinity.NONE, collation, outside, anyKind, Affinity.NONE, 0, false, false);
        }

        /** The types of a compound's columns. */
        public static List<Type> joined(List<Type> left, List<Type> right) {
            List<Type> types = new ArrayList<>();
            for (int i = 0; i < left.size(); i++) {
                types.add(joined(left.get(i), right.get(i)));
            }
            return List.copyOf(types);
        }

        /**
         * The type of a compound's column: the affinity is that of the first SELECT that has one,
         * unless another may give values that it would change.
         */
        public static Type joined(Type left, Type right) {
            boolean decided = left.first() != Affinity.NONE;
            Affinity first = decided ? left.first() : right.first();
            int others = decided ? left.others() | right.kinds() : left.kinds() | right.others();
            boolean spoiled = first == Affinity.TEXT
                    ? (others & Typing.NUMBER) != 0
                    : first.isNumeric() && (others & Typing.TEXT) != 0;
            // Beside a CAST, what is a number stays the number it is.
            Affinity numeric = left.cast() && first.isNumeric() ? Affinity.NUMERIC : first;
            return new Type(
                    spoiled ? Affinity.BLOB : numeric,
                    left.collation() != null ? left.collation() : right.collation(),
                    left.outside(),
                    left.kinds() | right.kinds(),
                    first,
                    others,
                    left.cast(),
                    left.collated());
        }
    }

    /**
     * One SELECT.
     *
     * @param from empty without FROM
     * @param where null for none
     * @param grouped there are keys or aggregates
     * @param values the result's columns; aggregates in them are {@link Expr.Aggregate}s
     * @param limit null for none
     * @param offset null for none
     */
    record Block(
            List<FromItem> from,
            Expr where,
            boolean grouped,
            List<Expr> keys,
            Expr having,
            List<Expr> values,
            List<ResultColumn> columns,
            boolean distinct,
            List<SortKey> order,
            Expr limit,
            Expr offset)
            implements Query {
        /** {@code SELECT values FROM from WHERE where} and no more. */
        public static Block of(
                List<FromItem> from, Expr where, List<Expr> values, List<ResultColumn> columns) {
            return plain(from, where, false, List.of(), values, columns);
        }

        /** {@code SELECT values FROM from WHERE where GROUP BY keys}. */
        public static Block grouped(
                List<FromItem> from,
                Expr where,
                List<Expr> keys,
                List<Expr> values,
                List<ResultColumn> columns) {
            return plain(from, where, true, keys, values, columns);
        }

        /** What is computed of the rows that FROM and WHERE leave. */
        public List<Expr> outputs() {
            List<Expr> outputs = new ArrayList<>(values);
            outputs.addAll(keys);
            order.forEach(key -> outputs.add(key.value()));
            if (having != null) {
                outputs.add(having);
            }
            return outputs;
        }

        private static Block plain(
                List<FromItem> from,
                Expr where,
                boolean grouped,
                List<Expr> keys,
                List<Expr> values,
                List<ResultColumn> columns) {
            return new Block(
                    List.copyOf(from),
                    where,
                    grouped,
                    List.copyOf(keys),
                    null,
                    List.copyOf(values),
                    List.copyOf(columns),
                    false,
                    List.of(),
                    null,
                    null);
        }

        /** The same with another FROM and WHERE. */
        public Block with(List<FromItem> otherFrom, Expr otherWhere) {
            return new Block(
                    List.copyOf(otherFrom),
                    otherWhere,
                    grouped,
                    keys,
                    having,
                    values,
                    columns,
                    distinct,
                    order,
                    limit,
                    offset);
        }

        /** The same with another WHERE. */
        public Block withWhere(Expr other) {
            return with(from, other);
        }

        /** The same with other values in the same columns. */
        public Block withValues(List<Expr> other) {
            return withValues(other, columns);
        }

        /** The same rows, with a constant in each. */
        public Block withoutValues() {
            return withValues(
                    List.of(new Expr.Constant(1L)),
                    List.of(new ResultColumn("1", null, null, null, null)));
        }

        private Block withValues(List<Expr> other, List<ResultColumn> otherColumns) {
            return new Block(
                    from,
                    where,
                    grouped,
                    keys,
                    having,
                    other,
                    otherColumns,
                    distinct,
                    order,
                    limit,
                    offset);
        }

        public Block withHaving(Expr other) {
            return new Block(
                    from, where, grouped, keys, other, values, columns, distinct, order, limit,
                    offset);
        }

        public Block withOrder(List<SortKey> other) {
            return new Block(
                    from, where, grouped, keys, having, values, columns, distinct, other, limit,
                    offset);
        }

        public Block withLimit(Expr otherLimit, Expr otherOffset) {
            return new Block(
                    from,
                    where,
                    grouped,
                    keys,
                    having,
                    values,
                    columns,
                    distinct,
                    order,
                    otherLimit,
                    otherOffset);
        }

        @Override
        public List<Type> types() {
            return values.stream().map(Type::of).toList();
        }
    }

    /**
     * VALUES: rows, all of one width.
     *
     * @param shared null but for rows that the program reads as it runs; then {@code rows} is one
     *     that stands for them
     * @param last types of the last SELECT that SQLite makes of the rows
     */
    record Values(
            List<List<Expr>> rows,
            SharedRows shared,
            List<ResultColumn> columns,
            List<Type> types,
            List<Type> last)
            implements Query {
        /** Rows that texts of the statement's shape do not have in common. */
        public static Values ofShared(SharedRows shared) {
            List<Expr> row = new ArrayList<>();
            List<ResultColumn> columns = new ArrayList<>();
            for (int i = 0; i < shared.width(); i++) {
                row.add(new Expr.Parameter(shared.place() + i));
                columns.add(new ResultColumn("column" + (i + 1), null, null, null, null));
            }
            List<Type> types = typesOf(row);
            return new Values(List.of(row), shared, columns, types, types);
        }

        /**
         * Rows of constants that begin with one without types are a list, of which SQLite knows no
         * type; it makes a compound of such lists and of the other rows.
         */
        public static Values ofRows(List<List<Expr>> rows, List<ResultColumn> columns) {
            List<Type> types = null;
            List<Type> next = null;
            for (int i = 0; i < rows.size(); ) {
                int end = i + 1;
                next = typesOf(rows.get(i));
                if (isConstant(rows.get(i))
                        && next.stream().allMatch(type -> type.affinity() == Affinity.NONE)) {
                    while (end < rows.size() && isConstant(rows.get(end))) {
                        end++;
                    }
                }
                if (end > i + 1) {
                    next = next.stream().map(Type::ofAny).toList();
                }
                types = types == null ? next : Type.joined(types, next);
                i = end;
            }
            return new Values(rows, null, columns, types, next);
        }

        private static boolean isConstant(List<Expr> row) {
            for (Expr value : row) {
                if (!Exprs.isConstant(value)) {
                    return false;
                }
            }
            return true;
        }

        /** All rows say what the columns are, as SELECTs of a compound do. */
        public static Values ofCompound(List<List<Expr>> rows, List<ResultColumn> columns) {
            List<Type> types =
                    rows.stream().map(Values::typesOf).reduce(Type::joined).orElseThrow();
            return new Values(rows, null, columns, types, typesOf(rows.getLast()));
        }

        private static List<Type> typesOf(List<Expr> row) {
            return row.stream().map(Type::of).toList();
        }
    }

    /**
     * {@code left UNION right} and the like; chains lean to the left.
     *
     * @param rightJoin null but for {@code a FULL JOIN b}, whose left side is {@code a LEFT JOIN
     *     b}: then {@code a RIGHT JOIN b}, with the same columns
     */
    public record Compound(
            Query left,
            CompoundOperator operator,
            Query right,
            List<ResultColumn> columns,
            List<Type> types,
            Query rightJoin)
            implements Query {
        public Compound(
                Query left,
                CompoundOperator operator,
                Query right,
                List<ResultColumn> columns,
                List<Type> types) {
            this(left, operator, right, columns, types, null);
        }

        /** The same of other queries; null if one is. */
        public Compound with(Query otherLeft, Query otherRight) {
            return otherLeft == null || otherRight == null
                    ? null
                    : new Compound(otherLeft, operator, otherRight, columns, types);
        }
    }

    /** ORDER BY and LIMIT of a compound. */
    record Sorted(Query body, List<ColumnOrder> order, Expr limit, Expr offset) implements Query {
        @Override
        public List<ResultColumn> columns() {
            return body.columns();
        }

        @Override
        public List<Type> types() {
            return body.types();
        }
    }

    /** A sort by a column of the result. */
    record ColumnOrder(int column, KeyField field) {}

    /**
     * A recursive common table expression.
     *
     * @param working number of the source that stands for the row taken from the queue
     * @param distinct rows seen before are dropped (UNION)
     * @param steps what is run over each row
     * @param order of the queue; empty for first in, first out
     */
    record Recursive(
            int working,
            Query initial,
            boolean distinct,
            List<Query> steps,
            List<ColumnOrder> order,
            Expr limit,
            Expr offset,
            List<ResultColumn> columns,
            List<Type> types)
            implements Query {
        public Recursive ordered(List<ColumnOrder> other) {
            return new Recursive(
                    working, initial, distinct, steps, other, limit, offset, columns, types);
        }
    }
}
