package org.sqlvm.language;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.graalvm.polyglot.Context;
import org.graalvm.polyglot.Engine;
import org.graalvm.polyglot.PolyglotException;
import org.graalvm.polyglot.Value;
import org.graalvm.polyglot.io.ByteSequence;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.LongStream;

/** The view that a program in another language has of sqlvm, through the polyglot API. */
final class PolyglotTest {
    private static final String ID = SqlvmLanguage.ID;

    private final Context context = Context.newBuilder(ID).allowAllAccess(true).build();

    @AfterEach
    void close() {
        context.close();
    }

    private Value eval(String sql) {
        return context.eval(ID, sql);
    }

    private static List<Value> rows(Value result) {
        List<Value> rows = new ArrayList<>();
        Value iterator = result.getIterator();
        while (iterator.hasIteratorNextElement()) {
            rows.add(iterator.getIteratorNextElement());
        }
        return rows;
    }

    /** The value of a result that has one. */
    private static Value only(Value result) {
        List<Value> rows = rows(result);
        assertEquals(1, rows.size());
        return rows.get(0).getArrayElement(0);
    }

    private static List<String> strings(Value array) {
        List<String> strings = new ArrayList<>();
        for (long i = 0; i < array.getArraySize(); i++) {
            strings.add(array.getArrayElement(i).asString());
        }
        return strings;
    }

    private void createParts() {
        eval("CREATE TABLE parts(id INTEGER PRIMARY KEY, name TEXT, price REAL)");
        eval("INSERT INTO parts VALUES (1, 'bolt', 0.25), (2, 'nut', 0.5), (3, NULL, 2.0)");
    }

    @Test
    void changesAreMadeThoughTheirRowsAreNotRead() {
        createParts();
        Value ids = eval("INSERT INTO parts(name) VALUES ('a'), ('b'), ('c') RETURNING id");
        assertEquals(6, rows(eval("SELECT * FROM parts")).size());
        assertEquals(3, rows(ids).size());
    }

    @Test
    void rowsAreArraysWithNamedMembers() {
        createParts();
        List<Value> rows = rows(eval("SELECT id, name AS label FROM parts ORDER BY id"));
        assertEquals(3, rows.size());
        Value row = rows.get(1);
        assertTrue(row.hasArrayElements());
        assertEquals(2, row.getArraySize());
        assertEquals(2L, row.getArrayElement(0).asLong());
        assertEquals("nut", row.getMember("label").asString());
        assertEquals(Set.of("id", "label"), row.getMemberKeys());
        assertFalse(row.hasMember("name"));
        assertThrows(ArrayIndexOutOfBoundsException.class, () -> row.getArrayElement(2));
    }

    @Test
    void rowsOutliveTheirBatch() {
        List<Value> rows = rows(eval("VALUES (0), (1), (2), (3), (4), (5), (6), (7), (8), (9)"));
        for (int i = 0; i < 10; i++) {
            assertEquals(i, rows.get(i).getArrayElement(0).asInt());
        }
    }

    @Test
    void columnsAreKnownBeforeTheFirstRow() {
        createParts();
        Value result = eval("SELECT id, price * 2 AS twice, name FROM parts WHERE 0");
        assertEquals(List.of("id", "twice", "name"), strings(result.getMember("columns")));
        assertEquals(List.of(), rows(result));
    }

    @Test
    void aScriptGivesTheResultOfItsLastStatement() {
        assertTrue(eval("CREATE TABLE t(a)").isNull());
        assertEquals(2, eval("INSERT INTO t VALUES (1), (2)").asLong());
        Value last = eval("SELECT 7; INSERT INTO t VALUES (3); SELECT sum(a) FROM t;");
        assertEquals(6, rows(last).getFirst().getArrayElement(0).asLong());
        assertTrue(eval("-- nothing at all").isNull());
    }

    @Test
    void aStatementWithParametersIsExecutable() {
        createParts();
        Value cheap = eval("SELECT name FROM parts WHERE price < ? AND id > ? ORDER BY id");
        assertTrue(cheap.canExecute());
        assertEquals(
                "nut", rows(cheap.execute(1.0, 1)).getFirst().getMember("name").asString());
        assertEquals(2, rows(cheap.execute(1.0, 0)).size());
        assertEquals(0, rows(cheap.execute()).size(), "what is left out is NULL");
        assertThrows(IllegalArgumentException.class, () -> cheap.execute(1, 2, 3));
        Value insert = eval("INSERT INTO parts VALUES (?, ?, ?)");
        assertEquals(1, insert.execute(4, "washer", null).asLong());
        assertEquals(4, rows(eval("SELECT * FROM parts")).size());
    }

    @Test
    void valuesLeaveWithTheirKind() {
        Value row = rows(eval("SELECT NULL, 9223372036854775807, 0.1, 'žluť', x'00ff80'"))
                .getFirst();
        assertTrue(row.getArrayElement(0).isNull());
        assertEquals(Long.MAX_VALUE, row.getArrayElement(1).asLong());
        assertEquals(0.1, row.getArrayElement(2).asDouble());
        assertEquals("žluť", row.getArrayElement(3).asString());
        Value blob = row.getArrayElement(4);
        assertTrue(blob.hasBufferElements());
        byte[] bytes = new byte[3];
        blob.readBuffer(0, bytes, 0, 3);
        assertArrayEquals(new byte[] {0, (byte) 0xff, (byte) 0x80}, bytes);
    }

    @Test
    void valuesEnterWithTheirKind() {
        Value typeof = eval("SELECT typeof(?)");
        assertEquals("null", typeOf(typeof, null));
        assertEquals("integer", typeOf(typeof, 1));
        assertEquals("integer", typeOf(typeof, Long.MIN_VALUE));
        assertEquals("integer", typeOf(typeof, true));
        assertEquals("real", typeOf(typeof, 1.5));
        assertEquals("text", typeOf(typeof, "1"));
        assertEquals("blob", typeOf(typeof, ByteSequence.create(new byte[] {1, 2})));
        assertThrows(IllegalArgumentException.class, () -> typeof.execute(new Object()));
    }

    private static String typeOf(Value statement, Object value) {
        return rows(statement.execute(value)).getFirst().getArrayElement(0).asString();
    }

    @Test
    void bindingsHaveOpenAndTables() {
        createParts();
        Value bindings = context.getBindings(ID);
        assertTrue(bindings.getMemberKeys().containsAll(Set.of("open", "database", "parts")));
        assertEquals(3, rows(bindings.getMember("parts")).size());
        assertFalse(bindings.hasMember("nosuch"));

        Value other = bindings.getMember("open").execute(":memory:");
        other.getMember("execute").execute("CREATE TABLE u(x); INSERT INTO u VALUES (41)");
        Value result = other.getMember("execute").execute("SELECT x + ? FROM u", 1);
        assertEquals(42, rows(result).getFirst().getArrayElement(0).asLong());
        other.getMember("close").execute();
        Value execute = other.getMember("execute");
        assertThrows(PolyglotException.class, () -> execute.execute("SELECT 1"));
    }

    @Test
    void errorsHaveMessageCodeAndPlace() {
        PolyglotException syntax =
                assertThrows(PolyglotException.class, () -> eval("SELECT 1 FORM t WHERE"));
        assertTrue(syntax.isSyntaxError());
        assertTrue(syntax.isGuestException());
        assertEquals("near \"t\": syntax error", syntax.getMessage());
        assertEquals("t", syntax.getSourceLocation().getCharacters().toString());
        assertEquals(1, syntax.getGuestObject().getMember("code").asInt());

        PolyglotException name = assertThrows(PolyglotException.class, () -> eval("SELECT nosuch"));
        assertEquals("no such column: nosuch", name.getMessage());
        assertFalse(name.isSyntaxError());

        createParts();
        PolyglotException constraint = assertThrows(
                PolyglotException.class, () -> eval("INSERT INTO parts VALUES (1, '', 0)"));
        assertEquals("UNIQUE constraint failed: parts.id", constraint.getMessage());
        assertEquals(1555, constraint.getGuestObject().getMember("code").asInt());
        assertEquals(
                "SQLITE_CONSTRAINT_PRIMARYKEY",
                constraint.getGuestObject().getMember("name").asString());
    }

    @Test
    void aFailingStatementLeavesWhatAScriptHasDoneBefore() {
        String script = "CREATE TABLE t(a UNIQUE); INSERT INTO t VALUES (1); BEGIN;"
                + " INSERT INTO t VALUES (2); INSERT INTO t VALUES (3), (2); SELECT 1";
        PolyglotException unique = assertThrows(PolyglotException.class, () -> eval(script));
        assertEquals(2067, unique.getGuestObject().getMember("code").asInt());
        assertEquals(2, rows(eval("SELECT a FROM t")).size());
        Value database = context.getBindings(ID).getMember("database");
        assertTrue(database.getMember("inTransaction").asBoolean());
        eval("ROLLBACK");
        assertEquals(1, rows(eval("SELECT a FROM t")).size());

        Value execute = database.getMember("execute");
        assertThrows(
                PolyglotException.class,
                () -> execute.execute("INSERT INTO t VALUES (5); INSERT INTO t VALUES (nosuch)"));
        assertThrows(
                PolyglotException.class,
                () -> execute.execute("INSERT INTO t VALUES (6); INSERT INTO"));
        assertEquals(3, rows(eval("SELECT a FROM t")).size());
    }

    @Test
    void aSourceWithASyntaxErrorDoesNotBegin() {
        eval("CREATE TABLE t(a)");
        assertThrows(PolyglotException.class, () -> eval("INSERT INTO t VALUES (1); INSERT INTO"));
        assertEquals(0, rows(eval("SELECT a FROM t")).size());
    }

    @Test
    void halfAStatementIsIncompleteSource() {
        PolyglotException incomplete =
                assertThrows(PolyglotException.class, () -> eval("SELECT 1 +"));
        assertTrue(incomplete.isIncompleteSource(), incomplete.getMessage());
        assertEquals("incomplete input", incomplete.getMessage());
    }

    @Test
    void contextsOfAnEngineCompileAQueryOnce() {
        try (Engine engine = Engine.create();
                Context first = context(engine);
                Context second = context(engine)) {
            for (Context each : List.of(first, second)) {
                each.eval(ID, "CREATE TABLE t(a)");
                each.eval(ID, "INSERT INTO t VALUES (1), (2)");
            }
            assertEquals(2, rows(first.eval(ID, "SELECT a FROM t")).size());
            long compiledBefore = compiledCount(first);
            assertEquals(2, rows(second.eval(ID, "SELECT a FROM t")).size());
            assertEquals(compiledBefore, compiledCount(second));
            assertEquals(2, rows(second.eval(ID, "SELECT a + 1 FROM t")).size());
            assertEquals(compiledBefore + 1, compiledCount(first), "counter does count");
        }
    }

    /** Literals that are compared, assigned or inserted; the shape of the result is the text's. */
    @Test
    void textsOfOneShapeAreCompiledOnce() {
        try (Engine engine = Engine.create();
                Context context = context(engine)) {
            context.eval(ID, "CREATE TABLE t(a INTEGER PRIMARY KEY, b TEXT)");
            for (int i = 1; i <= 3; i++) {
                context.eval(ID, "INSERT INTO t VALUES (" + i + ", 'row " + i + "')");
            }
            long compiledBefore = compiledCount(context);
            for (int i = 4; i <= 9; i++) {
                context.eval(ID, "INSERT INTO t VALUES (" + i + ", 'row " + i + "')");
            }
            assertEquals(compiledBefore, compiledCount(context));
            for (int i = 1; i <= 9; i++) {
                Value rows = context.eval(ID, "SELECT b FROM t WHERE a = " + i);
                assertEquals("row " + i, only(rows).asString());
            }
            assertEquals(compiledBefore + 1, compiledCount(context));
            Value nine = context.eval(ID, "SELECT a = 9 FROM t WHERE a = 9");
            Value eight = context.eval(ID, "SELECT a = 8 FROM t WHERE a = 9");
            assertEquals(1, only(nine).asInt());
            assertEquals(0, only(eight).asInt());
            assertEquals(compiledBefore + 3, compiledCount(context));
        }
    }

    @Test
    void withoutShapesEachTextIsCompiled() {
        try (Engine engine = Engine.newBuilder()
                        .option("sqlvm.StatementShapes", "false")
                        .build();
                Context context = context(engine)) {
            context.eval(ID, "CREATE TABLE t(a)");
            long compiledBefore = compiledCount(context);
            context.eval(ID, "INSERT INTO t VALUES (1)");
            context.eval(ID, "INSERT INTO t VALUES (2)");
            assertEquals(compiledBefore + 2, compiledCount(context));
        }
    }

    @Test
    void aPragmaShowsWhatIsKept() {
        try (Engine engine =
                        Engine.newBuilder().option("sqlvm.StatementCache", "2").build();
                Context context = context(engine)) {
            context.eval(ID, "CREATE TABLE t(a INTEGER PRIMARY KEY, b TEXT)");
            context.eval(ID, "INSERT INTO t VALUES (1, 'x'), (2, NULL)");
            context.eval(ID, "INSERT INTO t VALUES (3, 'y')");
            context.eval(ID, "INSERT INTO t VALUES (4, 'x'), (5, NULL), (6, 'z')");
            Value kept = context.eval(
                    ID,
                    "SELECT group_concat(sql || '|' || is_shape || '|' || uses, ' ; ')"
                            + " FROM pragma_sqlvm_statements WHERE sql NOT LIKE 'SELECT%'");
            assertEquals("INSERT INTO t VALUES (?, ?), …|1|2", only(kept).asString());
            Value count = context.eval(ID, "SELECT count(*) FROM pragma_sqlvm_statements");
            assertEquals(2, only(count).asInt());
        }
    }

    /** As long as rows are the better choice. */
    @Test
    void textsOfOneShapeWithAChoiceOfRowsAndVectorsAreCompiledOnce() {
        try (Engine engine = Engine.create();
                Context context = context(engine)) {
            context.eval(ID, "CREATE TABLE t(a INTEGER PRIMARY KEY, b)");
            context.eval(
                    ID, "INSERT INTO t SELECT value, value % 10 FROM generate_series(1, 20000)");
            context.eval(ID, "CREATE INDEX i ON t(b)");
            String query = "SELECT min(a), sum(b) > 0 FROM t WHERE a < 100 AND b = %d";
            long compiledBefore = compiledCount(context);
            for (int i = 3; i <= 5; i++) {
                assertEquals(i, only(context.eval(ID, query.formatted(i))).asInt());
                assertEquals(i, only(context.eval(ID, query.formatted(i))).asInt());
            }
            assertEquals(compiledBefore + 1, compiledCount(context));
        }
    }

    /** The choice between rows and vectors for a text is not the one for other literals. */
    @Test
    void aTextThatVectorsAnswerHasAChoiceOfItsOwn() {
        try (Engine engine = Engine.create();
                Context context = context(engine)) {
            context.eval(ID, "CREATE TABLE t(a INTEGER PRIMARY KEY, b)");
            context.eval(
                    ID, "INSERT INTO t SELECT value, value % 10 FROM generate_series(1, 20000)");
            context.eval(ID, "CREATE INDEX i ON t(b)");
            String query = "SELECT sum(a) FROM t WHERE b BETWEEN %d AND %d";
            for (int run = 1; run <= 3; run++) {
                for (int i = 0; i <= 9; i++) {
                    Value all = context.eval(ID, query.formatted(0, i));
                    int last = i;
                    long expected = LongStream.rangeClosed(1, 20000)
                            .filter(value -> value % 10 <= last)
                            .sum();
                    assertEquals(expected, only(all).asLong());
                    Value none = context.eval(ID, query.formatted(20, 21 + i));
                    assertTrue(only(none).isNull());
                }
            }
        }
    }

    /** A plan that depends on a literal's value is that of its text alone. */
    @Test
    void aPartialIndexIsUsedByTheTextsThatHaveItsLiteral() {
        eval("CREATE TABLE t(a, b); CREATE INDEX open ON t(b) WHERE a = 'open'");
        String plan = "EXPLAIN QUERY PLAN SELECT b FROM t WHERE a = '%s' AND b > 1";
        assertEquals(
                "SEARCH t USING INDEX open (b>?)",
                rows(eval(plan.formatted("open"))).get(0).getArrayElement(3).asString());
        eval("INSERT INTO t VALUES ('open', 2), ('done', 3)");
        String query = "SELECT b FROM t INDEXED BY open WHERE a = '%s' AND b > 1";
        assertEquals(2, only(eval(query.formatted("open"))).asInt());
        assertThrows(PolyglotException.class, () -> eval(query.formatted("done")));
        assertEquals(2, only(eval(query.formatted("open"))).asInt());
    }

    private static Context context(Engine engine) {
        return Context.newBuilder(ID).engine(engine).build();
    }

    private static long compiledCount(Context context) {
        context.enter();
        try {
            return SqlvmContext.get(null).databases().programs().plans().compiledCount();
        } finally {
            context.leave();
        }
    }
}
