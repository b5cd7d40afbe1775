package org.sqlvm.test.file;

import org.sqlvm.test.engines.Dice;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/**
 * A file with a table of FTS3 or FTS4, and changes of it.
 *
 * @param number chooses the options of the table
 */
public record FullTextTurns(FileForm file, int number) implements TurnsForm {
    private static final List<String> TABLES = List.of(
            "fts4(a, b)",
            "fts3(a, b)",
            "fts4(a, b, order=desc)",
            "fts4(a, b, prefix='1,3', tokenize=porter)",
            "fts4(a, b, languageid=lid, notindexed=b)",
            "fts4(a, b, matchinfo=fts3, tokenize=unicode61)",
            "fts4(a, b, order=desc, prefix='2')",
            "fts4(a, b, content=c)",
            "fts4(a, b, tokenize=unicode61 \"remove_diacritics=0\" \"tokenchars=_\")",
            "fts4(a, b, content=c, order=desc, prefix='2,4', tokenize=porter)",
            "fts3(a, b, tokenize=porter)");

    private static final String[] WORDS = {
        "a",
        "of",
        "the",
        "one",
        "two",
        "three",
        "running",
        "run",
        "Runs",
        "nation",
        "national",
        "Ünder",
        "under",
        "x1",
        "x2",
        "x11",
        "x12",
        "long_word",
        "antidisestablishmentarianism",
        "z"
    };

    private static final List<String> FUNCTIONS = List.of(
            "docid",
            "docid, snippet(t, '[', ']', '..', -1, 5)",
            "docid, offsets(t)",
            "docid, hex(matchinfo(t, 'pcxsyb'))",
            "docid, hex(matchinfo(t)), snippet(t)");

    /** Returns configurations; the same number of them has the same first ones. */
    static List<TurnsForm> some(int count) {
        List<TurnsForm> some = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            some.add(new FullTextTurns(FileForm.of(i), i));
        }
        return some;
    }

    private String table() {
        return TABLES.get(number % TABLES.size());
    }

    /** Whether an ordinary table has the texts, and its triggers change the index. */
    private boolean hasSource() {
        return table().contains("content=c");
    }

    @Override
    public String toString() {
        return table() + ", " + file;
    }

    @Override
    public List<String> phase(int phase, Random random) {
        Dice dice = new Dice(random.nextLong());
        List<String> statements = new ArrayList<>();
        if (phase == 0) {
            statements.addAll(creation());
        }
        for (int i = dice.between(2, 6); i > 0; i--) {
            switch (dice.below(12)) {
                case 0, 1, 2 -> statements.add(insert(dice, dice.between(1, 3)));
                case 3 -> statements.add(insert(dice, dice.between(10, 60)));
                case 4 -> statements.add(update(dice));
                case 5 -> statements.add(delete("docid = " + dice.between(1, 200)));
                case 6 -> statements.addAll(transaction(dice));
                case 7 -> statements.add(command(dice));
                default -> statements.add(query(dice));
            }
        }
        if (dice.chance(8)) {
            statements.add("VACUUM");
        }
        statements.add(command(dice));
        statements.add(query(dice));
        return statements;
    }

    private List<String> creation() {
        List<String> statements = new ArrayList<>();
        if (hasSource()) {
            statements.add("CREATE TABLE c(docid INTEGER PRIMARY KEY, a, b)");
        }
        statements.add("CREATE VIRTUAL TABLE t USING " + table());
        statements.add("CREATE VIRTUAL TABLE terms USING fts4aux(t)");
        if (hasSource()) {
            String remove = " BEGIN DELETE FROM t WHERE docid = old.docid; END";
            String add = " BEGIN INSERT INTO t(docid, a, b) VALUES(new.docid, new.a, new.b); END";
            statements.add("CREATE TRIGGER cub BEFORE UPDATE ON c" + remove);
            statements.add("CREATE TRIGGER cdb BEFORE DELETE ON c" + remove);
            statements.add("CREATE TRIGGER cua AFTER UPDATE ON c" + add);
            statements.add("CREATE TRIGGER cia AFTER INSERT ON c" + add);
        }
        return statements;
    }

    private String source() {
        return hasSource() ? "c" : "t";
    }

    private String delete(String rows) {
        return "DELETE FROM " + source() + " WHERE " + rows;
    }

    private String insert(Dice dice, int rows) {
        List<String> values = new ArrayList<>();
        for (int i = 0; i < rows; i++) {
            values.add("('" + words(dice, dice.between(1, 12)) + "', "
                    + (dice.chance(10) ? "NULL" : "'" + words(dice, 2) + "'") + ")");
        }
        return "INSERT INTO " + source() + "(a, b) VALUES" + String.join(", ", values);
    }

    private String update(Dice dice) {
        return dice.chance(30)
                ? "UPDATE OR REPLACE " + source()
                        + " SET docid = docid + 3, a = b WHERE docid % 97 = " + dice.below(97)
                : "UPDATE " + source() + " SET a = '" + words(dice, 4) + "' WHERE docid % 17 = "
                        + dice.below(17);
    }

    private List<String> transaction(Dice dice) {
        return List.of(
                "BEGIN",
                insert(dice, 4),
                "SAVEPOINT one",
                delete("docid % 13 = " + dice.below(13)),
                insert(dice, 30),
                query(dice),
                dice.chance(50) ? "ROLLBACK TO one" : "RELEASE one",
                insert(dice, 2),
                update(dice),
                dice.chance(20) ? "ROLLBACK" : "COMMIT");
    }

    private static String command(Dice dice) {
        List<String> commands = List.of(
                "optimize",
                "rebuild",
                "integrity-check",
                "integrity-check",
                "merge=" + dice.between(1, 30) + "," + dice.between(2, 4),
                "merge=" + dice.between(1, 300) + ",2",
                "automerge=" + dice.between(0, 4),
                "flush");
        return "INSERT INTO t(t) VALUES('" + dice.any(commands) + "')";
    }

    private static String words(Dice dice, int count) {
        List<String> words = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            words.add(dice.any(WORDS) + (dice.chance(20) ? dice.below(300) : ""));
        }
        return String.join(" ", words);
    }

    private static String query(Dice dice) {
        return "SELECT " + dice.any(FUNCTIONS) + " FROM t WHERE t MATCH '" + match(dice, 3) + "'"
                + dice.any(List.of("", " ORDER BY docid", " ORDER BY docid DESC"));
    }

    private static String match(Dice dice, int depth) {
        String word = dice.any(WORDS);
        if (depth == 0 || dice.chance(30)) {
            return switch (dice.below(6)) {
                case 0 -> word + "*";
                case 1 -> "\"" + word + " " + dice.any(WORDS) + "\"";
                case 2 -> "a:" + word;
                case 3 -> word + " NEAR/" + dice.below(5) + " " + dice.any(WORDS);
                default -> word;
            };
        }
        return "(" + match(dice, depth - 1) + dice.any(List.of(" ", " OR ", " NOT ", " AND "))
                + match(dice, depth - 1) + ")";
    }

    @Override
    public List<String> checks() {
        return List.of(
                "SELECT docid, * FROM t ORDER BY docid",
                "SELECT docid, offsets(t) FROM t WHERE t MATCH 'one OR run*' ORDER BY docid DESC",
                "INSERT INTO t(t) VALUES('integrity-check')");
    }
}
