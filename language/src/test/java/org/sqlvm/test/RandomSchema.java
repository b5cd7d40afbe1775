package org.sqlvm.test;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/**
 * Some tables with indexes and rows, made from a seed: the statements, and what queries may name.
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
            "1e3",
            "0.1",
            "9223372036854775807",
            "-9223372036854775808",
            "9007199254740993",
            "1e18",
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
            "'ä'",
            "'a%'",
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

    /** A table: its columns, and rowid's name if it has one. */
    record Table(String name, List<String> columns) {}

    private final Random random;
    final List<Table> tables = new ArrayList<>();
    final List<String> statements = new ArrayList<>();

    RandomSchema(Random random) {
        this.random = random;
        int count = 1 + random.nextInt(3);
        for (int i = 0; i < count; i++) {
            addTable("t" + i);
        }
    }

    static String literal(Random random) {
        return random.nextInt(4) == 0
                ? String.valueOf(random.nextInt(20) - 5)
                : Piece.any(random, LITERALS);
    }

    private boolean chance(int percent) {
        return random.nextInt(100) < percent;
    }

    private void addTable(String name) {
        int width = 2 + random.nextInt(3);
        boolean withoutRowid = chance(25);
        boolean integerKey = !withoutRowid && chance(40);
        List<String> columns = new ArrayList<>();
        List<String> definitions = new ArrayList<>();
        for (int i = 0; i < width; i++) {
            columns.add("c" + i);
            definitions.add(i == 0 && integerKey ? "c0 INTEGER PRIMARY KEY" : definition("c" + i));
        }
        if (withoutRowid) {
            definitions.add("PRIMARY KEY(" + keyColumns(columns) + ")");
        } else if (!integerKey && chance(15)) {
            definitions.add("UNIQUE(" + keyColumns(columns) + ")");
        }
        statements.add("CREATE TABLE " + name + "(" + String.join(", ", definitions) + ")"
                + (withoutRowid ? " WITHOUT ROWID" : ""));
        boolean indexesFirst = chance(50);
        if (indexesFirst) {
            addIndexes(name, columns);
        }
        int rows = random.nextInt(14);
        for (int i = 0; i < rows; i++) {
            addRow(name, width, integerKey, i);
        }
        if (!indexesFirst) {
            addIndexes(name, columns);
        }
        List<String> named = new ArrayList<>(columns);
        if (!withoutRowid) {
            named.add("rowid");
        }
        tables.add(new Table(name, named));
    }

    private String definition(String name) {
        StringBuilder text = new StringBuilder(name);
        String type = Piece.any(random, TYPES);
        text.append(type.isEmpty() ? "" : " " + type);
        if (chance(25)) {
            text.append(" COLLATE ").append(Piece.any(random, COLLATIONS));
        }
        if (chance(5)) {
            text.append(" NOT NULL");
        }
        return text.toString();
    }

    private String keyColumns(List<String> columns) {
        List<String> terms = new ArrayList<>();
        int count = 1 + random.nextInt(Math.min(3, columns.size()));
        int first = random.nextInt(columns.size());
        for (int i = 0; i < count; i++) {
            String term = columns.get((first + i) % columns.size());
            if (chance(15)) {
                term += " COLLATE " + Piece.any(random, COLLATIONS);
            }
            terms.add(chance(30) ? term + " DESC" : term);
        }
        return String.join(", ", terms);
    }

    private void addIndexes(String table, List<String> columns) {
        int count = random.nextInt(4);
        for (int i = 0; i < count; i++) {
            String unique = chance(8) ? "UNIQUE " : "";
            statements.add("CREATE " + unique + "INDEX i" + statements.size() + " ON " + table + "("
                    + keyColumns(columns) + ")");
        }
    }

    private void addRow(String table, int width, boolean integerKey, int row) {
        List<String> values = new ArrayList<>();
        for (int i = 0; i < width; i++) {
            boolean key = i == 0 && integerKey && chance(90);
            values.add(key ? String.valueOf(row * 3 - 5) : literal(random));
        }
        statements.add("INSERT INTO " + table + " VALUES(" + String.join(", ", values) + ")");
    }
}
