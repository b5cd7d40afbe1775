package org.sqlvm.test.queries;

import org.sqlvm.test.engines.Dice;

import java.util.ArrayList;
import java.util.List;

/**
 * A SELECT over a random schema, made so that SQLite's answer is mostly the only one: a LIMIT comes
 * with an ORDER BY over all columns, a window by rows with one over all keys, and no column stands
 * bare beside an aggregate.
 */
final class RandomSelect {
    private static final int DEPTH_MAX = 3;
    private static final int NESTING_MAX = 3;
    private static final String GROUPING = "(?s).*(GROUP BY|HAVING).*";

    /** @param names the names of the columns; null if it has as many as its tables have */
    record Made(Piece text, List<String> names) {}

    /**
     * The requirements for a query.
     *
     * @param width the number of columns, or 0
     * @param one whether there may be one row at most
     * @param named whether its columns need names
     */
    private record Shape(int width, boolean one, boolean named) {}

    private final Dice dice;
    private final RandomSchema schema;
    private final RandomExpression expressions;
    final RandomWindows windows;
    private final RandomFrom from;

    /** Runs out as the query grows. */
    private int fuel;
    /** Whether it already has something that SQLite refuses. */
    private boolean odd;

    /** The columns, from 0, that the rows of the outermost query are in the order of. */
    private List<Integer> orderKeys = List.of();

    RandomSelect(Dice dice, RandomSchema schema) {
        this.dice = dice;
        this.schema = schema;
        fuel = dice.any(4, 8, 12, 20, 40);
        expressions = new RandomExpression(dice, schema, this);
        windows = new RandomWindows(dice, expressions);
        from = new RandomFrom(dice, schema, this, expressions);
    }

    boolean exhausted() {
        return --fuel < 0;
    }

    /** Once in a query: of two errors SQLite may find the other one first. */
    boolean takesOddity() {
        if (odd || !dice.chance(1)) {
            return false;
        }
        odd = true;
        return true;
    }

    Made view() {
        odd = true;
        fuel /= 3;
        return select(null, new Shape(0, false, true));
    }

    /** FROM with its tables, whose columns come into {@code scope}. */
    Piece from(Scope scope) {
        odd = true;
        return from.from(scope);
    }

    /** A condition for WHERE. */
    Piece condition(Scope scope) {
        return expressions.condition(scope, RandomExpression.Place.ROW, DEPTH_MAX);
    }

    /** A query in FROM: its columns have names. */
    Made derived(Scope outer) {
        fuel -= 5;
        return select(outer, new Shape(0, false, true));
    }

    Made top() {
        return select(null, new Shape(0, false, false));
    }

    List<Integer> orderKeys() {
        return orderKeys;
    }

    /** A query for one value. */
    Piece scalar(Scope outer) {
        return single(outer, 1);
    }

    /** A query for one row. */
    Piece single(Scope outer, int width) {
        return nested(outer, new Shape(width, true, false));
    }

    Piece list(Scope outer, int width) {
        return nested(outer, new Shape(width, false, false));
    }

    Piece rows(Scope outer) {
        return nested(outer, new Shape(1, false, false));
    }

    private Piece nested(Scope outer, Shape shape) {
        fuel -= 4;
        if (fuel < 0 || outer.depth() >= NESTING_MAX) {
            return simplest(shape);
        }
        return Piece.expression("(", select(outer, shape).text, ")");
    }

    private Piece simplest(Shape shape) {
        RandomSchema.Table table = dice.any(schema.tables);
        String name = dice.any(table.columns());
        String column = shape.one ? dice.any("min", "max", "count") + "(" + name + ")" : name;
        String second = shape.width == 1 ? "" : ", " + expressions.literal();
        return Piece.expression("(SELECT " + column + second + " FROM " + table.name() + ")");
    }

    private Made select(Scope outer, Shape shape) {
        int visible = from.common.size();
        Piece with = dice.chance(outer == null ? 15 : 5) ? with() : Piece.none();
        boolean compound = !shape.one && fuel > 10 && dice.chance(15);
        Made core = core(outer, compound, shape);
        List<Object> parts = new ArrayList<>(List.of(with, core.text));
        if (compound && core.names != null) {
            for (int i = dice.between(1, 2); i > 0; i--) {
                String operator = dice.any(" UNION ALL ", " UNION ", " EXCEPT ", " INTERSECT ");
                Shape same = new Shape(core.names.size(), false, false);
                parts.add(Piece.optional(operator, core(outer, true, same).text));
            }
        }
        if (compound && core.names != null) {
            addCompoundOrder(core.names, outer == null && !shape.named, parts);
        }
        while (from.common.size() > visible) {
            from.common.removeLast();
        }
        return new Made(Piece.query(parts.toArray()), core.names);
    }

    private void addCompoundOrder(List<String> names, boolean top, List<Object> parts) {
        if (dice.chance(50)) {
            boolean total = dice.chance(60);
            List<Integer> keys = new ArrayList<>();
            // SQLite moves the last GROUP BY elsewhere when a COLLATE sorts a compound.
            boolean collates = !Piece.fixed(parts.toArray()).toString().matches(GROUPING);
            parts.add(positions(names.size(), total, collates, keys));
            if (total && dice.chance(60)) {
                parts.add(limit());
            }
            if (top) {
                orderKeys = keys;
            }
        }
    }

    /** ORDER BY numbers of columns. */
    private Piece positions(int width, boolean total, boolean collates, List<Integer> keys) {
        int count = total ? width : dice.between(1, width);
        int first = dice.below(width);
        List<Piece> terms = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            int key = (first + i) % width;
            keys.add(key);
            terms.add(Piece.fixed(
                    String.valueOf(key + 1),
                    collates && dice.chance(6)
                            ? Piece.optional(" COLLATE ", expressions.collation())
                            : Piece.none(),
                    dice.chance(30) ? Piece.optional(" DESC") : Piece.none(),
                    dice.chance(18)
                            ? Piece.optional(dice.any(" NULLS LAST", " NULLS FIRST"))
                            : Piece.none()));
        }
        return Piece.fixed(" ORDER BY ", Piece.fixedList(", ", terms));
    }

    private Piece limit() {
        String count = dice.chance(90)
                ? String.valueOf(dice.below(8) - 1)
                : takesOddity()
                        ? dice.any("NULL", "'x'", "1.5")
                        : dice.any("(SELECT 2)", "1 + 1", "'3'", "2.0");
        if (dice.chance(30)) {
            return Piece.optional(" LIMIT ", count, " OFFSET ", String.valueOf(dice.below(5) - 1));
        }
        return dice.chance(10)
                ? Piece.optional(" LIMIT ", String.valueOf(dice.below(3)), ", ", count)
                : Piece.optional(" LIMIT ", count);
    }

    private Piece with() {
        List<Piece> terms = new ArrayList<>();
        boolean recursive = false;
        for (int i = dice.between(1, 2); i > 0; i--) {
            String name = from.newAlias("q");
            boolean recurses = dice.chance(40);
            recursive |= recurses;
            Made made = recurses ? recursion(name) : derived(null);
            Piece hint = dice.chance(25)
                    ? Piece.optional(dice.any("MATERIALIZED ", "NOT MATERIALIZED "))
                    : Piece.none();
            List<String> names = made.names;
            Piece columns = Piece.none();
            if (recurses || dice.chance(30)) {
                names = new ArrayList<>();
                for (int column = 0; column < made.names.size(); column++) {
                    names.add("q" + column);
                }
                columns = Piece.fixed("(", String.join(", ", names), ")");
            }
            terms.add(Piece.fixed(name, columns, " AS ", hint, "(", made.text, ")"));
            from.common.add(new RandomSchema.Table(name, names, names));
        }
        return Piece.optional(
                recursive ? "WITH RECURSIVE " : "WITH ", Piece.list(", ", terms), " ");
    }

    /** Counts up in its first column, so that it ends. */
    private Made recursion(String name) {
        Scope scope = Scope.of(null);
        scope.columns.addAll(List.of("q0", "q1"));
        scope.qualified.addAll(List.of(name + ".q0", name + ".q1"));
        Piece next = expressions.value(scope, RandomExpression.Place.ROW, 2);
        RandomSchema.Table table = dice.any(schema.tables);
        Piece start = dice.chance(50)
                ? Piece.fixed("SELECT 1, ", expressions.literal())
                : Piece.choice(
                        Piece.fixed("SELECT 1, " + table.columns().getFirst() + " FROM "
                                + table.name()),
                        "SELECT 1, 1");
        String operator = dice.any(" UNION ALL ", " UNION ");
        boolean joins = dice.chance(20);
        Piece other = joins
                ? Piece.optional(
                        " JOIN ", table.name(), " AS r ON r." + table.columns().getLast() + " = q1")
                : Piece.none();
        Piece condition = dice.chance(30)
                ? Piece.optional(
                        " AND ", expressions.condition(scope, RandomExpression.Place.ROW, 1))
                : Piece.none();
        Piece end = Piece.none();
        if (!joins && dice.chance(30)) {
            end = Piece.optional(dice.any(" ORDER BY 1, 2", " ORDER BY 2 DESC, 1"), limit());
        }
        return new Made(
                Piece.query(
                        start,
                        operator,
                        "SELECT q0 + 1, ",
                        next,
                        " FROM " + name,
                        other,
                        " WHERE q0 < " + dice.between(1, 5),
                        condition,
                        end),
                List.of("q0", "q1"));
    }

    /** A query without UNION and the like; with ORDER BY and LIMIT unless it is part of one. */
    private Made core(Scope outer, boolean part, Shape shape) {
        fuel -= 3;
        if (!shape.one && !part && dice.chance(3)) {
            return values(outer, shape);
        }
        Scope rows = Scope.of(outer);
        Piece source = dice.chance(4) ? Piece.none() : from.from(rows);
        Piece where = dice.chance(60)
                ? Piece.optional(
                        " WHERE ",
                        expressions.condition(rows, RandomExpression.Place.ROW, DEPTH_MAX))
                : Piece.none();
        int width = shape.width > 0 ? shape.width : dice.between(1, 3);
        boolean grouped = dice.chance(shape.one ? 60 : 22);
        boolean star = !grouped
                && !part
                && shape.width == 0
                && !shape.named
                && !rows.qualified.isEmpty()
                && dice.chance(8);
        if (star) {
            String first = rows.qualified.getFirst();
            String alias = first.substring(0, first.indexOf('.'));
            Piece all = dice.chance(70) ? Piece.fixed("*") : Piece.choice(alias + ".*", "*");
            return new Made(Piece.query("SELECT ", all, source, where), null);
        }
        return grouped
                ? grouped(rows, part, shape, width, source, where)
                : plain(rows, part, shape, width, source, where);
    }

    private Made values(Scope outer, Shape shape) {
        // Which rows with an aggregate SQLite runs depends on which of the others are constant.
        odd = true;
        Scope rows = Scope.of(outer);
        int width = shape.width > 0 ? shape.width : dice.between(1, 2);
        List<Piece> lines = new ArrayList<>();
        List<Piece> first = List.of();
        for (int i = dice.between(1, 3); i > 0; i--) {
            List<Piece> values = new ArrayList<>();
            for (int column = 0; column < width; column++) {
                values.add(expressions.value(rows, RandomExpression.Place.ROW, 1));
            }
            first = first.isEmpty() ? values : first;
            lines.add(Piece.fixed("(", Piece.fixedList(", ", values), ")"));
        }
        List<String> names = new ArrayList<>();
        for (int column = 1; column <= width; column++) {
            // A column gives its name.
            String text = first.get(column - 1).toString().replaceAll("( COLLATE \\w+)+$", "");
            boolean named = text.matches("(\\w+\\.)?[a-zA-Z_]\\w*") && !text.equals("NULL");
            names.add(named ? text.substring(text.indexOf('.') + 1) : "column" + column);
        }
        return new Made(Piece.query("VALUES ", Piece.list(", ", lines)), names);
    }

    private Made plain(
            Scope rows, boolean part, Shape shape, int width, Piece source, Piece where) {
        boolean windowed = fuel > 0 && !rows.columns.isEmpty() && dice.chance(18);
        Piece window = Piece.none();
        if (windowed && dice.chance(30)) {
            boolean total = dice.chance(75);
            window = windows.clause(rows, total);
        }
        RandomExpression.Place place =
                windowed ? RandomExpression.Place.RESULT : RandomExpression.Place.ROW;
        List<Piece> results = new ArrayList<>();
        for (int i = 0; i < width; i++) {
            results.add(expressions.value(rows, place, DEPTH_MAX));
        }
        return finish(rows, place, part, shape, results, Piece.fixed(source, where), window);
    }

    private Made grouped(
            Scope rows, boolean part, Shape shape, int width, Piece source, Piece where) {
        List<Piece> keys = new ArrayList<>();
        List<String> texts = new ArrayList<>();
        int keyCount = shape.one || rows.columns.isEmpty() ? 0 : dice.below(3);
        for (int i = 0; i < keyCount; i++) {
            Piece key = dice.chance(75)
                    ? Piece.expression(dice.any(rows.columns))
                    : Piece.expression(
                            "(", expressions.value(rows, RandomExpression.Place.ROW, 1), " || '')");
            keys.add(key);
            texts.add(key.toString());
        }
        Scope groups = rows.groups(texts);
        boolean windowed = keyCount > 0 && dice.chance(8);
        RandomExpression.Place place = RandomExpression.Place.GROUP;
        List<Piece> results = new ArrayList<>();
        for (int i = 0; i < width; i++) {
            if (windowed && i > 0 && dice.chance(50)) {
                results.add(windows.call(groups));
            } else {
                results.add(
                        (i == 0 && keys.isEmpty()) || dice.chance(60)
                                ? expressions.aggregate(rows)
                                : expressions.value(groups, place, 2));
            }
        }
        Piece group =
                keys.isEmpty() ? Piece.none() : Piece.fixed(" GROUP BY ", Piece.list(", ", keys));
        Piece having = dice.chance(keys.isEmpty() ? 8 : 25)
                ? Piece.optional(" HAVING ", expressions.condition(groups, place, 1))
                : Piece.none();
        Piece tail = Piece.fixed(source, where, group, having);
        return finish(groups, place, part, shape, results, tail, Piece.none());
    }

    private Made finish(
            Scope scope,
            RandomExpression.Place place,
            boolean part,
            Shape shape,
            List<Piece> results,
            Piece tail,
            Piece window) {
        List<String> names = new ArrayList<>();
        boolean aliased = shape.named || dice.chance(15);
        for (int i = 0; i < results.size(); i++) {
            names.add(shape.named ? "c" + i : "a" + i);
            if (aliased) {
                results.set(i, Piece.fixed(results.get(i), " AS ", names.get(i)));
            }
        }
        boolean oneByNature =
                place == RandomExpression.Place.GROUP && shape.one && scope.key.isEmpty();
        boolean top = scope.outer == null && !shape.named;
        Piece order = Piece.none();
        Piece limit = Piece.none();
        if (!part && shape.one && !oneByNature) {
            order = positions(results.size(), true, true, new ArrayList<>());
            limit = Piece.optional(" LIMIT 1");
        } else if (!part && dice.chance(top ? 45 : 15)) {
            List<Integer> keys = new ArrayList<>();
            boolean total = dice.chance(50);
            if (!total && dice.chance(40)) {
                // SQLite forgets some ORDER BY, with what is wrong in them.
                boolean before = odd;
                odd = true;
                Piece key = expressions.value(scope, place, 1);
                odd = before;
                if (key.toString().matches("[-+(0-9)]*")) {
                    key = expressions.column(scope); // A number would be that of a column.
                }
                order = Piece.optional(" ORDER BY ", key, dice.any("", " DESC", " NULLS LAST"));
            } else {
                order = positions(results.size(), total, true, keys);
            }
            limit = total && dice.chance(40) ? limit() : Piece.none();
            orderKeys = top ? keys : orderKeys;
        }
        Piece distinct = dice.chance(12) ? Piece.optional("DISTINCT ") : Piece.none();
        Piece list = Piece.fixedList(", ", results);
        return new Made(Piece.query("SELECT ", distinct, list, tail, window, order, limit), names);
    }
}
