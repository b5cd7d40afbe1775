package org.sqlvm.server;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

import java.io.IOException;
import java.util.List;

final class SimpleQueryTest extends ServerTestCase {
    private void answers(String sql, String... lines) throws IOException {
        assertEquals(List.of(lines), client.query(sql), sql);
    }

    @Test
    void rowsComeWithTheTypesOfTheirColumns() throws IOException {
        answers(
                "SELECT * FROM parts",
                "T id:20 name:25 price:701 data:17 note:25",
                "D 1|bolt|1.5|\\x0102|x",
                "D 2|nut|0.1|null|3",
                "C SELECT 2",
                "Z I");
    }

    @Test
    void expressionsHaveTheTypesOfTheirValues() throws IOException {
        answers(
                "SELECT count(*) AS n, 1.5 AS r, 'a' AS t, x'ff' AS b, NULL AS z FROM parts",
                "T n:20 r:701 t:25 b:17 z:25",
                "D 2|1.5|a|\\xff|null",
                "C SELECT 1",
                "Z I");
        answers(
                "SELECT 1 AS a UNION ALL SELECT 0.5",
                "T a:701",
                "D 1",
                "D 0.5",
                "C SELECT 2",
                "Z I");
        answers("SELECT 1 AS a UNION ALL SELECT 'x'", "T a:25", "D 1", "D x", "C SELECT 2", "Z I");
    }

    @Test
    void aDeclaredTypeCountsAsFarAsTheRowsAgree() throws IOException {
        answers("CREATE TABLE loose(a INTEGER)", "C CREATE TABLE", "Z I");
        answers("SELECT a FROM loose", "T a:20", "C SELECT 0", "Z I");
        answers("INSERT INTO loose VALUES ('many'), (3)", "C INSERT 0 2", "Z I");
        answers("SELECT a FROM loose", "T a:25", "D many", "D 3", "C SELECT 2", "Z I");
    }

    /** A client cannot turn them on. */
    @Test
    void storedFunctionsAreOff() throws IOException {
        List<String> answer = client.query("CREATE FUNCTION f(x) LANGUAGE js AS 'x => x'");
        assertTrue(answer.getFirst().endsWith("are off; a server runs none"), answer.toString());
    }

    @Test
    void tagsSayWhatWasDone() throws IOException {
        answers("UPDATE parts SET price = 2", "C UPDATE 2", "Z I");
        answers("DELETE FROM parts WHERE id = 1", "C DELETE 1", "Z I");
        answers(
                "WITH a AS (SELECT 7) INSERT INTO orders SELECT * , 2 FROM a",
                "C INSERT 0 1",
                "Z I");
        answers("REPLACE INTO orders VALUES (7, 2)", "C INSERT 0 1", "Z I");
        answers("CREATE TEMP VIEW v AS SELECT 1", "C CREATE VIEW", "Z I");
        answers("CREATE UNIQUE INDEX i ON orders(part)", "C CREATE INDEX", "Z I");
        answers("DROP INDEX i", "C DROP INDEX", "Z I");
        answers("VALUES (1)", "T column1:20", "D 1", "C SELECT 1", "Z I");
        answers("", "I", "Z I");
        answers(" -- nothing\n;;", "I", "Z I");
    }

    @Test
    void returningGivesRows() throws IOException {
        answers(
                "INSERT INTO parts(id, name) VALUES (9, 'cap') RETURNING id, name, id + 1 AS next",
                "T id:20 name:25 next:20",
                "D 9|cap|10",
                "C INSERT 0 1",
                "Z I");
    }

    @Test
    void errorsHaveTheirStateAndPlace() throws IOException {
        answers("SELECT 'ä', nosuch FROM parts", "E 42703 no such column: nosuch @13", "Z I");
        answers(
                "SELECT 1; SELEC 2",
                "T 1:20",
                "D 1",
                "C SELECT 1",
                "E 42601 near \"SELEC\": syntax error @11",
                "Z I");
        answers("SELECT $1", "E 42P02 there is no parameter $1", "Z I");
        answers("SELECT * FROM nosuch", "E 42P01 no such table: nosuch @15", "Z I");
        answers(
                "INSERT INTO parts(id, name) VALUES (1, 'x')",
                "E 23505 UNIQUE constraint failed: parts.id",
                "Z I");
        answers(
                "INSERT INTO parts(id) VALUES (5)",
                "E 23502 NOT NULL constraint failed: parts.name",
                "Z I");
    }

    @Test
    void statementsOfOneTextAreOneTransaction() throws IOException {
        answers(
                "INSERT INTO orders VALUES (1, 1); INSERT INTO orders VALUES (1, 1)",
                "C INSERT 0 1",
                "E 23505 UNIQUE constraint failed: orders.id",
                "Z I");
        answers("SELECT count(*) AS n FROM orders", "T n:20", "D 0", "C SELECT 1", "Z I");
        answers(
                "INSERT INTO orders VALUES (1, 1); INSERT INTO orders VALUES (2, 1);",
                "C INSERT 0 1",
                "C INSERT 0 1",
                "Z I");
        answers("SELECT count(*) AS n FROM orders", "T n:20", "D 2", "C SELECT 1", "Z I");
        answers(
                "INSERT INTO orders VALUES (3, 1); COMMIT; SELECT nosuch",
                "C INSERT 0 1",
                "C COMMIT",
                "E 42703 no such column: nosuch @50",
                "Z I");
        answers("SELECT count(*) AS n FROM orders", "T n:20", "D 3", "C SELECT 1", "Z I");
    }

    @Test
    void aFailedTransactionTakesNothingButItsEnd() throws IOException {
        answers("BEGIN", "C BEGIN", "Z T");
        answers("INSERT INTO orders VALUES (1, 1)", "C INSERT 0 1", "Z T");
        answers("SELECT nosuch", "E 42703 no such column: nosuch @8", "Z E");
        answers(
                "SELECT 1",
                "E 25P02 current transaction is aborted, commands ignored until end of transaction"
                        + " block",
                "Z E");
        answers("COMMIT", "C ROLLBACK", "Z I");
        answers("SELECT count(*) AS n FROM orders", "T n:20", "D 0", "C SELECT 1", "Z I");
    }

    @Test
    void savepointsUndoAPart() throws IOException {
        answers(
                "BEGIN; INSERT INTO orders VALUES (1, 1); SAVEPOINT \"a b\"",
                "C BEGIN",
                "C INSERT 0 1",
                "C SAVEPOINT",
                "Z T");
        answers(
                "INSERT INTO orders VALUES (1, 1)",
                "E 23505 UNIQUE constraint failed: orders.id",
                "Z E");
        answers("ROLLBACK TO SAVEPOINT \"a b\"", "C ROLLBACK", "Z T");
        answers("RELEASE \"a b\"; COMMIT", "C RELEASE", "C COMMIT", "Z I");
        answers("SELECT count(*) AS n FROM orders", "T n:20", "D 1", "C SELECT 1", "Z I");
        answers("SAVEPOINT a", "E 25P01 SAVEPOINT can only be used in transaction blocks", "Z I");
    }

    @Test
    void commandsOutOfPlaceWarn() throws IOException {
        answers("COMMIT", "N 25P01 there is no transaction in progress", "C COMMIT", "Z I");
        answers(
                "START TRANSACTION ISOLATION LEVEL READ COMMITTED, READ WRITE",
                "C START TRANSACTION",
                "Z T");
        answers("BEGIN", "N 25001 there is already a transaction in progress", "C BEGIN", "Z T");
        answers("ABORT", "C ROLLBACK", "Z I");
    }

    @Test
    void settingsAreSetAndShown() throws IOException {
        answers("SHOW server_version", "T server_version:25", "D 14.0", "C SHOW", "Z I");
        answers("SET application_name TO 'tests'", "S application_name=tests", "C SET", "Z I");
        answers("SHOW application_name", "T application_name:25", "D tests", "C SHOW", "Z I");
        answers("SET search_path = a, \"B\"", "C SET", "Z I");
        answers("SHOW search_path", "T search_path:25", "D a, B", "C SHOW", "Z I");
        answers("RESET search_path", "C RESET", "Z I");
        answers(
                "SET client_encoding = 'LATIN1'",
                "E 22023 invalid value for parameter \"client_encoding\": \"LATIN1\"",
                "Z I");
        answers("SET TIME ZONE 'Europe/Berlin'", "S TimeZone=Europe/Berlin", "C SET", "Z I");
        answers("SET SESSION CHARACTERISTICS AS TRANSACTION READ ONLY", "C SET", "Z I");
        answers("SHOW nosuch", "E 42704 unrecognized configuration parameter \"nosuch\"", "Z I");
        answers("LISTEN a; UNLISTEN *", "C LISTEN", "C UNLISTEN", "Z I");
    }

    @Test
    void cursorsGiveRowsInParts() throws IOException {
        answers(
                "DECLARE c CURSOR FOR SELECT 1",
                "E 25P01 DECLARE CURSOR can only be used in transaction blocks",
                "Z I");
        answers(
                "BEGIN; DECLARE c NO SCROLL CURSOR FOR SELECT value FROM generate_series(1, 5)",
                "C BEGIN",
                "C DECLARE CURSOR",
                "Z T");
        answers("FETCH FORWARD 2 FROM c", "T value:20", "D 1", "D 2", "C FETCH 2", "Z T");
        answers("MOVE c", "C MOVE 1", "Z T");
        answers("FETCH ALL IN c", "T value:20", "D 4", "D 5", "C FETCH 2", "Z T");
        answers("FETCH c", "T value:20", "C FETCH 0", "Z T");
        answers("CLOSE c; FETCH c", "C CLOSE CURSOR", "E 34000 portal \"c\" does not exist", "Z E");
        answers("ROLLBACK", "C ROLLBACK", "Z I");
        answers("DECLARE h CURSOR WITH HOLD FOR SELECT 7 AS a", "C DECLARE CURSOR", "Z I");
        answers("FETCH h", "T a:20", "D 7", "C FETCH 1", "Z I");
        answers("CLOSE ALL", "C CLOSE CURSOR ALL", "Z I");
    }

    /** As deep as it may be written. */
    @Test
    void aCursorIsOfAQuery() throws IOException {
        answers("DECLARE c CURSOR FOR BEGIN", "E 42601 near \"BEGIN\": syntax error @22", "Z I");
        answers(
                "DECLARE c CURSOR FOR ".repeat(20_000) + "SELECT 1",
                "E 42601 near \"DECLARE\": syntax error @22",
                "Z I");
    }
}
