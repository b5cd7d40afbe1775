package org.sqlvm.server;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import org.junit.jupiter.api.Test;
import org.sqlvm.server.sql.DialectRewriter;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;

final class CatalogTest extends ServerTestCase {
    private void answers(String sql, String... lines) throws IOException {
        List<String> all = client.query(sql);
        List<String> rows = all.stream()
                .filter(line -> line.startsWith("D ") || line.startsWith("E "))
                .toList();
        assertEquals(List.of(lines), rows, sql);
    }

    /**
     * Runs statements that psql and other clients have sent; each begins with a line that names the
     * client.
     */
    @Test
    void recordedStatementsRun() throws IOException {
        String text;
        try (InputStream stream = CatalogTest.class.getResourceAsStream("recorded.sql")) {
            text = new String(stream.readAllBytes(), StandardCharsets.UTF_8);
        }
        for (String statement : text.split("(?m)^-- ")) {
            for (String line : client.query(statement.substring(statement.indexOf('\n') + 1))) {
                assertFalse(line.startsWith("E "), line + " for\n" + statement);
            }
        }
    }

    @Test
    void tablesAndColumnsAreThere() throws IOException {
        answers(
                "SELECT relname, relkind FROM pg_catalog.pg_class ORDER BY relname",
                "D by_name|i",
                "D orders|r",
                "D orders_pkey|i",
                "D parts|r",
                "D parts_pkey|i");
        answers(
                "SELECT attname, format_type(atttypid, atttypmod), attnotnull FROM pg_attribute"
                        + " WHERE attrelid = 'parts'::regclass ORDER BY attnum",
                "D id|bigint|t",
                "D name|text|t",
                "D price|double precision|f",
                "D data|bytea|f",
                "D note|text|f");
        answers(
                "SELECT conname, conrelid::regclass, pg_get_constraintdef(oid) FROM pg_constraint"
                        + " WHERE contype = 'f'",
                "D orders_part_fkey|orders|FOREIGN KEY (part) REFERENCES parts(id)");
        answers(
                "SELECT table_name, column_name FROM information_schema.columns"
                        + " WHERE table_name = 'orders'",
                "D orders|id",
                "D orders|part");
        answers("SELECT name FROM public.parts WHERE id = 1", "D bolt");
    }

    /** The text of Grafana's query builder. */
    @Test
    void tablesOfTheSearchPathAreFound() throws IOException {
        answers("""
            SELECT quote_ident(table_name) as "table" FROM information_schema.tables
            WHERE quote_ident(table_schema) NOT IN ('information_schema', 'pg_catalog')
            AND quote_ident(table_schema) IN (
              SELECT CASE WHEN trim(s[i]) = '"$user"' THEN user ELSE trim(s[i]) END
              FROM generate_series(
                  array_lower(string_to_array(current_setting('search_path'),','),1),
                  array_upper(string_to_array(current_setting('search_path'),','),1)
                ) as i,
                string_to_array(current_setting('search_path'),',') s
              )
            ORDER BY 1\
            """, "D orders", "D parts");
    }

    @Test
    void fieldsOfTimesAreExtracted() throws IOException {
        answers("SELECT extract(epoch from '1970-01-02 00:00:01.5')", "D 86401.5");
        answers(
                "SELECT EXTRACT(YEAR FROM d), extract(month from d), extract(DOW FROM d),"
                        + " extract(second from d) + 1 FROM (SELECT '2026-11-26 10:20:30.25' AS d)",
                "D 2026|11|4|31.25");
        answers("SELECT extract(nosuch FROM '2026-11-26')", "E 42601 near \"FROM\": syntax error");
    }

    @Test
    void columnsHaveTheTypesOfTheCatalog() throws IOException {
        assertEquals(
                "T oid:26 relname:19 relhasindex:16 relnatts:21",
                client.query("SELECT oid, relname, relhasindex, relnatts FROM pg_class")
                        .getFirst());
    }

    @Test
    void aChangeIsSeen() throws IOException {
        answers("SELECT count(*) FROM pg_tables", "D 2");
        client.query("BEGIN; CREATE TABLE more(x)");
        answers("SELECT count(*) FROM pg_tables", "D 3");
        client.query("ROLLBACK");
        answers("SELECT count(*) FROM pg_tables", "D 2");
    }

    private static void becomes(String text, String rewritten) {
        assertEquals(rewritten, DialectRewriter.rewrite(text));
    }

    @Test
    void castsAreFunctions() {
        becomes("SELECT a.b::text", "SELECT CAST(a.b AS TEXT)");
        becomes("SELECT 'x'::regclass::oid", "SELECT CAST(to_regclass('x') AS INTEGER)");
        becomes("SELECT c.oid::pg_catalog.regclass", "SELECT pg_regclass(c.oid)");
        becomes(
                "SELECT (1 + 2)::int4 + f(x)::float8",
                "SELECT CAST((1 + 2) AS INTEGER) + CAST(f(x) AS REAL)");
        becomes(
                "SELECT $1::VARCHAR(20), $2::timestamp without time zone",
                "SELECT $1::varchar, $2::timestamp");
        becomes("SELECT x::text[]", "SELECT x");
        becomes("SELECT 'a::b', \"c::d\"", "SELECT 'a::b', \"c::d\"");
        becomes("SELECT 'bool_and(' || x::text", "SELECT 'bool_and(' || CAST(x AS TEXT)");
    }

    @Test
    void operatorsAreSqlites() {
        becomes("a OPERATOR(pg_catalog.~) '^(t)$' COLLATE pg_catalog.default", "a REGEXP '^(t)$'");
        becomes("a !~ '^pg_'", "a NOT REGEXP '^pg_'");
        becomes("a ILIKE 'x%' AND ~b = 1", "a LIKE 'x%' AND ~b = 1");
        becomes("a = ANY (ARRAY['r','v'])", "pg_any(a, (pg_array_of('r','v')))");
        becomes("x.a <> ALL (b)", "NOT pg_any(x.a, (b))");
        becomes("a = any (SELECT 1)", "a IN (SELECT 1)");
        becomes(
                "array(select a from b)",
                "(WITH array_rows(x) AS (select a from b)"
                        + " SELECT pg_array(x) FROM array_rows)");
        becomes("con.conkey[pos.n] = 1", "pg_element(con.conkey,pos.n) = 1");
        becomes("E'a\\'b' || current_user", "'a''b' || current_user()");
        becomes(
                "SELECT a FROM (VALUES (1::int)) AS v(a)",
                "SELECT a FROM (WITH v(a) AS (VALUES (CAST(1 AS INTEGER))) SELECT * FROM v) AS v");
        becomes(
                "SELECT x FROM generate_series(1, f(2)) AS s(x)",
                "SELECT x FROM (SELECT value AS x FROM generate_series(1, f(2))) AS s");
    }

    @Test
    void parametersHaveTheTypesOfTheirColumns() throws IOException {
        client.parse(
                        "",
                        "SELECT name FROM parts WHERE id = $1 AND price > $2 AND name IN ($3, $4)"
                                + " LIMIT $5")
                .describe('S', "");
        assertEquals("t 20 701 25 25 20", client.sync().get(1));
        client.parse("", "INSERT INTO parts(name, data, price) VALUES ($1, $2, $3), ($4, $5, $6)")
                .describe('S', "");
        assertEquals("t 25 17 701 25 17 701", client.sync().get(1));
        client.parse("", "UPDATE parts SET price = $1 WHERE $2 = id").describe('S', "");
        assertEquals("t 701 20", client.sync().get(1));
        client.parse("", "SELECT count(*) AS n, max(price) AS m FROM parts WHERE id < $1")
                .describe('S', "");
        List<String> lines = client.sync();
        assertEquals("T n:20 m:25", lines.get(2), lines.toString());
    }
}
