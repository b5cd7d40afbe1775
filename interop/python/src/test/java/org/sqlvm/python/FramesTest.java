package org.sqlvm.python;

import org.junit.jupiter.api.Test;

/** Results as columns in memory, and frames as tables. */
final class FramesTest extends ModuleProgram {
    @Override
    String prelude() {
        return """
            import gc
            import sqlvm
            from sqlvm import _frame

            a = sqlvm.connect(":memory:")
            b = sqlvm.connect(":memory:")
            a.execute("CREATE TABLE t(i INTEGER, r REAL, s TEXT, x BLOB, n)")
            a.executemany("INSERT INTO t VALUES(?, ?, ?, ?, ?)", [
                (i, i / 2, "t%d \u00e9" % i, b"x%d" % i, None if i % 3 else i)
                for i in range(5000)])

            def all_rows(db, sql, *parameters):
                return db.execute(sql, parameters).fetchall()

            def error(function, *arguments):
                try:
                    return function(*arguments)
                except BaseException as e:
                    return "%s: %s" % (type(e).__name__, e)

            class Stream:
                def __init__(self, capsule):
                    self.capsule = capsule

                def __arrow_c_stream__(self, requested_schema=None):
                    return self.capsule

            # As pandas and polars were before the capsules.
            class Frame:
                columns = ["p", "q"]

                def __getitem__(self, name):
                    return self

                def to_list(self):
                    return [1, None, 3]

                def to_dict(self):
                    return {}
            """;
    }

    @Test
    void columns() {
        run("""
            cursor = a.execute("SELECT * FROM t")
            first = cursor.fetchone()
            f = cursor.to_columns()
            """);
        check("(0, 0.0, 't0 \u00e9', b'x0', 0)", "first");
        check("Columns(4999 rows: i INTEGER, r REAL, s TEXT, x BLOB, n INTEGER)", "f");
        check("[]", "cursor.fetchall()");
        check(
                "('q', [1, 2, 3], True)",
                "(f['i'].data.format, f['i'].data[:3].tolist()," + " f['i'].data.readonly)");
        check("('d', 2499.5)", "(f['r'].data.format, f[1].data[4998])");
        check("[1, 2, 3, None]", "[f['i'][0], f['i'][1], f['n'][2], f['n'][3]]");
        check("('t77 \u00e9', b'x78')", "(f['s'][76], f['x'][77])");
        check("(3333, 4999)", "(f['n'].null_count, len(f['n']))");
        check("True", "list(zip(*f.to_dict().values())) == all_rows(a, 'SELECT * FROM t')[1:]");
        check("(['i', 'r', 's', 'x', 'n'], (4999, 5))", "(list(f), f.shape)");
        check("'IndexError: row 4999 of 4999'", "error(f['i'].__getitem__, 4999)");
    }

    @Test
    void types() {
        run("c = lambda sql: a.execute(sql).to_columns()");
        check("Columns(1 rows: 1 INTEGER)", "c('SELECT 1')");
        check("[1.0, 2.5]", "c('SELECT 1 AS n UNION ALL SELECT 2.5')['n'].tolist()");
        check("[None, 'x', None]", "c('VALUES(NULL), (\"x\"), (NULL)')[0].tolist()");
        check("Columns(0 rows: i INTEGER, n NULL)", "c('SELECT i, n FROM t WHERE 0')");
        check("Columns(1 rows: i INTEGER)", "c('SELECT max(i) AS i FROM t')");
        check(
                "'IntegrityError: column n, row 1: TEXT in a column of INTEGER'",
                "error(c, 'SELECT 1 AS n UNION ALL SELECT \"x\"')");
        check(
                "'ProgrammingError: there is no result to have as columns'",
                "error(a.cursor().to_columns)");
        check(
                "[True, True, True]",
                "[error(getattr(f, 'to_' + each)).startswith('ImportError: to_' + each + '() needs"
                        + " the library') for each in ('arrow', 'pandas', 'polars')"
                        + " for f in [c('SELECT 1')]]");
    }

    @Test
    void framesAreTables() {
        run("b.create_table('f', a.execute('SELECT * FROM t'))");
        check("True", "all_rows(b, 'SELECT * FROM f') == all_rows(a, 'SELECT * FROM t')");
        check(
                "[(5000, 12497500, 6248750.0, 1667)]",
                "all_rows(b, 'SELECT count(*), sum(i), sum(r), count(n) FROM f')");
        run("b.create_table('f', {'x': [1, 2], 'y': ('a', None)})");
        check("[(1, 'a'), (2, None)]", "all_rows(b, 'SELECT * FROM f')");
        run("b.create_table('f', Frame())");
        check("[(4, 2)]", "all_rows(b, 'SELECT sum(p), count(q) FROM f')");
        run("b.create_table('f', None)");
        check("'OperationalError: no such table: f'", "error(all_rows, b, 'SELECT * FROM f')");
        check(
                "'TypeError: a frame has columns of its own'",
                "error(b.create_table, 'f', a.execute('SELECT 1').to_columns(), 'x')");
        check("'TypeError: table f is not a list of rows'", "error(b.create_table, 'f', {'x': 1})");
    }

    @Test
    void variablesAreFrames() {
        run("""
            b.use_variables()
            frame = a.execute("SELECT i, s FROM t WHERE i < 3").to_columns()
            old = Frame()
            """);
        check("[(3, 't2 \u00e9')]", "all_rows(b, 'SELECT count(*), max(s) FROM frame')");
        run("frame = a.execute('SELECT 7 AS i').to_columns()");
        check("[(7,)]", "all_rows(b, 'SELECT * FROM frame')");
        check("[(1,), (None,), (3,)]", "all_rows(b, 'SELECT q FROM old')");
        run("b.use_variables(False)");
    }

    /** A stream is taken once, and a stream that is not taken is released. */
    @Test
    void streams() {
        run("""
            c = a.execute("SELECT 1 AS n").to_columns()
            stream = Stream(c.__arrow_c_stream__())
            b.create_table("once", stream)
            """);
        check("[(1,)]", "all_rows(b, 'SELECT * FROM once')");
        check(
                "'DataError: a stream of Arrow has been taken already'",
                "error(b.create_table, 'twice', stream)");
        check(
                "'TypeError: __arrow_c_stream__() of Stream gave no capsule with an"
                        + " arrow_array_stream'",
                "error(b.create_table, 'twice', Stream(5))");
        run("""
            import java
            import time
            for _ in range(20):
                c.__arrow_c_stream__()
            for _ in range(50):
                gc.collect()
                java.type("java.lang.System").gc()
                a.execute("SELECT 1").to_columns().__arrow_c_stream__()
                if len(_frame._streams) < 5:
                    break
                time.sleep(0.02)
            """);
        check("True", "len(_frame._streams) < 20");
    }
}
