package org.sqlvm.language;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.oracle.truffle.api.debug.Breakpoint;
import com.oracle.truffle.api.debug.DebugScope;
import com.oracle.truffle.api.debug.DebugStackFrame;
import com.oracle.truffle.api.debug.DebugValue;
import com.oracle.truffle.api.debug.Debugger;
import com.oracle.truffle.api.debug.DebuggerSession;
import com.oracle.truffle.api.debug.SuspendedEvent;
import com.oracle.truffle.api.source.Source;

import org.graalvm.polyglot.Value;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.sqlvm.api.Database;
import org.sqlvm.api.Rows;
import org.sqlvm.api.Statement;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/** A debugger stops in SQL, sees what is there, and changes it. */
final class DebuggerTest extends DatabaseTestCase {
    private static final String TRIGGER = """
        CREATE TRIGGER priced BEFORE UPDATE ON parts
        WHEN NEW.price > OLD.price
        BEGIN
          INSERT INTO log VALUES (NEW.name, OLD.price);
          INSERT INTO log VALUES ('new', NEW.price);
        END\
        """;

    private final List<String> seen = new ArrayList<>();

    DebuggerTest() {
        super("js");
    }

    @BeforeEach
    void fill() {
        database.execute("CREATE TABLE parts(id INTEGER PRIMARY KEY, name TEXT, price REAL);"
                + "CREATE TABLE log(name, price);"
                + "INSERT INTO parts VALUES (1, 'bolt', 0.25), (2, 'nut', 0.5), (3, NULL, 2)");
    }

    private static Source source(String sql, String name) {
        return Source.newBuilder(SqlvmLanguage.ID, sql, name).build();
    }

    private static Breakpoint.Builder at(String sql, String name) {
        return Breakpoint.newBuilder(source(sql, name).getURI());
    }

    /** Runs something under a debugger that does the same at each stop, and goes on. */
    private void debug(Breakpoint breakpoint, Consumer<SuspendedEvent> stopped, Runnable work) {
        Debugger debugger =
                context.getEngine().getInstruments().get("debugger").lookup(Debugger.class);
        List<Throwable> failures = new ArrayList<>();
        try (DebuggerSession session = debugger.startSession(event -> {
            try {
                if (event.getBreakpointConditionException(breakpoint) != null) {
                    failures.add(event.getBreakpointConditionException(breakpoint));
                }
                stopped.accept(event);
            } catch (Throwable failure) {
                failures.add(failure);
            }
        })) {
            session.install(breakpoint);
            work.run();
        }
        failures.forEach(failure -> {
            throw new AssertionError(failure);
        });
    }

    private static DebugScope scope(SuspendedEvent event) {
        return event.getTopStackFrame().getScope();
    }

    private static String shown(Iterable<DebugValue> values) {
        List<String> shown = new ArrayList<>();
        values.forEach(value -> shown.add(value.getName() + "=" + value.toDisplayString()));
        return String.join(" ", shown);
    }

    private static String variables(SuspendedEvent event) {
        return shown(scope(event).getDeclaredValues());
    }

    @Test
    void stopsAtAStatementOfAScript() {
        String script = "INSERT INTO parts(name) VALUES ('a');\nSELECT 1;\nSELECT 2;";
        context.eval(SqlvmLanguage.ID, "CREATE TABLE parts(name)");
        debug(
                at(script, "script.sql").lineIs(2).build(),
                event -> seen.add(event.getSourceSection().getCharacters().toString()),
                () -> context.eval(org.graalvm.polyglot.Source.newBuilder(
                                SqlvmLanguage.ID, script, "script.sql")
                        .buildLiteral()));
        assertEquals(List.of("SELECT 1;"), seen);
    }

    @Test
    void stopsAtAStatementAndAtItsRows() {
        String sql = "SELECT id\nFROM parts\nWHERE price > ?";
        debug(
                at(sql, "statement").lineIs(1).build(),
                event -> seen.add(
                        event.getSourceSection().getCharacters() + ": " + variables(event)),
                () -> assertEquals(List.of(2L, 3L), all(sql, 0.3)));
        assertEquals(List.of(sql + ": ?1=0.3"), seen);
        seen.clear();
        debug(
                at(sql, "statement").lineIs(2).build(),
                event -> seen.add(
                        event.getSourceSection().getCharacters() + ": " + variables(event)),
                () -> assertEquals(List.of(2L, 3L), all(sql, 0.3)));
        assertEquals(
                List.of(
                        "parts: id=1 name=bolt price=0.25 parts=id=1, name=bolt, price=0.25"
                                + " ?1=0.3",
                        "parts: id=2 name=nut price=0.5 parts=id=2, name=nut, price=0.5 ?1=0.3",
                        "parts: id=3 name=NULL price=2.0 parts=id=3, name=NULL, price=2.0 ?1=0.3"),
                seen);
    }

    @Test
    void stopsAtARowWhereAConditionHolds() {
        String sql = "SELECT p.id, l.id\nFROM parts p,\n  parts l\nWHERE l.price > p.price";
        Breakpoint breakpoint = at(sql, "statement").lineIs(3).build();
        breakpoint.setCondition("p.name = 'bolt' AND l.id > 2");
        debug(breakpoint, event -> seen.add(variables(event)), () -> all(sql));
        assertEquals(1, seen.size(), seen.toString());
        assertTrue(seen.getFirst().contains(" p=id=1, "), seen.toString());
    }

    @Test
    void evaluatesExpressions() {
        String sql = "SELECT id FROM parts WHERE price < :limit";
        Breakpoint breakpoint = at(sql, "statement").lineIs(1).build();
        debug(
                breakpoint,
                event -> {
                    DebugStackFrame frame = event.getTopStackFrame();
                    if (variables(event).startsWith("id=2")) {
                        for (String text : List.of(
                                "name || '!'",
                                "price * 2",
                                "parts.id = 2",
                                ":limit",
                                "(SELECT count(*) FROM parts)",
                                "NULL")) {
                            seen.add(frame.eval(text).toDisplayString());
                        }
                    }
                },
                () -> assertEquals(List.of(1L, 2L), all(sql, 1)));
        assertEquals(List.of("nut!", "1.0", "true", "1", "3", "NULL"), seen);
    }

    @Test
    void stopsInATriggerAndChangesItsRow() {
        database.execute(TRIGGER);
        debug(
                at(TRIGGER, "trigger priced").lineIs(4).build(),
                event -> {
                    seen.add(variables(event));
                    seen.add(shown(scope(event).getDeclaredValue("NEW").getProperties()));
                    DebugValue price = scope(event).getDeclaredValue("NEW").getProperty("price");
                    price.set(event.getTopStackFrame().eval("7"));
                },
                () -> database.execute("UPDATE parts SET price = price * 2 WHERE id < 3"));
        assertEquals(
                List.of(
                        "OLD=id=1, name=bolt, price=0.25 NEW=id=1, name=bolt, price=0.5",
                        "id=1 name=bolt price=0.5",
                        "OLD=id=2, name=nut, price=0.5 NEW=id=2, name=nut, price=1.0",
                        "id=2 name=nut price=1.0"),
                seen);
        assertEquals(
                List.of("bolt", 0.25, "new", 7L, "nut", 0.5, "new", 7L), all("SELECT * FROM log"));
    }

    @Test
    void stopsInAView() {
        String view = "CREATE VIEW cheap AS\n  SELECT id, name\n  FROM parts\n  WHERE price < 1";
        database.execute(view);
        debug(
                at(view, "view cheap").lineIs(3).build(),
                event -> seen.add(event.getSourceSection().getCharacters() + " "
                        + variables(event).split(" ")[0]),
                () -> assertEquals(List.of("bolt", "nut"), all("SELECT name FROM cheap")));
        assertEquals(List.of("parts id=1", "parts id=2", "parts id=3"), seen);
    }

    @Test
    void parametersCanBeChanged() {
        String sql = "SELECT id FROM parts WHERE price > :least";
        debug(
                at(sql, "statement").lineIs(1).build(),
                event -> {
                    DebugValue least = scope(event).getDeclaredValue(":least");
                    if (least.toDisplayString().equals("0.1")) {
                        assertTrue(least.isWritable());
                        least.set(event.getTopStackFrame().eval("1.0"));
                    }
                    DebugValue id = scope(event).getDeclaredValue("id");
                    assertTrue(id == null || !id.isWritable());
                },
                () -> assertEquals(List.of(3L), all(sql, 0.1)));
    }

    @Test
    void aStatementStandsBelowTheFunctionThatItCalls() {
        var function = org.graalvm.polyglot.Source.newBuilder(
                        "js", "function half(x) {\n  return x / 2;\n}", "half.js")
                .buildLiteral();
        context.eval(function);
        Value opened = context.getBindings(SqlvmLanguage.ID).getMember("open").execute(":memory:");
        opened.invokeMember(
                "createFunction", "half", 1, context.getBindings("js").getMember("half"));
        try (Database own = opened.getMember("host").asHostObject()) {
            own.execute("CREATE TABLE t(a); INSERT INTO t VALUES (6)");
            String sql = "SELECT half(a) FROM t";
            debug(
                    Breakpoint.newBuilder(function.getURI()).lineIs(2).build(),
                    event -> event.getStackFrames()
                            .forEach(frame -> seen.add(frame.getLanguage().getId() + " "
                                    + frame.getName() + " "
                                    + shown(frame.getScope().getDeclaredValues()))),
                    () -> assertEquals(List.of(3L), AllRows.all(own, sql)));
            assertEquals("js half x=6", seen.getFirst());
            assertEquals("sqlvm " + sql + " t=rowid=1, a=6", seen.get(1));
        }
    }

    @Test
    void rowsOfOtherLoopsAreSeenWhileTheyStand() {
        String sql = "SELECT count(*)\nFROM (SELECT id AS n FROM parts LIMIT 2) AS few\n"
                + "  JOIN parts ON parts.id = few.n";
        debug(
                at(sql, "statement").lineIs(3).build(),
                event -> seen.add(variables(event)),
                () -> assertEquals(List.of(2L), all(sql)));
        assertFalse(seen.isEmpty());
        assertTrue(seen.stream().allMatch(line -> line.contains("few=n=")), seen.toString());
    }

    private static String first(Statement statement, int id) {
        statement.bind(1, id);
        try (Rows rows = statement.query()) {
            return rows.next() ? rows.getText(0) : null;
        }
    }

    @Test
    void aStatementPreparedBeforeIsDebugged() {
        String sql = "SELECT name FROM parts WHERE id = ?";
        try (Statement statement = database.prepare(sql)) {
            for (int i = 0; i < 3; i++) {
                first(statement, 2);
            }
            debug(
                    at(sql, "statement").lineIs(1).build(),
                    event -> seen.add(variables(event)),
                    () -> assertEquals("bolt", first(statement, 1)));
        }
        assertEquals(
                List.of("?1=1", "id=1 name=bolt price=0.25 parts=id=1, name=bolt, price=0.25 ?1=1"),
                seen);
    }
}
