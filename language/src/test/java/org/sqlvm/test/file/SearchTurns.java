package org.sqlvm.test.file;

import org.sqlvm.test.engines.Dice;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/**
 * A file with a table of FTS5, and changes of it.
 *
 * @param number chooses the options of the table
 */
public record SearchTurns(FileForm file, int number) implements TurnsForm {
    private static final List<String> TOKENIZERS = List.of(
            "",
            ", tokenize=porter",
            ", tokenize='unicode61 remove_diacritics 2'",
            ", tokenize=trigram",
            ", tokenize='porter ascii'",
            ", tokenize=\"unicode61 tokenchars '-_'\"",
            ", tokenize='trigram case_sensitive 1'");

    private static final List<String> PREFIXES = List.of("", ", prefix=2", ", prefix='1 3'");
    private static final List<String> DETAILS = List.of("", "", ", detail=column", ", detail=none");
    private static final int COLUMNSIZE_INTERVAL = 5;

    private static final List<String> WORDS = List.of(
            "one",
            "two",
            "three",
            "ones",
            "tw",
            "four",
            "x",
            "éclair",
            "e\u0301clair",
            "Fünf",
            "running",
            "runs",
            "long-word_one",
            "日本語",
            "\uD83D\uDE00",
            "antidisestablishmentarianism");

    /** The texts that the table keeps beside its index. */
    private enum Content {
        OWN(""),
        NONE(", content=''"),
        DELETABLE(", content='', contentless_delete=1"),
        /** An ordinary table, whose triggers change the index. */
        TABLE(", content=c, content_rowid=id"),
        UNINDEXED(", content='', contentless_delete=1, contentless_unindexed=1");

        private final String arguments;

        Content(String arguments) {
            this.arguments = arguments;
        }
    }

    /** Returns configurations; the same number of them has the same first ones. */
    static List<TurnsForm> some(int count) {
        List<TurnsForm> some = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            some.add(new SearchTurns(FileForm.of(i), i));
        }
        return some;
    }

    private Content content() {
        Content[] all = Content.values();
        return number % 2 == 0 ? Content.OWN : all[number / 2 % all.length];
    }

    private String detail() {
        return DETAILS.get(number / 3 % DETAILS.size());
    }

    private String arguments() {
        boolean unindexed = content() == Content.UNINDEXED || number % 7 == 3;
        boolean sizes = content() == Content.DELETABLE
                || content() == Content.UNINDEXED
                || number % COLUMNSIZE_INTERVAL != 1;
        return "a, b" + (unindexed ? ", u UNINDEXED" : ", u") + content().arguments
                + TOKENIZERS.get(number % TOKENIZERS.size())
                + PREFIXES.get(number % PREFIXES.size()) + detail()
                + (sizes ? "" : ", columnsize=0");
    }

    @Override
    public String toString() {
        return "fts5(" + arguments() + "), " + file;
    }

    @Override
    public List<String> phase(int phase, Random random) {
        Dice dice = new Dice(random.nextLong());
        List<String> statements = new ArrayList<>();
        if (phase == 0) {
            statements.addAll(creation(dice));
        }
        boolean together = dice.chance(50);
        if (together) {
            statements.add("BEGIN");
        }
        for (int i = dice.between(2, 7); i > 0; i--) {
            statements.add(dice.chance(20) ? query(dice) : change(dice));
            if (together && dice.chance(15)) {
                statements.addAll(savepoint(dice));
            }
        }
        if (together) {
            statements.add(dice.chance(15) ? "ROLLBACK" : "COMMIT");
        }
        if (dice.chance(8)) {
            statements.add("VACUUM");
        }
        statements.add(query(dice));
        statements.add("INSERT INTO t(t) VALUES('integrity-check')");
        return statements;
    }

    private List<String> creation(Dice dice) {
        List<String> statements = new ArrayList<>();
        if (content() == Content.TABLE) {
            statements.add("CREATE TABLE c(id INTEGER PRIMARY KEY, a, b, u)");
        }
        statements.add("CREATE VIRTUAL TABLE t USING fts5(" + arguments() + ")");
        if (content() == Content.TABLE) {
            String remove =
                    "INSERT INTO t(t, rowid, a, b, u) VALUES('delete', old.id, old.a, old.b,"
                            + " old.u); ";
            String add = "INSERT INTO t(rowid, a, b, u) VALUES(new.id, new.a, new.b, new.u); ";
            statements.add("CREATE TRIGGER ci AFTER INSERT ON c BEGIN " + add + "END");
            statements.add("CREATE TRIGGER cd AFTER DELETE ON c BEGIN " + remove + "END");
            statements.add("CREATE TRIGGER cu AFTER UPDATE ON c BEGIN " + remove + add + "END");
        }
        statements.add("CREATE VIRTUAL TABLE terms USING fts5vocab(t, row)");
        if (dice.chance(70)) {
            statements.add(set("pgsz", dice.any(32, 50, 64, 100, 300)));
        }
        statements.add(set("crisismerge", dice.any(3, 5, 16)));
        if (dice.chance(30)) {
            statements.add(set("hashsize", dice.between(200, 4000)));
        }
        return statements;
    }

    private static String set(String option, int value) {
        return "INSERT INTO t(t, rank) VALUES('" + option + "', " + value + ")";
    }

    private String change(Dice dice) {
        String table = content() == Content.TABLE ? "c" : "t";
        String id = content() == Content.TABLE ? "id" : "rowid";
        int rowid = dice.between(1, 300);
        return switch (dice.below(content() == Content.NONE ? 9 : 14)) {
            case 0 -> set("merge", dice.between(-30, 30));
            case 1 ->
                dice.any(
                        "INSERT INTO t(t) VALUES('optimize')",
                        "INSERT INTO t(t) VALUES('flush')",
                        "INSERT INTO t(t) VALUES('rebuild')");
            case 2 ->
                dice.any(
                        set("automerge", dice.below(9)),
                        set("usermerge", dice.between(2, 8)),
                        set("deletemerge", dice.below(60)),
                        set("crisismerge", dice.between(2, 16)));
            case 3 -> insert("INSERT OR IGNORE", dice.between(20, 80), dice);
            case 9 -> "DELETE FROM " + table + " WHERE " + id + " = " + rowid;
            case 10 ->
                "DELETE FROM " + table + " WHERE " + id + " BETWEEN " + rowid + " AND "
                        + (rowid + dice.below(20));
            case 11 ->
                "UPDATE " + table + " SET a = " + text(dice) + ", b = " + text(dice) + ", u = u"
                        + " WHERE " + id + " = " + rowid;
            case 12 ->
                "UPDATE OR REPLACE " + table + " SET " + id + " = " + dice.between(1, 300)
                        + ", a = b, b = a, u = u WHERE " + id + " = " + rowid;
            case 13 -> insert("INSERT OR REPLACE", dice.between(1, 10), dice);
            default -> insert("INSERT", dice.between(1, 3), dice);
        };
    }

    /** Some rows; without rowids, or with one that may be there already. */
    private String insert(String verb, int count, Dice dice) {
        boolean numbered = !verb.equals("INSERT") && content() != Content.NONE;
        String id = content() == Content.TABLE ? "id" : "rowid";
        List<String> rows = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            String rowid = numbered ? dice.between(1, 300) + ", " : "";
            rows.add("(" + rowid + text(dice) + ", " + text(dice) + ", '" + dice.below(90) + "')");
        }
        return (content() == Content.NONE ? "INSERT" : verb) + " INTO "
                + (content() == Content.TABLE ? "c" : "t") + "(" + (numbered ? id + ", " : "")
                + "a, b, u) VALUES" + String.join(", ", rows);
    }

    private List<String> savepoint(Dice dice) {
        return List.of(
                "SAVEPOINT one",
                change(dice),
                query(dice),
                change(dice),
                dice.chance(50) ? "ROLLBACK TO one" : "RELEASE one");
    }

    private static String text(Dice dice) {
        if (dice.chance(4)) {
            return dice.any("NULL", "12.5", "x'6f6e6520c3'", "''");
        }
        StringBuilder text = new StringBuilder("'");
        for (int i = dice.chance(5) ? 150 : dice.between(1, 12); i > 0; i--) {
            text.append(dice.any(WORDS))
                    .append(dice.chance(25) ? dice.below(400) : "")
                    .append(' ');
        }
        return text.append("'").toString();
    }

    private String query(Dice dice) {
        if (dice.chance(15)) {
            return "SELECT * FROM terms WHERE term " + dice.any("> 'on'", "= 'two'", "< 'one2'");
        }
        String word = dice.any(WORDS.subList(0, 7));
        boolean phrases = detail().isEmpty();
        String match = dice.any(
                word + " OR two",
                word + " AND one",
                word.charAt(0) + "*",
                "(one OR four) NOT " + word,
                phrases ? "\"one " + word + "\" OR three" : word,
                phrases ? "NEAR(two " + word + ", 3)" : word,
                phrases ? "b:" + word + " OR ^one" : word);
        boolean texts = content() == Content.OWN || content() == Content.TABLE;
        String shown = dice.any(
                "",
                ", round(rank, 6)",
                ", round(bm25(t, 2.0, 0.5), 6)",
                texts ? ", highlight(t, 0, '<', '>')" : ", a",
                texts ? ", snippet(t, -1, '[', ']', '..', 6)" : ", u");
        return "SELECT rowid" + shown + " FROM t('" + match + "')"
                + dice.any("", " ORDER BY rowid DESC", " ORDER BY rank, rowid LIMIT 20");
    }

    @Override
    public List<String> checks() {
        return List.of(
                "SELECT rowid, * FROM t ORDER BY rowid",
                "SELECT rowid FROM t('one OR two*') ORDER BY rowid DESC",
                "INSERT INTO t(t) VALUES('integrity-check')");
    }
}
