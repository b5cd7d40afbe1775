package org.sqlvm.test.search;

import org.sqlvm.test.engines.Dice;

import java.util.ArrayList;
import java.util.List;

/** A random full-text table {@code t}, changes of it, and statements that query it. */
final class RandomIndex {
    private static final List<String> NAMES = List.of("a", "b", "c d", "é");
    private static final List<String> TOKENIZERS = List.of(
            "",
            "",
            "unicode61 remove_diacritics 0",
            "unicode61 remove_diacritics 2",
            "unicode61 tokenchars '-_' separators 'x'",
            "unicode61 categories 'L* N* Co Mn'",
            "ascii",
            "ascii tokenchars '_'",
            "porter",
            "porter ascii",
            "trigram",
            "trigram case_sensitive 1",
            "trigram remove_diacritics 1");

    private final Dice dice;
    private final RandomWords words;
    private final RandomSearch search;
    private final List<String> columns;
    private final String tokenizer;
    private final String content;
    private final boolean hasSizes;
    private final String detail;
    private int lastRowid;

    RandomIndex(Dice dice) {
        this.dice = dice;
        words = new RandomWords(dice);
        columns = NAMES.subList(0, dice.between(1, NAMES.size()));
        search = new RandomSearch(dice, words, columns);
        tokenizer = dice.any(TOKENIZERS);
        content = dice.any("", "", "", "content=''", "content='', contentless_delete=1");
        hasSizes = content.contains("delete") || dice.chance(80);
        detail = dice.any("full", "full", "full", "column", "none");
    }

    List<String> creation() {
        List<String> arguments = new ArrayList<>();
        for (String column : columns) {
            boolean unindexed = columns.size() > 1 && dice.chance(8);
            arguments.add('"' + column + '"' + (unindexed ? " UNINDEXED" : ""));
        }
        if (!content.isEmpty()) {
            arguments.add(content);
        }
        if (!tokenizer.isEmpty()) {
            arguments.add("tokenize=\"" + tokenizer + '"');
        }
        if (dice.chance(30)) {
            arguments.add("prefix='" + dice.any("1", "2", "1 2", "3") + "'");
        }
        arguments.add("detail=" + detail);
        arguments.add("columnsize=" + (hasSizes ? 1 : 0));
        List<String> statements = new ArrayList<>();
        statements.add("CREATE VIRTUAL TABLE t USING fts5(" + String.join(", ", arguments) + ")");
        if (dice.chance(50)) {
            statements.add("INSERT INTO t(t, rank) VALUES ('pgsz', " + dice.between(32, 200) + ")");
        }
        for (String kind : List.of("row", "col", "instance")) {
            statements.add("CREATE VIRTUAL TABLE v_" + kind + " USING fts5vocab(t, " + kind + ")");
        }
        return statements;
    }

    String change() {
        int kind = dice.below(20);
        if (kind < 15 || lastRowid == 0) {
            return insert();
        }
        String rowid = String.valueOf(dice.between(-2, lastRowid + 1));
        return switch (kind) {
            case 15, 16 -> "DELETE FROM t WHERE rowid = " + rowid;
            case 17, 18 -> "UPDATE t SET " + assignments() + " WHERE rowid = " + rowid;
            default -> "INSERT INTO t(t) VALUES ('" + dice.any("optimize", "flush") + "')";
        };
    }

    private String assignments() {
        List<String> assignments = new ArrayList<>();
        for (String column : columns) {
            if (assignments.isEmpty() || dice.chance(60)) {
                assignments.add('"' + column + "\" = " + words.value());
            }
        }
        return String.join(", ", assignments);
    }

    private String insert() {
        int rowid = dice.chance(5) ? dice.between(-100, 1 << 30) : ++lastRowid;
        StringBuilder values = new StringBuilder("INSERT INTO t(rowid");
        columns.forEach(column -> values.append(", \"").append(column).append('"'));
        values.append(") VALUES (").append(rowid);
        columns.forEach(column -> values.append(", ").append(words.value()));
        return values.append(')').toString();
    }

    String select() {
        if (tokenizer.startsWith("trigram") && content.isEmpty() && dice.chance(30)) {
            return pattern();
        }
        if (dice.chance(8)) {
            return "SELECT * FROM v_" + dice.any("row", "col", "instance") + terms();
        }
        if (dice.chance(10)) {
            return "SELECT count(*) FROM t WHERE " + match();
        }
        StringBuilder select = new StringBuilder("SELECT rowid");
        if (content.isEmpty() && dice.chance(50)) {
            select.append(", \"").append(dice.any(columns)).append('"');
        }
        for (int i = dice.below(3); i > 0; i--) {
            select.append(", ").append(call());
        }
        select.append(" FROM t WHERE ");
        if (dice.chance(15)) {
            select.append("t = ").append(RandomWords.literal(search.query()));
        } else {
            select.append(match()).append(dice.chance(15) ? " AND " + match() : "");
        }
        if (dice.chance(20)) {
            select.append(" AND rowid ")
                    .append(dice.any("=", "<", "<=", ">", ">=", "BETWEEN 2 AND"))
                    .append(' ')
                    .append(dice.between(-1, lastRowid + 1));
        }
        if (dice.chance(8)) {
            select.append(" AND rank MATCH ")
                    .append(RandomWords.literal(
                            dice.any("bm25(2, 0.5)", "bm25()", "bm25(1,,)", "f()")));
        }
        select.append(dice.any(
                "",
                "",
                " ORDER BY rowid",
                " ORDER BY rowid DESC",
                " ORDER BY rank",
                " ORDER BY rank",
                " ORDER BY rank DESC"));
        return select.append(dice.chance(20) ? " LIMIT 3" : "").toString();
    }

    private String terms() {
        return switch (dice.below(4)) {
            case 0 -> " WHERE term = " + RandomWords.literal(words.word());
            case 1 -> " WHERE term >= " + RandomWords.literal(words.word());
            case 2 -> " WHERE term < " + RandomWords.literal(words.word()) + " AND term > 'b'";
            default -> "";
        };
    }

    private String match() {
        String column = dice.chance(15) ? '"' + dice.any(columns) + '"' : "t";
        return column + " MATCH " + RandomWords.literal(search.query());
    }

    private String call() {
        int column = dice.between(-1, columns.size());
        return switch (dice.below(6)) {
            case 0 -> "rank";
            case 1 -> "bm25(t)";
            case 2 -> "bm25(t, " + dice.any("2", "0.5", "'3x'", "NULL") + ", 10)";
            case 3 -> "highlight(t, " + column + ", '<', '>')";
            case 4 ->
                "snippet(t, " + column + ", '[', ']', '…', "
                        + dice.any("1", "2", "3", "5", "8", "20", "64", "1000", "0", "-3") + ")";
            default ->
                "highlight(t, " + dice.any(column, 0, 1) + ", '', " + dice.any("NULL", "'|'") + ")";
        };
    }

    private String pattern() {
        StringBuilder pattern = new StringBuilder();
        for (int i = dice.between(1, 4); i > 0; i--) {
            pattern.append(words.word())
                    .append(dice.any("%", "*", "_", "?", "", " ", "[a-c]", "[^x]", "[]a]", "\""));
        }
        return "SELECT rowid FROM t WHERE \"" + dice.any(columns) + "\" " + dice.any("LIKE", "GLOB")
                + " " + RandomWords.literal(dice.any("%", "*", "") + pattern) + " ORDER BY rowid";
    }
}
