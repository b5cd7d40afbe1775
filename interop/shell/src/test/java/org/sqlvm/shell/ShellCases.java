package org.sqlvm.shell;

import static org.sqlvm.shell.ShellCase.line;
import static org.sqlvm.shell.ShellCase.query;
import static org.sqlvm.shell.ShellCase.script;
import static org.sqlvm.shell.ShellCase.utf16;

import java.util.ArrayList;
import java.util.List;

/** The calls for which the shell must print what sqlite3 prints. */
final class ShellCases {
    /** Makes the test databases; run by sqlite3 itself. */
    static final String SCHEMA = """
        CREATE TABLE kinds(i INTEGER PRIMARY KEY, t TEXT, r REAL, b BLOB, n);
        INSERT INTO kinds VALUES
          (1, 'plain', 1.5, x'00ff', NULL),
          (2, '', -0.0, x'', 'it''s'),
          (3, 'two' || char(10) || 'lines', 1e100, x'616263', 12),
          (4, 'tab' || char(9) || 'here', 0.1, NULL, 2.0),
          (5, 'comma, "quote" | bar; <tag> & more', 123456789.123456789, x'c3a9', ''),
          (6, 'höhe 日本語 😀', -1e-300, x'610062', char(0x301)),
          (7, 'back\\slash' || char(13) || char(10) || 'crlf', 9007199254740993.0, x'09', -7),
          (8, char(1) || char(31) || char(127) || char(8) || char(12), 9e999, x'27', -9e999),
          (9, 'nul' || char(0) || 'after', 1e15, 5, 9223372036854775807);
        CREATE TABLE people(id INTEGER PRIMARY KEY, name TEXT NOT NULL, born INT, UNIQUE(name));
        INSERT INTO people VALUES(1,'Ada',1815),(2,'Grace',1906),(3,'Edsger',1930);
        CREATE INDEX people_born ON people(born);
        CREATE VIEW elders AS SELECT name, born AS "year of birth" FROM people WHERE born < 1900;
        CREATE TRIGGER born_check BEFORE INSERT ON people WHEN new.born > 2100
          BEGIN SELECT raise(ABORT, 'not yet born'); END;
        CREATE TABLE "odd name"("select" INT, "a b" TEXT, x_1 /* comment */ REAL DEFAULT 1.0);
        INSERT INTO "odd name" VALUES(1, 'x', 2), (NULL, NULL, NULL);
        CREATE TABLE long_statement(first_column INTEGER PRIMARY KEY, second_column TEXT DEFAULT 'x,(y',
          third_column REAL CHECK(third_column > 0), -- with a comment
          FOREIGN KEY(second_column) REFERENCES people(name));
        CREATE TABLE numbers(n INTEGER PRIMARY KEY, square INT, root REAL, word TEXT);
        WITH RECURSIVE c(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM c WHERE n < 2000)
          INSERT INTO numbers SELECT n, n * n, n / 7.0, 'word ' || n FROM c;
        """;

    private static final List<String> MODES = List.of(
            "list",
            "csv",
            "json",
            "box",
            "table",
            "markdown",
            "column",
            "line",
            "quote",
            "html",
            "tabs",
            "ascii",
            "tcl",
            "insert",
            "insert kinds",
            "insert 'odd name'",
            "count",
            "off");

    private static final List<String> RESULTS = List.of(
            "SELECT * FROM kinds ORDER BY i;",
            "SELECT name, born FROM people ORDER BY id;",
            "SELECT * FROM \"odd name\";",
            "SELECT * FROM people WHERE 0;");

    private ShellCases() {}

    /** Those that only sqlvm has, or whose output tells how it runs a statement or stores. */
    static List<ShellCase> ofOurOwn() {
        List<ShellCase> cases = new ArrayList<>();
        CopyCases.addStatistics(cases);
        explain(cases);
        // Files that only sqlvm reads and writes.
        cases.add(query("COPY people TO 'DIR/people.csv'", "-safe"));
        cases.add(query("COPY people FROM 'DIR/init.sql'", "-safe"));
        cases.add(query("SELECT 1; SELECT * FROM read_csv('DIR/init.sql')", "-safe"));
        cases.add(query("CREATE VIRTUAL TABLE c USING csv(filename='DIR/init.sql')", "-safe"));
        return cases;
    }

    static List<ShellCase> likeSqlite() {
        List<ShellCase> cases = new ArrayList<>();
        modes(cases);
        options(cases);
        wrapping(cases);
        scripts(cases);
        errors(cases);
        commands(cases);
        files(cases);
        schema(cases);
        CopyCases.add(cases);
        VirtualCases.add(cases);
        parameters(cases);
        ImportCases.add(cases);
        return cases;
    }

    private static void parameters(List<ShellCase> cases) {
        cases.add(script(".parameter\n"
                + ".parameter init\n"
                + ".parameter set :a 5+1\n"
                + ".parameter set @name 'it''s'\n"
                + ".parameter set $x hello\n"
                + ".parameter set ?5 x'00ff'\n"
                + ".parameter set :r 1.5\n"
                + ".parameter list\n"
                + "SELECT :a, $x, :r, :none, ?5, ?;\n"
                + ".parameter unset :a\n"
                + ".parameter unset :zz\n"
                + ".parameter list\n"
                + ".parameter clear\n"
                + ".parameter list\n"
                + "SELECT :r;\n"
                + ".parameter foo\n"
                + ".parameter set :n NULL\n"
                + ".parameter set long_name_here 10\n"
                + ".parameter list\n"));
    }

    private static void modes(List<ShellCase> cases) {
        for (String mode : MODES) {
            for (String result : RESULTS) {
                for (String headers : List.of("on", "off")) {
                    cases.add(script(".mode " + mode + "\n.headers " + headers + "\n" + result
                            + "\n" + result));
                }
            }
        }
        for (String sql : List.of(
                "SELECT root, n / 3.0, -n * 1e-7, n * 1e17 FROM numbers",
                "SELECT 1.0, 10.0, 99999999999999999.0, 1e19, 1e20, 1e21, 1e22, 0.001, 0.0001,"
                        + " 0.00001",
                "SELECT 5e-324, 1.7976931348623157e308, 2.5, 1/3.0, 2/3.0, 123.456")) {
            cases.add(query(sql, "-json"));
            cases.add(query(sql, "-quote"));
        }
    }

    private static void options(List<ShellCase> cases) {
        for (String option : List.of(
                "-list",
                "-csv",
                "-json",
                "-box",
                "-table",
                "-markdown",
                "-column",
                "-line",
                "-quote",
                "-html",
                "-tabs",
                "-ascii",
                "--json",
                "--box")) {
            cases.add(query("SELECT * FROM people ORDER BY id", option));
            cases.add(query("SELECT * FROM people ORDER BY id", "-header", option));
        }
        for (String option : List.of("-list", "-csv", "-json", "-box", "-insert")) {
            cases.add(utf16("SELECT * FROM kinds ORDER BY i", option, "-header"));
        }
        String nulls = "SELECT NULL, n, NULL FROM kinds ORDER BY i";
        cases.add(query(nulls, "-nullvalue", "NULL"));
        cases.add(query(nulls, "-csv", "-nullvalue", "a,\"b"));
        cases.add(query(nulls, "-nullvalue", "more than nineteen bytes"));
        cases.add(query(nulls, "-box", "-nullvalue", "·"));
        cases.add(query(nulls, "-separator", ", "));
        cases.add(query(nulls, "-separator", ""));
        cases.add(query(nulls, "-separator", "a separator longer than nineteen"));
        cases.add(query(nulls, "-newline", ";\n"));
        cases.add(query(nulls, "-csv", "-separator", "l"));
        cases.add(query(nulls, "-csv", "-newline", "\r\n"));
        cases.add(query(nulls, "-header", "-noheader"));
        cases.add(query("SELECT 1; SELECT 2 AS two; -- end", "-header"));
        cases.add(query("SELECT 1", "-echo"));
        cases.add(query("SELECT 3", "-cmd", "SELECT 1", "-header", "-cmd", "SELECT 2"));
        cases.add(query("SELECT 3", "-cmd", ".mode box", "-cmd", "SELECT 2"));
        cases.add(query("SELECT 3", "-cmd", "SELECT nothing"));
        cases.add(query("SELECT 3", "-bail", "-cmd", "SELECT nothing"));
        cases.add(query("SELECT 3", "-bail", "-cmd", ".nothing"));
        cases.add(query("SELECT 3", "-cmd", ".quit"));
        cases.add(query("SELECT 3", "-init", "DIR/init.sql"));
        cases.add(query("SELECT 3", "-init", "DIR/missing.sql"));
        cases.add(query("SELECT 3", "-bail", "-init", "DIR/missing.sql"));
        cases.add(line(
                "-batch", "DB", "SELECT 1", "SELECT 2", ".print three", ".mode json", "SELECT 4"));
        cases.add(line("DB", "SELECT 1", "SELECT nothing", "SELECT 3"));
        cases.add(line("DB", "SELECT 1", ".quit", "SELECT 3"));
        cases.add(line("DB", "SELECT 1", ".exit 7", "SELECT 3"));
        cases.add(line("DB", "SELECT 1", ".exit", "SELECT 3"));
        cases.add(line("DB", "SELECT 1", "-list", "SELECT 3", "-json"));
        cases.add(line("-unknown", "DB", "SELECT 1"));
        cases.add(line("--unknown", "DB", "SELECT 1"));
        cases.add(line("DB", "SELECT 1", "-nullvalue"));
        cases.add(line("-separator"));
        cases.add(line("DB", "SELECT 1", "-cmd"));
        cases.add(line(":memory:", "CREATE TABLE t(a); INSERT INTO t VALUES(1); SELECT * FROM t"));
        cases.add(line("", "SELECT 1"));
        cases.add(line("DIR/none/none.db", "SELECT 1"));
        cases.add(line("-readonly", "DIR/none.db", "SELECT 1"));
        cases.add(line("-readonly", "DB", "INSERT INTO people VALUES(9,'x',1)"));
        cases.add(line("DIR/new.db", "SELECT count(*) FROM sqlite_schema"));
        cases.add(line(
                "DIR/new.db",
                "CREATE TABLE t(a); INSERT INTO t VALUES(1),(2); SELECT sum(a) FROM t"));
        cases.add(line("DIR/junk.db", "SELECT * FROM t"));
        cases.add(line("DIR", "SELECT * FROM t"));
        cases.add(query("SELECT 1; SELECT 2;", "-safe"));
        cases.add(query(".read DIR/init.sql", "-safe"));
        cases.add(query(".open DIR/new.db", "-safe"));
        cases.add(query("ATTACH 'DIR/new.db' AS n", "-safe"));
        cases.add(query("SELECT 1; ATTACH 'DIR/new.db' AS n; SELECT 2;", "-safe"));
        cases.add(query("VACUUM INTO 'DIR/new.db'", "-safe"));
    }

    private static void wrapping(List<ShellCase> cases) {
        String words = "SELECT 'The quick brown fox jumps over the lazy dog' AS a_long_column_name,"
                + " 'supercalifragilistic-expialidocious' AS b, '日本語のテキスト' AS c, t FROM kinds;\n";
        for (String mode : List.of("box", "table", "markdown", "column", "qbox")) {
            for (String wrap : List.of(
                    "--wrap 10",
                    "--wrap 10 --ww",
                    "--wrap 5 --wordwrap on",
                    "--quote",
                    "--wrap 7 --quote",
                    "--wrap 60 --noquote",
                    "--wordwrap off")) {
                cases.add(script(".mode " + mode + " " + wrap + "\n" + words));
            }
            for (String width : List.of("10", "-12 4", "3 -3 0 20", "0", "100 -30")) {
                cases.add(script(".mode " + mode + "\n.width " + width + "\n" + words + ".show\n"));
            }
        }
        cases.add(
                script(".mode column\n.mode\n.mode box --wrap 9 --ww\n.mode\n.mode list\n.mode\n"));
        cases.add(script(
                ".mode box --wrap 2K\n.mode\n.mode box x y\n.mode box x -y\n.mode nothing\n"));
    }

    private static void scripts(List<ShellCase> cases) {
        cases.add(script("SELECT 1;\nSELECT 2;\n"));
        cases.add(script("SELECT 1; SELECT 2;SELECT\n3;"));
        cases.add(script("SELECT 1"));
        cases.add(script("SELECT\n  1,\n\n  2\n;\n;\n;;\n"));
        cases.add(
                script("SELECT 'a;\nb;', \"c;d\", [;] FROM (SELECT 1 AS \"c;d\", 2 AS \";\");\n"));
        cases.add(script(
                "-- a comment; here\nSELECT 1; -- more\n/* two;\nlines */ SELECT 2;\n/* open\n"));
        cases.add(script("SELECT 1 /* ; */ ; SELECT 2 -- ;\n;"));
        cases.add(script("SELECT 'not ended;\n"));
        cases.add(script("# a line that begins with a hash\nSELECT 1;\n"));
        cases.add(script("   SELECT 1;   \n\t\n  .print not a command\nSELECT 2;\n"));
        cases.add(script("SELECT 1;\r\nSELECT 'a\r\nb';\r\n.print x\r\n"));
        cases.add(script("CREATE TEMP TRIGGER a AFTER INSERT ON people BEGIN\n"
                + "SELECT 1;\n"
                + "END\n"
                + ";\n"
                + "SELECT 'b\n"
                + ";c';\n"
                + "SELECT [x\n"
                + ";], `y\n"
                + ";` FROM (SELECT 1 AS [x\n"
                + ";], 2 AS `y\n"
                + ";`);\n"));
        cases.add(script("SELECT 1;\u000b\nSELECT 2;\n\u000b\nSELECT 3;\n"));
        cases.add(script("/* a */ /*\n*/ ; -- b\nSELECT 1;\ngo\n;\n/\n'open\n/\n';\n"));
        cases.add(script("SELECT 1\ngo\nSELECT 2\n/\nSELECT 3\nGO -- go\n"));
        cases.add(script("CREATE TEMP TABLE log(x);\n"
                + "CREATE TEMP TRIGGER tr AFTER INSERT ON log BEGIN\n"
                + "  UPDATE log SET x = x + 1;\n"
                + "  SELECT 1;\n"
                + "END;\n"
                + "INSERT INTO log VALUES(1);\n"
                + "SELECT * FROM log;\n"));
        cases.add(script("EXPLAIN\n", "-bail"));
        cases.add(script(
                ".echo on\nSELECT 1;\n\n-- comment\nSELECT\n2;\n.print x\n.echo off\nSELECT 3;\n"));
        cases.add(script("SELECT 1;\n.quit\nSELECT 2;\n"));
        cases.add(script("SELECT 1;\n.exit 3\nSELECT 2;\n"));
        cases.add(script("SELECT nothing;\n.quit\n"));
        cases.add(script(
                ".changes on\nINSERT INTO people VALUES(7,'g',1),(8,'h',2);\nDELETE FROM people;\n"
                        + "SELECT 1;\nSELECT x;\n"));
        cases.add(script("BEGIN;\n"
                + "INSERT INTO people VALUES(7,'g',1);\n"
                + "ROLLBACK;\n"
                + "SELECT count(*) FROM people;\n"));
        cases.add(script("SELECT n, word FROM numbers;\n", "-csv"));
        cases.add(script("SELECT * FROM numbers;\n", "-column", "-header"));
        cases.add(script("SELECT " + "1, ".repeat(300) + "'" + "long ".repeat(20_000) + "';\n"));
        cases.add(
                script("INSERT INTO people(name) VALUES('a')\n RETURNING id, name;\n", "-header"));
        cases.add(script("SELECT x'80ff', CAST(x'61ff62' AS TEXT);\n"));
    }

    private static void errors(List<ShellCase> cases) {
        String padding = "SELECT 'some text that moves the place to the right', ";
        for (String sql : List.of(
                "SELECT nothing FROM people",
                "SELECT * FROM nothing",
                "SELEC 1",
                "SELECT",
                "SELECT 1 FROM people WHERE name = 'x' AND ) born",
                padding + "nothing FROM people",
                padding + padding.substring(7)
                        + "nothing FROM people WHERE name = 'a long condition' OR 1",
                "SELECT 'ä日本' || nothing",
                "SELECT 'ä日本語ä日本語ä日本語ä日本語ä日本語ä日本語ä日本語', nothing, 'ä日本語ä日本語ä日本語ä日本語ä日本語'",
                "SELECT 'not ended",
                "SELECT 1,\n\t2,\n\tnothing",
                "SELECT 1; SELECT nothing; SELECT 3",
                "INSERT INTO people VALUES(1,'x',2)",
                "INSERT INTO people VALUES(10,'Ada',2)",
                "INSERT INTO people VALUES(10,NULL,2)",
                "INSERT INTO people VALUES(10,'x',3000)",
                "INSERT INTO people VALUES(1)",
                "INSERT INTO kinds(i) VALUES('text')",
                "SELECT abs(-9223372036854775807 - 1)",
                "SELECT name, abs(-9223372036854775807 - id / 3) FROM people",
                "SELECT nofunction(1)",
                "SELECT max()",
                "SELECT ?1 + 1, $x",
                "CREATE TABLE people(a)",
                "DROP TABLE nothing",
                "COMMIT",
                "SELECT * FROM people ORDER BY 9",
                "SELECT 1 UNION SELECT 1, 2",
                "@",
                "SELECT \"no such column\"",
                "SELECT 0x1g")) {
            cases.add(query(sql));
            cases.add(script(sql + ";\nSELECT 'after';\n"));
            cases.add(script("SELECT 'before';\n\n" + sql + ";\nSELECT 'after';\n", "-bail"));
        }
        for (String mode : List.of("-json", "-box", "-csv", "-line")) {
            cases.add(query(
                    "SELECT name, abs(-9223372036854775807 - id / 3) FROM people ORDER BY id",
                    mode));
        }
        cases.add(script(".bail on\nSELECT nothing;\nSELECT 2;\n"));
        cases.add(script(".bail on\n.nothing\nSELECT 2;\n"));
    }

    private static void commands(List<ShellCase> cases) {
        for (String command : List.of(
                "nothing",
                "bail",
                "bail maybe",
                "cd",
                "cd /none",
                "changes",
                "echo",
                "eqp",
                "headers",
                "nullvalue",
                "open -nothing",
                "open a b",
                "read",
                "read /none",
                "separator",
                "separator a b c",
                "show x",
                "system",
                "timer",
                "indexes a b",
                "schema -x",
                "schema a b",
                "dump -x",
                "once /none/none",
                "output /none/none",
                "x",
                "",
                " ",
                "'mode' box",
                "mo box",
                "mode -x",
                "print",
                "print a  b 'c  d' \"e\\tf\\101\" g\\nh",
                "print 'it''s' \"a\\\"b\"",
                "print \\303\\251",
                "prompt a b",
                "binary on",
                "binary",
                "q",
                "exit x",
                "width a",
                "wid 3",
                "h on",
                "e on",
                "sep x",
                "nul x",
                "tab",
                "ind",
                "sch people",
                "sho")) {
            cases.add(script("." + command + "\nSELECT 1, NULL, 3;\n.show\n"));
        }
    }

    private static void files(List<ShellCase> cases) {
        cases.add(script(".once DIR/out.txt\n"
                + "SELECT 1;\n"
                + "SELECT 2;\n"
                + ".read DIR/out.txt\n"
                + ".output DIR/o2.txt\n"
                + ".show\n"
                + "SELECT 'written';\n"
                + ".output\n"
                + ".system cat DIR/o2.txt > DIR/o3.txt\n"
                + ".show\n"));
        cases.add(script(
                ".output off\nSELECT 1;\n.output stdout\nSELECT 2;\n.output stderr\nSELECT 3;\n"));
        cases.add(script(".once --bom DIR/out.txt\n.print x\n.read DIR/init.sql\n"));
        cases.add(script(".read DIR/init.sql\nSELECT 1;\n"));
        cases.add(script(".read '|echo \"SELECT 5;\"'\nSELECT 1;\n"));
        cases.add(script(
                ".open DIR/new.db\n.show\nCREATE TABLE t(a);\n.tables\n.open :memory:\n.tables\n"));
        cases.add(script(".open --readonly U16\n"
                + ".databases\n"
                + "DELETE FROM people;\n"
                + "SELECT name FROM people;\n"));
        cases.add(script(".open DIR/none/none.db\n.show\nSELECT 1;\n"));
        cases.add(script(".open\nSELECT 1;\n.show\n"));
        cases.add(script(".databases\n"));
        cases.add(script("ATTACH 'U16' AS other;\n"
                + ".databases\n"
                + ".tables\n"
                + ".indexes\n"
                + ".schema other.*\n"
                + ".schema\n"));
        cases.add(script(".separator ' : ' '!'\n"
                + "SELECT 1, 2;\n"
                + ".mode csv\n"
                + "SELECT 1, 2;\n"
                + ".separator ;\n"
                + "SELECT 1, 2;\n"
                + ".mode quote\n"
                + "SELECT 1, 2;\n"
                + ".mode list\n"
                + "SELECT 1, 2;\n"
                + ".show\n"));
        cases.add(script(".mode line\n.separator a b\nSELECT 1, 2 UNION SELECT 3, 4;\n"));
        cases.add(script(".cd DIR\n.read init.sql\n.once out.txt\nSELECT 1;\n.read out.txt\n"));
    }

    private static void schema(List<ShellCase> cases) {
        for (String command : List.of(
                "tables",
                "tables p%",
                "tables '%e%'",
                "tables none",
                "indexes",
                "indexes people",
                "indexes k%",
                "indices",
                "schema",
                "schema people",
                "schema PEOPLE",
                "schema k*",
                "schema %opl%",
                "schema none",
                "schema --indent",
                "schema --nosys",
                "schema --indent long_statement",
                "schema main.people",
                "schema sqlite_schema",
                "schema sqlite_master",
                "dump",
                "dump people",
                "dump --data-only kinds",
                "dump --newlines kinds",
                "dump p% odd%",
                "dump --preserve-rowids",
                "dump --data-only --preserve-rowids people 'odd%'",
                "dump --foo",
                "dump --nosys")) {
            cases.add(script("." + command + "\n"));
            cases.add(line("U16", "." + command));
        }
    }

    private static void explain(List<ShellCase> cases) {
        for (String sql : List.of(
                "SELECT * FROM people WHERE id = 1",
                "SELECT 1",
                "SELECT name FROM people WHERE born > 1900 ORDER BY name",
                "SELECT * FROM people a, people b WHERE a.id = b.born UNION SELECT 1, 2, 3, 4, 5,"
                        + " 6",
                "SELECT count(*) FROM people WHERE id IN (SELECT n FROM numbers)",
                "SELECT a.name FROM people a JOIN numbers n ON n.n = a.id GROUP BY 1 ORDER BY"
                        + " 2 - 1")) {
            cases.add(query("EXPLAIN QUERY PLAN " + sql));
            cases.add(query("EXPLAIN " + sql));
            cases.add(query(sql, "-eqp"));
            cases.add(script(".eqp full\n" + sql + ";\n.show\n"));
        }
        cases.add(script(
                ".explain off\nEXPLAIN SELECT 1;\nEXPLAIN QUERY PLAN SELECT * FROM people;\n"));
        cases.add(script(".explain on\n"
                + "EXPLAIN SELECT 1;\n"
                + "SELECT * FROM people;\n"
                + ".explain auto\n"
                + "SELECT 2;\n"));
        cases.add(script(".mode csv\n"
                + "explain query plan SELECT * FROM people;\n"
                + "/* c */ EXPLAIN SELECT 1;\n"));
        cases.add(script("SELECT 1;\n EXPLAIN SELECT 1;\nSELECT 2;\n", "-json"));
    }
}
