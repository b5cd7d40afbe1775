package org.sqlvm.shell;

import static org.sqlvm.shell.ShellCase.script;

import java.util.List;

/** Calls of the shell that show, dump or fill full-text tables and R-trees. */
final class VirtualCases {
    /** Tables with each form of content, which SQLite 3.40 knows. */
    static final String TABLES = """
        CREATE TABLE doc(id INTEGER PRIMARY KEY, title TEXT, body TEXT);
        INSERT INTO doc VALUES(1, 'First', 'the quick brown fox'), (2, 'Second', 'it''s lazy'), (7, 'x', NULL);
        CREATE VIRTUAL TABLE f5 USING fts5(title, body, tokenize='porter unicode61');
        INSERT INTO f5(rowid, title, body) SELECT * FROM doc;
        CREATE VIRTUAL TABLE f5ext USING fts5(title, body, content='doc', content_rowid='id', prefix='2 3');
        INSERT INTO f5ext(f5ext) VALUES('rebuild');
        CREATE VIRTUAL TABLE f5less USING fts5(title, body, content='');
        INSERT INTO f5less(rowid, title, body) SELECT * FROM doc;
        CREATE VIRTUAL TABLE f5none USING fts5(title, columnsize=0, detail=none);
        INSERT INTO f5none SELECT title FROM doc;
        CREATE VIRTUAL TABLE "f5 odd 'name" USING fts5("a b", "select");
        INSERT INTO "f5 odd 'name" VALUES('x y', 'z');
        CREATE VIRTUAL TABLE f5v USING fts5vocab(f5, row);
        CREATE VIRTUAL TABLE f4 USING fts4(title, body, tokenize=porter);
        INSERT INTO f4(docid, title, body) SELECT * FROM doc;
        CREATE VIRTUAL TABLE f4ext USING fts4(title, body, content="doc");
        INSERT INTO f4ext(docid, title, body) SELECT * FROM doc;
        CREATE VIRTUAL TABLE f4less USING fts4(title, content="");
        INSERT INTO f4less(docid, title) SELECT id, title FROM doc;
        CREATE VIRTUAL TABLE f4all USING fts4(title, body, order=desc, prefix="2", notindexed=body, languageid=lang);
        INSERT INTO f4all(docid, title, body) SELECT * FROM doc;
        CREATE VIRTUAL TABLE f3 USING fts3(title, body);
        INSERT INTO f3(docid, title, body) SELECT * FROM doc;
        CREATE VIRTUAL TABLE f4aux USING fts4aux(f4);
        CREATE VIRTUAL TABLE r USING rtree(id, x0, x1, y0, y1, +label TEXT);
        INSERT INTO r VALUES(1, 0, 1, 0, 1, 'a'), (2, 3, 4, 5, 6, NULL);
        CREATE VIRTUAL TABLE ri USING rtree_i32(id, x0, x1);
        INSERT INTO ri VALUES(1, 0, 1), (2, 3, 4);
        CREATE TRIGGER doc_ai AFTER INSERT ON doc BEGIN
          INSERT INTO f5ext(rowid, title, body) VALUES (new.id, new.title, new.body);
        END;
        CREATE VIEW hits AS SELECT rowid, title FROM f5 WHERE f5 MATCH 'quick';
        """;

    private static final String TEMPORARY =
            "CREATE VIRTUAL TABLE temp.tf USING fts5(q);\nINSERT INTO tf VALUES('temp');\n";

    private VirtualCases() {}

    static void add(List<ShellCase> cases) {
        for (String command : List.of(
                "tables",
                "tables f5%",
                "indexes",
                "indexes f4%",
                "schema",
                "schema --nosys f5_*",
                "fullschema",
                "fullschema --indent",
                "dump",
                "dump f5 r",
                "dump --preserve-rowids f5ext f4",
                "dump --newlines --data-only f3 r",
                "sha3sum --schema",
                "sha3sum")) {
            cases.add(script(".open :memory:\n" + TABLES + TEMPORARY + "." + command + "\n"));
        }
        // The rows of f4less cannot be read: sqlite3 says nothing, and sqlvm does.
        cases.add(script(".open :memory:\n" + TABLES + "DROP TABLE f4less;\n"
                + ".import --csv --skip 1 DIR/mark.csv f5\n"
                + ".import --csv --skip 1 DIR/mark.csv f4\n"
                + ".import --csv DIR/keys.csv ri\n"
                + ".import --csv DIR/keys.csv f5v\n"
                + ".clone DIR/copy.db\n.open DIR/copy.db\n.tables\n.mode quote\n"
                + "SELECT rowid, * FROM f5;\nSELECT docid, * FROM f4;\nSELECT * FROM ri;\n"));
    }
}
