package org.sqlvm.shell;

import static org.sqlvm.shell.ShellCase.script;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** Calls of {@code .import}, into a database in a file. */
final class ImportCases {
    private static final String FILE = ".open DIR/new.db\n";
    private static final String SHOW = ".schema\n.mode quote\nSELECT * FROM t;\n";

    private ImportCases() {}

    /** Makes the files that the cases read. */
    static void write(Path folder) throws IOException {
        Files.writeString(
                folder.resolve("rows.csv"),
                "a,b\n"
                        + "1,\"x\n"
                        + "y\"\n"
                        + "2,\"q\"\"r\"\n"
                        + "3\n"
                        + "4,5,6\n"
                        + "\"open\"ed,\"\"\n"
                        + "7,\"\"\r\n"
                        + "ä,\"never closed\n");
        Files.writeString(folder.resolve("twice.csv"), "a,A,b,,\r\n1,2,3,4,5\r\n");
        Files.writeString(
                folder.resolve("mark.csv"), "\ufeffid,name\r\n1,x\r\n\r\n2,\"y\r\nz\"\r\n");
        Files.writeString(folder.resolve("empty.csv"), "");
        Files.writeString(folder.resolve("header.csv"), "only,this\n");
        Files.writeString(folder.resolve("keys.csv"), "1,2\n1,3\nx,4\n5,-1\n6,7\n");
        Files.writeString(folder.resolve("tabs.tsv"), "1\t2\n3\t\n\"4\t5\n");
        Files.writeString(
                folder.resolve("units.txt"), "a\u001fb\u001e1\u001f\"2\u001e\u001f4\u001e");
    }

    static void add(List<ShellCase> cases) {
        for (String command : List.of(
                ".import --csv DIR/rows.csv t",
                ".import -v --csv DIR/rows.csv t",
                ".import --csv DIR/twice.csv t",
                ".import --csv DIR/mark.csv t",
                ".import --csv DIR/empty.csv t",
                ".import --csv DIR/header.csv t",
                ".import --csv --skip 2 DIR/rows.csv t",
                ".import --csv --skip 99 DIR/rows.csv t",
                ".import --ascii DIR/units.txt t",
                ".import --csv '|cat DIR/rows.csv' t",
                ".import --csv '|cat DIR/twice.csv; exit 3' t",
                ".import --csv '|cat DIR/empty.csv' t",
                ".import --csv --schema temp DIR/rows.csv t",
                ".import --csv --schema main DIR/rows.csv t",
                ".import --csv --schema none DIR/rows.csv t",
                ".import DIR/rows.csv t",
                ".mode csv\n.import DIR/rows.csv t",
                ".mode ascii\n.import DIR/units.txt t",
                ".mode tabs\n.import DIR/tabs.tsv t",
                ".separator ;\n.import DIR/rows.csv t",
                ".separator ''\n.import DIR/rows.csv t",
                ".separator ,,\n.import DIR/rows.csv t",
                ".separator , \"\\r\\n\"\n.import DIR/rows.csv t",
                ".separator , ''\n.import DIR/rows.csv t")) {
            cases.add(script(FILE + command + "\n" + SHOW));
            cases.add(script(FILE + "CREATE TABLE t(x INT, y REAL);\n" + command + "\n" + SHOW));
        }
        for (String table : List.of(
                "CREATE TABLE t(a, b, c, d)",
                "CREATE TABLE t(a PRIMARY KEY, b CHECK (b > 0))",
                "CREATE TABLE t(a INTEGER PRIMARY KEY, b NOT NULL)",
                "CREATE TABLE t(a ANY PRIMARY KEY, b INT) STRICT, WITHOUT ROWID",
                "CREATE TABLE t(a UNIQUE ON CONFLICT REPLACE, b)",
                "CREATE TABLE t(a UNIQUE ON CONFLICT IGNORE, b)",
                "CREATE TABLE t(a UNIQUE ON CONFLICT ROLLBACK, b)",
                "CREATE TEMP TABLE t(a, b)",
                "CREATE VIEW t AS SELECT 1 AS a, 2 AS b",
                "CREATE TABLE u(a, b); CREATE VIEW t AS SELECT a, b FROM u; CREATE TRIGGER i"
                    + " INSTEAD OF INSERT ON t BEGIN INSERT INTO u VALUES (new.b, new.a); END")) {
            cases.add(script(FILE + table + ";\n.import -v --csv DIR/keys.csv t\n" + SHOW));
            cases.add(script(
                    FILE + table + ";\nBEGIN;\n.import --csv DIR/keys.csv t\nROLLBACK;\n" + SHOW));
        }
        cases.add(script(FILE + "ATTACH 'DIR/two.db' AS two;\nCREATE TABLE two.t(a, b);\n"
                + ".import --csv --schema two DIR/keys.csv t\n" + SHOW));
        cases.add(script(FILE + ".bail on\nCREATE TABLE t(a PRIMARY KEY, b);\n"
                + ".import --csv DIR/keys.csv t\n" + SHOW));
        for (String words : List.of("", " x", " --foo a b", " a b c", " --csv /none t")) {
            cases.add(script(FILE + ".import" + words + "\nSELECT 1;\n"));
        }
    }
}
