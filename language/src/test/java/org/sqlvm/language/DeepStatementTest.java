package org.sqlvm.language;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.graalvm.polyglot.Context;
import org.graalvm.polyglot.PolyglotException;
import org.junit.jupiter.api.Assertions;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

import java.util.Collections;
import java.util.concurrent.atomic.AtomicReference;

/** Statements that nest as deep as SQLite lets them, on threads with little stack. */
@Tag("compiled")
final class DeepStatementTest {
    private static final int DEPTH = 900;

    /** So much is what many servers give a thread. */
    private static final long STACK_BYTES = 512 << 10;

    @Test
    void longChainsOfOperators() throws InterruptedException {
        check(DEPTH, "SELECT " + chain("1", " + "));
        check(1, "SELECT 1 WHERE " + chain("1", " AND "));
        check(DEPTH, "SELECT length(" + chain("'a'", " || ") + ")");
    }

    @Test
    void deepNesting() throws InterruptedException {
        check(1, "SELECT " + "(".repeat(DEPTH) + "1" + ")".repeat(DEPTH));
        check(1, "SELECT " + "NOT ".repeat(DEPTH) + "1");
        check(1, "SELECT " + "abs(".repeat(400) + "1" + ")".repeat(400));
        check(1, "SELECT " + "(SELECT ".repeat(200) + "1" + ")".repeat(200));
    }

    @Test
    void whatIsTooDeepIsAnError() {
        try (Context context = context()) {
            PolyglotException error = Assertions.assertThrows(
                    PolyglotException.class,
                    () -> context.eval("sqlvm", "SELECT " + "(".repeat(9000) + "1"));
            assertTrue(error.isGuestException(), error.getMessage());
            assertEquals("Recursion limit", error.getMessage());
        }
    }

    /** The code of each row, or the targets of a jump back, must not be as many as the rows. */
    @Test
    void manyRows() throws InterruptedException {
        String rows = String.join(",", Collections.nCopies(100_000, "(1)"));
        check(100_000, "SELECT count(*) FROM (VALUES " + rows + ")");
        check(1, "SELECT 7 IN (" + rows.replace("(1)", "1") + ", 7)");
    }

    @Test
    void limitsHaveSqlitesWords() {
        assertEquals("Recursion limit", message("SELECT " + "(".repeat(2495) + "1"));
        assertEquals("Recursion limit", message("SELECT " + "abs(".repeat(840) + "1"));
        assertEquals(
                "Expression tree is too large (maximum depth 1000)",
                message("SELECT " + String.join("+", Collections.nCopies(100_000, "1"))));
        assertEquals(
                "too many terms in ORDER BY clause",
                message("SELECT 1 ORDER BY " + String.join(",", Collections.nCopies(2001, "1"))));
    }

    private static String message(String sql) {
        try (Context context = context()) {
            return Assertions.assertThrows(
                            PolyglotException.class, () -> context.eval("sqlvm", sql))
                    .getMessage();
        }
    }

    private static String chain(String operand, String operator) {
        return String.join(operator, Collections.nCopies(DEPTH, operand));
    }

    private static Context context() {
        return Context.newBuilder("sqlvm").build();
    }

    private static void check(long expected, String sql) throws InterruptedException {
        AtomicReference<Object> outcome = new AtomicReference<>();
        Runnable work = () -> {
            try (Context context = context()) {
                outcome.set(context.eval("sqlvm", sql)
                        .getIterator()
                        .getIteratorNextElement()
                        .getArrayElement(0)
                        .asLong());
            } catch (PolyglotException e) {
                outcome.set(e);
            }
        };
        Thread thread = new Thread(null, work, "small stack", STACK_BYTES);
        thread.start();
        thread.join();
        assertEquals(expected, outcome.get(), () -> sql.substring(0, 40));
    }
}
