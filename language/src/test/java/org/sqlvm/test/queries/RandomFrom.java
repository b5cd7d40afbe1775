package org.sqlvm.test.queries;

import org.sqlvm.test.engines.Dice;

import java.util.ArrayList;
import java.util.List;

/** The content of FROM: tables, queries, joins of them. */
final class RandomFrom {
    private record Source(Piece text, String alias, List<String> columns, List<String> key) {}

    private final Dice dice;
    private final RandomSchema schema;
    private final RandomSelect queries;
    private final RandomExpression expressions;
    /** Tables of WITH that can be named here. */
    final List<RandomSchema.Table> common = new ArrayList<>();

    private int aliasCount;

    RandomFrom(Dice dice, RandomSchema schema, RandomSelect queries, RandomExpression expressions) {
        this.dice = dice;
        this.schema = schema;
        this.queries = queries;
        this.expressions = expressions;
    }

    String newAlias(String letter) {
        return letter + ++aliasCount;
    }

    /** FROM with its word; its columns come into {@code scope}. */
    Piece from(Scope scope) {
        int count = dice.chance(60) ? 1 : dice.between(2, scope.depth() == 0 ? 3 : 2);
        List<Object> parts = new ArrayList<>();
        parts.add(" FROM ");
        for (int i = 0; i < count; i++) {
            Source source = source(scope);
            if (i == 0) {
                parts.add(source.text);
                add(source, scope);
            } else {
                parts.add(join(source, scope, (i == 1 && count == 2) || dice.chance(25)));
            }
        }
        scope.qualified.addAll(
                scope.columns.stream().filter(name -> name.contains(".")).toList());
        if (count == 1 && dice.chance(30)) {
            // Names without their table's.
            scope.columns.replaceAll(name -> name.substring(name.indexOf('.') + 1));
        }
        return Piece.fixed(parts.toArray());
    }

    private void add(Source source, Scope scope) {
        source.columns.forEach(column -> scope.columns.add(source.alias + "." + column));
        source.key.forEach(column -> scope.key.add(source.alias + "." + column));
    }

    private Source source(Scope scope) {
        if (dice.chance(queries.exhausted() ? 0 : 20)) {
            RandomSelect.Made made = queries.derived(scope.outer);
            String alias = newAlias("x");
            Piece text = Piece.fixed("(", made.text(), ") AS ", alias);
            return new Source(text, alias, made.names(), made.names());
        }
        String alias = newAlias("x");
        if (dice.chance(4)) {
            String literals = expressions.literal() + ", " + expressions.literal();
            Piece text = Piece.fixed("(VALUES (", literals, "), (1, 2)) AS ", alias);
            List<String> names = List.of("column1", "column2");
            return new Source(text, alias, names, names);
        }
        if (dice.chance(5)) {
            return function(alias);
        }
        if (dice.chance(12)) {
            return group(alias);
        }
        RandomSchema.Table table =
                !common.isEmpty() && dice.chance(60) ? dice.any(common) : dice.any(schema.tables);
        Piece text = Piece.fixed(table.name() + " AS " + alias);
        return new Source(text, alias, table.columns(), table.key());
    }

    /**
     * A join of two tables in parentheses, or of one with such a join, with a name of its own or
     * not. Its tables are joined by all columns that they have in common.
     */
    private Source group(String alias) {
        boolean named = dice.chance(60);
        RandomSchema.Table first = dice.any(schema.tables);
        RandomSchema.Table second = dice.any(schema.tables);
        String inner = named ? newAlias("x") : alias;
        // Such a join has no rowid.
        List<String> columns = withoutRowid(first);
        List<String> shared = new ArrayList<>();
        for (String column : withoutRowid(second)) {
            if (columns.stream().anyMatch(column::equalsIgnoreCase)) {
                shared.add(column);
            } else {
                columns.add(column);
            }
        }
        Piece right = Piece.fixed(second.name(), " AS ", newAlias("x"));
        if (dice.chance(25)) {
            Piece nested = Piece.fixed(
                    "(", right, " NATURAL", outerKind(), first.name(), " AS ", newAlias("x"), ")");
            right = dice.chance(50) ? Piece.fixed(nested, " AS ", newAlias("x")) : nested;
        }
        boolean using = !shared.isEmpty() && dice.chance(50);
        Piece join = using
                ? Piece.fixed(outerKind(), right, " USING (" + String.join(", ", shared) + ")")
                : Piece.fixed(" NATURAL", outerKind(), right);
        Piece text = Piece.fixed("(", first.name(), " AS ", inner, join, ")");
        List<String> known = named ? columns : withoutRowid(first);
        return new Source(named ? Piece.fixed(text, " AS ", alias) : text, alias, known, known);
    }

    private static List<String> withoutRowid(RandomSchema.Table table) {
        return new ArrayList<>(
                table.columns().stream().filter(name -> !isRowid(name)).toList());
    }

    private static boolean isRowid(String column) {
        return column.matches("(?i)_?(row|o)id_?");
    }

    private Piece outerKind() {
        return Piece.choice(
                dice.any(" JOIN ", " LEFT JOIN ", " RIGHT JOIN ", " FULL JOIN "), " JOIN ");
    }

    private Source function(String alias) {
        String document = dice.any(RandomExpression.DOCUMENTS);
        Piece text = Piece.fixed(
                dice.any("json_each", "json_tree") + "('" + document + "') AS " + alias);
        List<String> columns = List.of("key", "value", "type", "atom", "fullkey", "path");
        return new Source(text, alias, columns, List.of("fullkey"));
    }

    /** @param alone whether there are two tables: to a third, USING may be ambiguous */
    private Piece join(Source right, Scope scope, boolean alone) {
        List<String> shared = shared(right, scope);
        boolean natural = alone && dice.chance(8);
        boolean using = !natural && !shared.isEmpty() && alone && dice.chance(20);
        Object kind = kind();
        if (natural) {
            scope.columns.addAll(shared);
            add(right, scope);
            return Piece.optional(
                    " NATURAL",
                    kind.equals(", ") || kind.equals(" CROSS JOIN ") ? " JOIN " : kind,
                    right.text);
        }
        if (using) {
            List<String> chosen = dice.some(dice.between(1, 2), shared);
            add(right, scope);
            scope.columns.addAll(chosen);
            return Piece.optional(
                    kind.equals(", ") ? " JOIN " : kind,
                    right.text,
                    " USING (" + String.join(", ", chosen) + ")");
        }
        List<String> left = List.copyOf(scope.columns);
        add(right, scope);
        if (kind.equals(", ") || kind.equals(" CROSS JOIN ") || dice.chance(8)) {
            return Piece.optional(kind, right.text);
        }
        Piece equal = left.isEmpty()
                ? expressions.condition(scope, RandomExpression.Place.ROW, 1)
                : Piece.expression(
                        dice.any(left), " = ", right.alias + "." + dice.any(right.columns));
        Piece on = dice.chance(65)
                ? equal
                : Piece.expression(
                        dice.chance(60) ? equal : expressions.column(scope),
                        dice.any(" AND ", " AND ", " OR "),
                        expressions.condition(scope, RandomExpression.Place.ROW, 1));
        return Piece.optional(kind, right.text, Piece.optional(" ON ", on));
    }

    private Object kind() {
        return switch (dice.below(10)) {
            case 0 -> ", ";
            case 1 -> " CROSS JOIN ";
            case 2, 3, 4 -> " JOIN ";
            case 5 -> Piece.choice(" RIGHT JOIN ", " JOIN ");
            case 6 -> Piece.choice(" FULL JOIN ", " LEFT JOIN ", " JOIN ");
            default -> Piece.choice(" LEFT JOIN ", " JOIN ");
        };
    }

    /** Columns that both sides have. */
    private static List<String> shared(Source right, Scope scope) {
        List<String> result = new ArrayList<>();
        for (String column : right.columns) {
            boolean known = scope.columns.stream()
                    .anyMatch(other -> other.toLowerCase(java.util.Locale.ROOT)
                            .endsWith("." + column.toLowerCase(java.util.Locale.ROOT)));
            if (known && !isRowid(column)) {
                result.add(column);
            }
        }
        return result;
    }
}
