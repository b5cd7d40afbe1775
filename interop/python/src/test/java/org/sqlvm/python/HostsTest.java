package org.sqlvm.python;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.graalvm.polyglot.Context;
import org.graalvm.polyglot.PolyglotException;
import org.graalvm.polyglot.Value;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Assertions;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/**
 * Python objects that SQL reads and calls: lists as tables, and functions that are stored in a
 * file.
 */
final class HostsTest {
    private static Context context;

    @BeforeAll
    static void start() {
        context = Context.newBuilder()
                .allowAllAccess(true)
                .option("sqlvm.StoredFunctions", "true")
                .option("engine.WarnInterpreterOnly", "false")
                .build();
        Value open = context.getBindings("sqlvm").getMember("open");
        context.getBindings("python").putMember("db", open.execute(":memory:"));
        context.eval("python", """
            from collections import namedtuple
            from dataclasses import dataclass

            def rows(sql):
                return [tuple(row) for row in db.execute(sql)]

            def table(name, rows, *columns):
                db.createTable(name, rows, *columns)
            """);
    }

    @AfterAll
    static void close() {
        context.close();
    }

    private static String python(String source) {
        return context.eval("python", source).toString();
    }

    private static String error(String source) {
        return Assertions.assertThrows(PolyglotException.class, () -> python(source))
                .getMessage();
    }

    @Test
    void dictsAreRows() {
        python("table('dicts', [{'a': 1, 'b': 'x'}, {'a': 2.5, 'b': None}, {'b': b'z'}])");
        assertEquals(
                "[(1, 'x'), (2.5, None), (None, 'z')]",
                python("rows('SELECT a, CAST(b AS TEXT) FROM dicts')"));
    }

    @Test
    void tuplesAreRows() {
        python("table('pairs', [(1, 'x'), [2, 'y']])");
        assertEquals("[(1, 'x'), (2, 'y')]", python("rows('SELECT c0, c1 FROM pairs')"));
        python("table('named', [(1, 'x')], ['n', 's'])");
        assertEquals("[('x', 1)]", python("rows('SELECT s, n FROM named')"));
        python("Point = namedtuple('Point', 'y x'); table('points', [Point(1, 2), Point(3, 4)])");
        assertEquals("[(1, 2), (3, 4)]", python("rows('SELECT * FROM points')"));
        python("table('range_', range(5))");
        assertEquals("[(10,)]", python("rows('SELECT sum(value) FROM range_')"));
    }

    @Test
    void objectsAreRows() {
        python("""
            @dataclass
            class Part:
                name: str
                id: int
                def double(self):
                    return self.id * 2

            class Plain:
                def __init__(self, b, a):
                    self.b = b
                    self.a = a

            table('parts', [Part('n%d' % i, i) for i in range(1000)])
            table('plain', [Plain(i, str(i)) for i in range(3)])
            db.execute('CREATE TABLE t(id INTEGER PRIMARY KEY, x)')
            db.execute('INSERT INTO t SELECT value, value FROM generate_series(1, 500)')
            """);
        assertEquals("[('n7', 7)]", python("rows('SELECT * FROM parts WHERE id = 7')"));
        assertEquals("[(0, '0'), (1, '1'), (2, '2')]", python("rows('SELECT * FROM plain')"));
        assertEquals(
                "[(500, 125250)]",
                python("rows('SELECT count(*), sum(x) FROM parts JOIN t USING (id)')"));
        assertEquals(
                "[(1000,)]",
                python("rows('SELECT count(*) FROM parts p JOIN parts q ON p.name = q.name')"));
    }

    @Test
    void whatCannotBeRead() {
        assertTrue(error("table('once', (i for i in range(3)))").contains("only once"));
        assertTrue(error("table('none', [])").contains("has no rows"));
        python("table('later', late := [], ['a']); late.append({'a': 1})");
        assertEquals("[(1,)]", python("rows('SELECT a FROM later')"));
        python("table('odd', [{'a': object()}])");
        assertTrue(error("rows('SELECT a FROM odd')").contains("which is no value of SQL"));
        python("""
            grown = [{'a': 1}] * 10
            table('grown', grown)
            db.createFunction('grow', 1, lambda x: grown.append({'a': 2}) or x)
            """);
        assertTrue(error("rows('SELECT grow(a) FROM grown')").contains("was changed"));
        assertTrue(error("db.execute('DELETE FROM odd')").contains("may not be modified"));
        python("table('odd', None)");
        assertTrue(error("rows('SELECT a FROM odd')").contains("no such table: odd"));
    }

    @Test
    void functionsAreInTheFile() {
        python("""
            db.execute("CREATE FUNCTION twice(x) DETERMINISTIC LANGUAGE python AS 'lambda x: x * 2'")
            db.execute(\"""CREATE FUNCTION words(s) LANGUAGE python AS 'import re

            def words(s):
                return len(re.findall(r"\\\\w+", s))
            '\""")
            db.execute("CREATE FUNCTION fails() LANGUAGE python AS 'lambda: 1 / 0'")
            db.execute("CREATE FUNCTION wrong() LANGUAGE python AS 'lambda: ('")
            """);
        assertEquals(
                "[(42, 'abab', 3)]",
                python("rows(\"SELECT twice(21), twice('ab'), words('a b c')\")"));
        assertTrue(error("rows('SELECT fails()')").contains("ZeroDivisionError"));
        assertTrue(error("rows('SELECT wrong()')").contains("SyntaxError"));
    }
}
