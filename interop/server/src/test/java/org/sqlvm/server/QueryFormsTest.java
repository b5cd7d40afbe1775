package org.sqlvm.server;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;

import java.io.IOException;
import java.util.List;

/** Clauses that PostgreSQL has in another form, as its clients' libraries write them. */
final class QueryFormsTest extends ServerTestCase {
    private void gives(String sql, String... rows) throws IOException {
        List<String> lines = client.query(sql);
        assertEquals(
                List.of(rows),
                lines.stream()
                        .filter(line -> line.startsWith("D ") || line.startsWith("E "))
                        .map(line -> line.substring(2))
                        .toList(),
                sql + " " + lines);
    }

    @Test
    void anOffsetNeedsNoLimit() throws IOException {
        gives("SELECT id FROM parts ORDER BY id OFFSET 1", "2");
        gives("SELECT id FROM parts ORDER BY id ASC LIMIT 1 OFFSET 1", "2");
        gives("SELECT (SELECT id FROM parts ORDER BY id LIMIT 1), id FROM parts OFFSET 1", "1|2");
        gives("SELECT count(*) FROM (SELECT id FROM parts OFFSET 1) AS x LIMIT 1", "1");
        client.query("CREATE TABLE log(\"offset\" INT); INSERT INTO log VALUES (7)");
        gives("SELECT offset FROM log WHERE offset = 7 AND offset > 5", "7");
    }

    @Test
    void queriesInParentheses() throws IOException {
        gives("(SELECT 1 AS a LIMIT 1) UNION ALL (SELECT 2 ORDER BY 1) ORDER BY a", "1", "2");
        gives("SELECT a FROM ((SELECT 1 AS a) UNION (SELECT 1)) AS x", "1");
        gives("SELECT 1 WHERE 1 IN ((SELECT 1))", "1");
        gives("(SELECT 3) EXCEPT (SELECT 4)", "3");
    }

    @Test
    void rowsAreLockedByTheTransaction() throws IOException {
        gives("SELECT id FROM parts WHERE id = 1 FOR UPDATE", "1");
        gives("SELECT id FROM parts WHERE id = 1 FOR NO KEY UPDATE OF parts NOWAIT", "1");
        gives("SELECT id FROM parts WHERE id = 1 FOR SHARE SKIP LOCKED", "1");
    }

    @Test
    void timesHaveZones() throws IOException {
        gives("SELECT '2026-07-01 23:30:00+00:00' AT TIME ZONE 'UTC'", "2026-07-01 23:30:00");
        gives("SELECT ('2026-07-01 23:30:00' AT TIME ZONE 'Europe/Berlin')::date", "2026-07-02");
        gives("SELECT 'x' AT TIME ZONE 'nowhere'", "x");
        gives(
                "SELECT '2026-07-01 23:30:00' AT TIME ZONE 'nowhere'",
                "22023 time zone \"nowhere\" not recognized");
    }

    @Test
    void arraysAreTables() throws IOException {
        gives("SELECT * FROM unnest('{a,NULL,\"b c\",007}'::text[])", "a", "null", "b c", "007");
        gives("SELECT n, v FROM unnest('{a,b}') WITH ORDINALITY AS t(v, n)", "1|a", "2|b");
        gives("SELECT * FROM unnest('{1,2}'::int[], '{x}'::text[]) AS t(a, b)", "1|x", "2|null");
        gives(
                "SELECT p.name, t.v FROM parts p, unnest('{1,2}') AS t(v) WHERE p.id = t.v",
                "bolt|1",
                "nut|2");
        client.query("CREATE TABLE many(id SERIAL PRIMARY KEY, a VARCHAR(5), f BOOLEAN)");
        gives(
                "INSERT INTO many(a, f) SELECT * FROM UNNEST(ARRAY['007','x']::varchar[],"
                        + " '{t,f}'::boolean[]) RETURNING id, a, f",
                "1|007|t",
                "2|x|f");
    }

    @Test
    void bytesInTexts() throws IOException {
        gives(
                "SELECT typeof('\\x00ff'::bytea), hex('\\x00ff'::bytea), hex(('\\x' ||"
                        + " '0a')::bytea)",
                "blob|00FF|0A");
    }

    @Test
    void publicIsTheSchemaOfColumnsToo() throws IOException {
        gives(
                "INSERT INTO public.parts(name) VALUES ('x') RETURNING \"public\".\"parts\".\"id\"",
                "3");
        gives("SELECT public.parts.id FROM public.parts WHERE public.parts.id = 3", "3");
    }

    @Test
    void constraintsComeAndGo() throws IOException {
        client.query("PRAGMA foreign_keys = ON");
        client.query("CREATE TABLE child(id SERIAL PRIMARY KEY, parent INT, code VARCHAR(5))");
        client.query("INSERT INTO child(parent) VALUES (9)");
        String foreign = "ALTER TABLE child ADD CONSTRAINT fk FOREIGN KEY (parent)"
                + " REFERENCES parts (id) DEFERRABLE INITIALLY DEFERRED";
        gives(foreign, "23503 FOREIGN KEY constraint failed");
        client.query("DELETE FROM child");
        gives(foreign);
        gives("INSERT INTO child(parent) VALUES (9)", "23503 FOREIGN KEY constraint failed");
        gives(
                "SELECT conname FROM pg_constraint WHERE contype = 'f' AND conrelid ="
                        + " 'child'::regclass",
                "child_parent_fkey");
        gives("ALTER TABLE child DROP CONSTRAINT fk");
        gives("INSERT INTO child(parent) VALUES (9)");
        gives("ALTER TABLE child ADD CONSTRAINT u UNIQUE (code)");
        gives(
                "INSERT INTO child(code) VALUES ('a'), ('a')",
                "23505 UNIQUE constraint failed: child.code");
        gives("ALTER TABLE child DROP CONSTRAINT u");
        gives("ALTER TABLE child DROP CONSTRAINT u", "42704 constraint \"u\" does not exist");
        gives("ALTER TABLE child DROP CONSTRAINT IF EXISTS u CASCADE");
        gives("ALTER TABLE child ALTER COLUMN code TYPE VARCHAR(50) USING code::varchar(50)");
        gives(
                "ALTER TABLE child ALTER COLUMN code TYPE INTEGER",
                "0A000 a change of the type VARCHAR(50) of a column to INTEGER is not supported");
        gives("SELECT type FROM pragma_table_info('child') WHERE name = 'code'", "VARCHAR(50)");
        gives("ALTER TABLE child DROP COLUMN code CASCADE");
        gives("PRAGMA integrity_check", "ok");
        gives("DROP TABLE child CASCADE");
    }
}
