package org.sqlvm.test.queries;

import org.sqlvm.test.engines.Dice;

import java.util.ArrayList;
import java.util.List;

/**
 * Some tables with indexes and rows, and views of them, made from a seed: the statements, and what
 * queries may name.
 */
final class RandomSchema {
    /** Texts and numbers that look like each other, at the edges of their types and collations. */
    private static final List<String> LITERALS = List.of(
            "NULL",
            "0",
            "1",
            "-1",
            "2",
            "3",
            "7",
            "10",
            "1.0",
            "1.5",
            "-2.5",
            "0.0",
            "-0.0",
            "1e3",
            "0.1",
            "9223372036854775807",
            "-9223372036854775808",
            "9007199254740993",
            "4611686018427387904",
            "9223372036854775808.0",
            "1e18",
            "1e300",
            "''",
            "'a'",
            "'A'",
            "'b'",
            "'B '",
            "'b '",
            "'abc'",
            "'ABC'",
            "'1'",
            "'1.0'",
            "' 1'",
            "'-1'",
            "'1e1'",
            "'1x'",
            "'0x10'",
            "'ä'",
            "'Ä'",
            "'a%'",
            "'2024-02-29'",
            "'12:30'",
            "x''",
            "x'31'",
            "x'61'",
            "x'00ff'");

    private static final List<String> TYPES = List.of(
            "",
            "INTEGER",
            "INT",
            "TEXT",
            "REAL",
            "NUMERIC",
            "BLOB",
            "VARCHAR(10)",
            "DOUBLE",
            "ANY");

    private static final List<String> COLLATIONS = List.of("BINARY", "NOCASE", "RTRIM");

    /**
     * A table or view as queries see it.
     *
     * @param key columns whose values no two rows share, or all
     */
    record Table(String name, List<String> columns, List<String> key) {}

    private final Dice dice;
    /** So few that they meet each other. */
    private final List<String> literals;

    private int indexCount;
    final List<Table> tables = new ArrayList<>();
    private final List<Script.Step> steps = new ArrayList<>();
    final Script script;

    RandomSchema(Dice dice) {
        this.dice = dice;
        this.literals = dice.some(dice.between(4, 16), LITERALS);
        int count = dice.between(1, 3);
        for (int i = 0; i < count; i++) {
            addTable("t" + i);
        }
        int views = dice.chance(40) ? dice.between(1, 2) : 0;
        for (int i = 0; i < views; i++) {
            addView("v" + i);
        }
        script = new Script(steps);
    }

    String literal() {
        return dice.chance(30) ? String.valueOf(dice.below(12) - 3) : dice.any(literals);
    }

    private void addTable(String name) {
        int width = dice.between(1, 4);
        boolean withoutRowid = dice.chance(25);
        boolean integerKey = !withoutRowid && dice.chance(40);
        List<String> names = new ArrayList<>();
        List<Script.Column> columns = new ArrayList<>();
        for (int i = 0; i < width; i++) {
            String column = (dice.chance(10) ? "C" : "c") + i;
            names.add(column);
            columns.add(new Script.Column(
                    column,
                    i == 0 && integerKey ? Piece.fixed(" INTEGER PRIMARY KEY") : definition()));
        }
        List<String> key = List.copyOf(names);
        List<String> generated = new ArrayList<>();
        for (int i = 0; i < 2 && dice.chance(12); i++) {
            String column = "g" + i;
            columns.add(new Script.Column(column, generation(names)));
            generated.add(column);
        }
        Piece tail = Piece.fixed(")");
        if (withoutRowid) {
            tail = Piece.fixed(", PRIMARY KEY(", keyColumns(names), ")) WITHOUT ROWID");
        } else if (!integerKey && dice.chance(15)) {
            tail = Piece.fixed(Piece.optional(", UNIQUE(", keyColumns(names), ")"), ")");
        }
        steps.add(new Script.CreateTable(name, columns, tail));
        names = new ArrayList<>(names);
        names.addAll(generated);
        boolean indexesFirst = dice.chance(50);
        if (indexesFirst) {
            addIndexes(name, names);
        }
        int rows = dice.chance(4) ? dice.between(20, 60) : dice.below(14);
        for (int i = 0; i < rows; i++) {
            addRow(name, width, integerKey, i);
        }
        if (dice.chance(8)) {
            steps.add(new Script.Other(Piece.fixed(
                    "DELETE FROM " + name + " WHERE " + names.getFirst() + " = " + literal())));
        }
        if (!indexesFirst) {
            addIndexes(name, names);
        }
        if (!withoutRowid) {
            key = List.of("rowid");
            names = new ArrayList<>(names);
            names.add(dice.chance(80) ? "rowid" : dice.any("oid", "_rowid_", "ROWID"));
        }
        tables.add(new Table(name, names, key));
    }

    private Piece definition() {
        String type = dice.any(TYPES);
        return Piece.fixed(
                type.isEmpty() ? "" : Piece.optional(" ", type),
                dice.chance(25) ? Piece.optional(" COLLATE ", dice.any(COLLATIONS)) : Piece.none(),
                dice.chance(8) ? Piece.optional(" NOT NULL") : Piece.none());
    }

    /** Returns the text after the name of a generated column. */
    private Piece generation(List<String> columns) {
        String type = dice.any(TYPES);
        return Piece.fixed(
                type.isEmpty() ? "" : Piece.optional(" ", type),
                dice.chance(25) ? Piece.optional(" COLLATE ", dice.any(COLLATIONS)) : Piece.none(),
                " AS (" + value(columns) + ")",
                dice.chance(40) ? Piece.optional(" STORED") : Piece.none());
    }

    /** An expression that every row has a value for. */
    private String value(List<String> columns) {
        String column = dice.any(columns);
        return switch (dice.below(8)) {
            case 0 -> column + " + " + dice.any(columns);
            case 1 -> "-" + column;
            case 2 -> column + " || " + literal();
            case 3 -> "coalesce(" + column + ", " + literal() + ")";
            case 4 -> "lower(" + column + ")";
            case 5 -> "typeof(" + column + ")";
            case 6 -> column + " > " + literal();
            default -> column + " * 2";
        };
    }

    /** Returns the condition of a partial index. */
    private Piece condition(List<String> columns) {
        String column = dice.any(columns);
        String first = switch (dice.below(5)) {
            case 0, 1 -> column + " IS NOT NULL";
            case 2 -> column + " > " + literal();
            case 3 -> column + " = " + literal();
            default -> column + " <> " + literal() + " OR " + dice.any(columns) + " IS NOT NULL";
        };
        return Piece.optional(
                " WHERE ",
                first,
                dice.chance(20)
                        ? Piece.optional(" AND " + dice.any(columns) + " IS NOT NULL")
                        : Piece.none());
    }

    /** The columns of an index, or an expression and perhaps columns. */
    private Piece indexed(List<String> columns) {
        return dice.chance(15)
                ? Piece.fixed(
                        "(" + value(columns) + ")",
                        dice.chance(30) ? Piece.optional(", ", keyColumns(columns)) : "")
                : keyColumns(columns);
    }

    private Piece keyColumns(List<String> columns) {
        List<Piece> terms = new ArrayList<>();
        for (String column : dice.some(dice.between(1, 3), columns)) {
            terms.add(Piece.fixed(
                    column,
                    dice.chance(15)
                            ? Piece.optional(" COLLATE ", dice.any(COLLATIONS))
                            : Piece.none(),
                    dice.chance(30) ? Piece.optional(" DESC") : Piece.none()));
        }
        return Piece.list(", ", terms);
    }

    private void addIndexes(String table, List<String> columns) {
        int count = dice.below(4);
        for (int i = 0; i < count; i++) {
            steps.add(new Script.Other(Piece.fixed(
                    "CREATE ",
                    dice.chance(8) ? Piece.optional("UNIQUE ") : Piece.none(),
                    "INDEX i" + ++indexCount + " ON " + table + "(",
                    indexed(columns),
                    ")",
                    dice.chance(20) ? condition(columns) : Piece.none())));
        }
    }

    private void addRow(String table, int width, boolean integerKey, int row) {
        List<String> values = new ArrayList<>();
        for (int i = 0; i < width; i++) {
            boolean key = i == 0 && integerKey && dice.chance(90);
            // SQLite finds a rowid by the REAL -9223372036854775808.0 or not, as it plans.
            String value = literal().replace("-9223372036854775808", "-9223372036854775807");
            if (i == 0 && integerKey && value.equals("9223372036854775807")) {
                value = "5"; // Behind the greatest rowid, the next one is random.
            }
            values.add(key ? String.valueOf(row * 3 - 5) : value);
        }
        steps.add(new Script.Insert(table, values));
    }

    private void addView(String name) {
        RandomSelect.Made made = new RandomSelect(dice, this).view();
        steps.add(new Script.Other(Piece.fixed("CREATE VIEW " + name + " AS ", made.text())));
        tables.add(new Table(name, made.names(), made.names()));
    }
}
