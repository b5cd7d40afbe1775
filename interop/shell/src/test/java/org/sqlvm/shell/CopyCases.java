package org.sqlvm.shell;

import static org.sqlvm.shell.ShellCase.line;
import static org.sqlvm.shell.ShellCase.script;

import java.util.List;

/** Calls of the shell that copy databases, or look at a database as a whole. */
final class CopyCases {
    /** Foreign keys that an index finds, and some that none does. */
    private static final String KEYS = """
        CREATE TABLE p(a PRIMARY KEY, b COLLATE NOCASE, "c d", UNIQUE(b, a), UNIQUE("c d"));
        CREATE TABLE c1(x REFERENCES p, y REFERENCES p("c d"), z INTEGER PRIMARY KEY REFERENCES p);
        CREATE TABLE c2(x, y, FOREIGN KEY(x, y) REFERENCES p(a, b), FOREIGN KEY(y) REFERENCES p(a));
        CREATE TABLE c3(x REFERENCES p, y COLLATE NOCASE, z,
          FOREIGN KEY(y, x) REFERENCES p(b, a), FOREIGN KEY(z) REFERENCES p(b));
        CREATE INDEX c3i ON c3(x, y);
        CREATE INDEX c3j ON c3(z);
        CREATE INDEX c2i ON c2(x) WHERE y > 0;
        """;

    private static final String LOOK = "SELECT name, born FROM people;\n.tables\n";

    private CopyCases() {}

    static void add(List<ShellCase> cases) {
        for (String command : List.of("backup", "save")) {
            cases.add(script("." + command + " DIR/copy.db\n.open DIR/copy.db\n" + LOOK));
            cases.add(script("." + command + " main DIR/copy.db\n.open DIR/copy.db\n" + LOOK));
            cases.add(script("." + command + " --async DIR/copy.db\n.open DIR/copy.db\n" + LOOK));
            cases.add(script("." + command + " other DIR/copy.db\nSELECT 1;\n"));
            cases.add(script("." + command + "\nSELECT 1;\n"));
            cases.add(script("." + command + " a b c\nSELECT 1;\n"));
            cases.add(script("." + command + " --foo x\nSELECT 1;\n"));
            cases.add(script("." + command + " DIR/none/none.db\nSELECT 1;\n"));
            cases.add(line("-safe", "DB", "." + command + " DIR/copy.db"));
        }
        cases.add(script("CREATE TEMP TABLE t(a);\nINSERT INTO t VALUES (1);\n"
                + ".backup temp DIR/copy.db\n.open DIR/copy.db\nSELECT * FROM t;\n"));
        cases.add(script(".backup U16\n.open U16\n" + LOOK + "PRAGMA encoding;\n"));
        cases.add(script("BEGIN IMMEDIATE;\n.backup DIR/copy.db\nSELECT 1;\n"));
        cases.add(script(".open :memory:\n.restore DB\n" + LOOK));
        cases.add(script(".backup DIR/copy.db\n.open DIR/new.db\nCREATE TABLE old(x);\n"
                + ".restore DIR/copy.db\n" + LOOK));
        cases.add(script(".restore\n.restore a b c\n.restore nodb U16\nSELECT 1;\n"));
        cases.add(script(".restore DIR/none/none.db\nSELECT 1;\n"));
        cases.add(script("BEGIN;\n.restore U16\nSELECT count(*) FROM people;\n"));
        cases.add(script("ATTACH ':memory:' AS m;\n.restore m U16\n.tables\n"));
        cases.add(line("-safe", "DB", ".restore U16"));
        cases.add(script(".clone DIR/copy.db\n.open DIR/copy.db\n.dump p% o% n%\n.schema\n"));
        cases.add(script(".clone\n.clone U16\nSELECT 1;\n"));
        cases.add(line("-safe", "DB", ".clone DIR/copy.db"));
        wholes(cases);
        dumps(cases);
        opening(cases);
    }

    /** The statistics of sqlite3 3.40 are in another order. */
    static void addStatistics(List<ShellCase> cases) {
        for (String command : List.of("fullschema", "fullschema --indent", "dump")) {
            cases.add(script("ANALYZE;\n." + command + "\n"));
        }
    }

    private static void wholes(List<ShellCase> cases) {
        for (String command : List.of("fullschema", "fullschema --indent", "fullschema x")) {
            cases.add(script("." + command + "\n"));
            cases.add(script("CREATE TEMP VIEW v AS SELECT 1 AS a;\n." + command + "\n"));
        }
        for (String command : List.of(
                "lint",
                "lint foo",
                "lint fkey-indexes",
                "lint fkey -v",
                "lint fkey-indexes -groupbyparent",
                "lint fkey-indexes -verbose -group",
                "lint fkey-indexes --verbose")) {
            cases.add(script(KEYS + "." + command + "\n"));
        }
        for (String command : List.of(
                "sha3sum",
                "sha3sum --schema",
                "sha3sum --sha3-256",
                "sha3sum --sha3-384 p%",
                "sha3sum --sha3-512 sqlite_%",
                "sha3sum a b")) {
            cases.add(script("." + command + "\n"));
            cases.add(line("U16", "." + command));
        }
        for (String command : List.of("limit column", "limit foo", "limit l", "limit a b c")) {
            cases.add(script("." + command + "\n"));
        }
    }

    /** Adds dumps with special rowids and names. */
    private static void dumps(List<ShellCase> cases) {
        String tables = """
            CREATE TABLE a(rowid, x);
            INSERT INTO a(_rowid_, rowid, x) VALUES (5, 'five', 1.25), (-7, 'minus', NULL);
            CREATE TABLE b(rowid, _rowid_, oid);
            INSERT INTO b VALUES (1, 2, 3);
            CREATE TABLE c(x INTEGER PRIMARY KEY DESC, y);
            INSERT INTO c VALUES (3, 4), (2, 5);
            CREATE TABLE d(x TEXT PRIMARY KEY, y AS (x || 'y'), z AS (x || 'z') STORED) WITHOUT ROWID;
            INSERT INTO d VALUES ('k');
            CREATE TABLE e(n INTEGER PRIMARY KEY AUTOINCREMENT, t);
            INSERT INTO e(t) VALUES ('first'), ('second');
            DELETE FROM e WHERE n = 2;
            CREATE TABLE "select"("from" INTEGER, "a""b");
            INSERT INTO "select" VALUES (1, 'o''clock');
            """;
        for (String command : List.of(
                "dump",
                "dump --preserve-rowids",
                "dump --preserve-rowids --data-only",
                "dump a% select",
                "dump sqlite_%",
                "dump --nosys e%")) {
            cases.add(script(".open :memory:\n" + tables + "." + command + "\n"));
        }
        cases.add(script(".open :memory:\nCREATE TABLE v_data(id INTEGER PRIMARY KEY, block);\n"
                + "INSERT INTO v_data VALUES (1, x'00ff');\n"
                + "PRAGMA writable_schema=ON;\n"
                + "INSERT INTO sqlite_schema VALUES ('table', 'v', 'v', 0,"
                + " 'CREATE VIRTUAL TABLE v USING nothing(a, ''it''''s'')');\n"
                + "INSERT INTO sqlite_schema VALUES ('table', 'w \"x', 'w \"x', 0,"
                + " 'CREATE VIRTUAL TABLE \"w \"\"x\" USING nothing');\n"
                + "CREATE TABLE after(a);\nCREATE INDEX i ON after(a);\n.dump\n"));
        cases.add(script("BEGIN;\nDELETE FROM people;\n.dump people\nROLLBACK;\n.dump people\n"));
    }

    private static void opening(List<ShellCase> cases) {
        cases.add(script(".open --new DIR/new.db\nCREATE TABLE t(a);\n.open --new DIR/new.db\n"
                + ".tables\nSELECT 1;\n"));
        cases.add(
                script(".open --deserialize DB\nDELETE FROM people;\n.tables\n.open DB\n" + LOOK));
        cases.add(script(".open --foo x\n.open a b\nSELECT 1;\n"));
    }
}
