package org.sqlvm.test.file;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.sqlite.Collation;
import org.sqlite.Function;
import org.sqlvm.test.engines.Outcome;
import org.sqlvm.test.engines.SqliteEngine;
import org.sqlvm.test.engines.SqlvmEngine;
import org.sqlvm.test.engines.ValueText;

import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;

/**
 * Files of other programs, whose functions, collations and modules are not there (Calibre, Anki,
 * GeoPackage): what can be read and altered in them is what SQLite can without them.
 */
final class ForeignFilesTest {
    @TempDir
    private Path directory;

    private static final List<String> FUNCTIONS = List.of(
            "CREATE TABLE plain(a INTEGER PRIMARY KEY, b, c)",
            "CREATE INDEX plain_b ON plain(b)",
            "INSERT INTO plain VALUES(1, 'x', 2), (2, 'y', 3)",
            "CREATE TABLE books(id INTEGER PRIMARY KEY, title TEXT, sort TEXT, geom BLOB)",
            "INSERT INTO books VALUES(1, 'The Sea', 'Sea, The', x'00')",
            "CREATE VIEW books_view AS SELECT id, title_sort(title) AS s, (SELECT joined(b) FROM"
                    + " plain) AS j FROM books",
            "CREATE TRIGGER books_insert AFTER INSERT ON books BEGIN UPDATE books SET sort ="
                    + " title_sort(new.title) WHERE id = new.id; END",
            "CREATE TRIGGER plain_update AFTER UPDATE OF b ON plain WHEN title_sort(new.b) <> ''"
                    + " BEGIN INSERT INTO books(title) VALUES(new.b); END");

    private static final List<String> MODULES = List.of(
            "CREATE VIRTUAL TABLE search USING fts5(title, content=books, content_rowid=id)",
            "CREATE VIRTUAL TABLE places USING rtree(id, minx, maxx)");

    private static final List<String> USES_OF_MODULES = List.of(
            "CREATE TRIGGER books_search AFTER INSERT ON books BEGIN INSERT INTO search(rowid,"
                    + " title) VALUES(new.id, new.title); END",
            "CREATE TRIGGER books_places AFTER UPDATE OF geom ON books BEGIN INSERT OR REPLACE INTO"
                    + " places VALUES(new.id, min_x(new.geom), min_x(new.geom)); END",
            "CREATE VIEW found AS SELECT title FROM search WHERE search MATCH 'sea'");

    /** A view that SQLite cannot look into, so that it alters nothing in such a file. */
    private static final List<String> NESTED =
            List.of("CREATE VIEW view_of_view AS SELECT s FROM books_view");

    private static final List<String> COLLATED = List.of(
            "CREATE TABLE tags(id INTEGER PRIMARY KEY, name TEXT COLLATE unicase UNIQUE)",
            "INSERT INTO tags VALUES(1, 'a'), (2, 'B')",
            "CREATE INDEX tags_name ON tags(name COLLATE unicase, id)");

    private static final List<String> EXPRESSIONS = List.of(
            "CREATE TABLE made(a, b AS (title_sort(a)), c CHECK(title_sort(c) <> 'no'))",
            "INSERT INTO made VALUES('x', 'y')",
            "CREATE INDEX made_a ON made(title_sort(a))",
            "CREATE INDEX made_c ON made(c) WHERE title_sort(c) <> ''");

    private static void write(Path file, List<List<String>> statements) throws SQLException {
        try (Connection connection = DriverManager.getConnection("jdbc:sqlite:" + file);
                Statement statement = connection.createStatement()) {
            Function sort = new Function() {
                @Override
                protected void xFunc() throws SQLException {
                    result(args() == 0 ? "" : value_text(0));
                }
            };
            for (String name : List.of("title_sort", "min_x", "joined")) {
                Function.create(connection, name, sort, -1, Function.FLAG_DETERMINISTIC);
            }
            Collation.create(connection, "unicase", new Collation() {
                @Override
                protected int xCompare(String left, String right) {
                    return left.compareToIgnoreCase(right);
                }
            });
            for (List<String> part : statements) {
                for (String sql : part) {
                    statement.execute(sql);
                }
            }
            // SQLite of this process has those modules.
            statement.execute("PRAGMA writable_schema = ON");
            statement.execute(
                    "UPDATE sqlite_schema SET sql = replace(replace(sql, 'fts5', 'nofts'),"
                            + " 'rtree', 'notree') WHERE sql LIKE 'create virtual%'");
        }
    }

    private static final List<String> STATEMENTS = List.of(
            "SELECT type, name, tbl_name, sql FROM sqlite_schema",
            "SELECT name, type, ncol, wr, strict FROM pragma_table_list ORDER BY name",
            "SELECT * FROM plain",
            "SELECT * FROM books",
            "SELECT * FROM books_view",
            "SELECT * FROM view_of_view",
            "SELECT * FROM search",
            "SELECT * FROM found",
            "SELECT * FROM places",
            "SELECT * FROM search_config",
            "SELECT count(*) FROM places_node",
            "SELECT * FROM tags",
            "SELECT * FROM tags ORDER BY id",
            "SELECT * FROM tags ORDER BY name",
            "SELECT * FROM tags WHERE name = 'b'",
            "SELECT * FROM tags WHERE id = 2",
            "SELECT a, c FROM made",
            "SELECT * FROM made",
            "SELECT a FROM made WHERE a = 'x'",
            "PRAGMA table_info(search)",
            "PRAGMA table_xinfo(places)",
            "PRAGMA table_info(books_view)",
            "PRAGMA table_info(tags)",
            "PRAGMA index_list(tags)",
            "PRAGMA index_xinfo(tags_name)",
            "PRAGMA table_xinfo(made)",
            "PRAGMA index_list(made)",
            "PRAGMA foreign_key_list(search)",
            "PRAGMA index_list(search)",
            "INSERT INTO plain VALUES(3, 'z', 4)",
            "UPDATE plain SET c = 9 WHERE a = 1",
            "UPDATE plain SET b = 9 WHERE a = 1",
            "DELETE FROM plain WHERE a = 3",
            "INSERT INTO books(title) VALUES('new')",
            "UPDATE books SET title = 'other'",
            "UPDATE books SET geom = x'01'",
            "DELETE FROM books",
            "INSERT INTO tags VALUES(3, 'c')",
            "UPDATE tags SET id = 9 WHERE id = 1",
            "DELETE FROM tags WHERE id = 2",
            "INSERT INTO made(a, c) VALUES(1, 2)",
            "UPDATE made SET a = 5",
            "UPDATE made SET c = 7",
            "DELETE FROM made WHERE a = 5",
            "CREATE INDEX made_n ON made(c)",
            "DELETE FROM made",
            "INSERT INTO search(title) VALUES('x')",
            "DELETE FROM search",
            "UPDATE places SET minx = 1",
            "ALTER TABLE plain RENAME COLUMN c TO d",
            "SELECT sql FROM sqlite_schema",
            "ALTER TABLE plain RENAME TO plainer",
            "SELECT sql FROM sqlite_schema",
            "ALTER TABLE plainer ADD COLUMN e DEFAULT 5",
            "ALTER TABLE plainer DROP COLUMN d",
            "SELECT * FROM plainer",
            "ALTER TABLE plainer RENAME b TO bb",
            "ALTER TABLE books RENAME COLUMN title TO name",
            "ALTER TABLE books RENAME TO books2",
            "ALTER TABLE books2 RENAME TO books",
            "ALTER TABLE books ADD COLUMN x",
            "ALTER TABLE books DROP COLUMN x",
            "ALTER TABLE search RENAME TO s2",
            "ALTER TABLE search RENAME COLUMN title TO t",
            "ALTER TABLE search ADD COLUMN t",
            "ALTER TABLE search DROP COLUMN title",
            "ALTER TABLE books_view RENAME TO b2",
            "ALTER TABLE tags ADD COLUMN n",
            "ALTER TABLE tags RENAME n TO m",
            "ALTER TABLE tags DROP COLUMN n",
            "ALTER TABLE tags RENAME TO t2",
            "ALTER TABLE made ADD COLUMN n",
            "ALTER TABLE made RENAME a TO aa",
            "ALTER TABLE made DROP COLUMN n",
            "ALTER TABLE made RENAME TO made2",
            "ALTER TABLE made2 ADD COLUMN n2 CHECK (n2 IS NULL)",
            "ALTER TABLE made ADD COLUMN n2 CHECK (n2 IS NULL)",
            "ALTER TABLE search_config RENAME TO sc",
            "ALTER TABLE sc RENAME k TO kk",
            "ALTER TABLE plainer ADD CHECK (e > 1)",
            "ALTER TABLE plainer ALTER e SET NOT NULL",
            "SELECT type, name, tbl_name, sql FROM sqlite_schema",
            "CREATE TABLE fresh(a)",
            "CREATE INDEX fresh_a ON fresh(a)",
            "CREATE TRIGGER search_t AFTER INSERT ON search BEGIN SELECT 1; END",
            "CREATE INDEX search_i ON search(title)",
            "CREATE VIEW search_v AS SELECT * FROM search",
            "CREATE VIRTUAL TABLE v USING nofts(a)",
            "CREATE TABLE search(a)",
            "DROP TABLE search",
            "DROP TABLE IF EXISTS places",
            "DROP TABLE books",
            "DROP VIEW found",
            "DROP TABLE tags",
            "DROP TABLE made",
            "PRAGMA integrity_check",
            "PRAGMA quick_check",
            "PRAGMA foreign_key_check",
            "REINDEX",
            "SELECT type, name, tbl_name, sql FROM sqlite_schema");

    private void compare(String name, List<List<String>> parts) throws Exception {
        Path ours = directory.resolve(name + "-sqlvm.db");
        Path theirs = directory.resolve(name + "-sqlite.db");
        write(ours, parts);
        Files.copy(ours, theirs);
        StringBuilder expected = new StringBuilder();
        StringBuilder actual = new StringBuilder();
        try (SqlvmEngine sqlvm = SqlvmEngine.onFile(ours);
                SqliteEngine sqlite = SqliteEngine.onFile(theirs)) {
            for (String sql : STATEMENTS) {
                append(expected, sql, sqlite.execute(sql));
                append(actual, sql, sqlvm.execute(sql));
            }
        }
        assertEquals(expected.toString(), actual.toString());
    }

    private static void append(StringBuilder text, String sql, Outcome outcome) {
        text.append(sql).append('\n');
        if (outcome.failed()) {
            text.append("  error: ").append(outcome.failure().message()).append('\n');
        } else {
            outcome.rows()
                    .forEach(row -> text.append("  ").append(ValueText.row(row)).append('\n'));
        }
    }

    @Test
    void functions() throws Exception {
        compare("functions", List.of(FUNCTIONS));
    }

    @Test
    void modules() throws Exception {
        compare("modules", List.of(FUNCTIONS, MODULES));
    }

    @Test
    void usesOfModules() throws Exception {
        compare("uses", List.of(FUNCTIONS, MODULES, USES_OF_MODULES));
    }

    @Test
    void viewsOfViews() throws Exception {
        compare("nested", List.of(FUNCTIONS, MODULES, NESTED));
    }

    @Test
    void collations() throws Exception {
        compare("collations", List.of(FUNCTIONS, COLLATED));
    }

    @Test
    void expressions() throws Exception {
        compare("expressions", List.of(FUNCTIONS, MODULES, EXPRESSIONS));
    }
}
