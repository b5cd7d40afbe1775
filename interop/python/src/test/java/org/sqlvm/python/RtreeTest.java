package org.sqlvm.python;

import org.junit.jupiter.api.Test;

/** Searches of R-Trees by functions of Python, and the functions of GeoPackages. */
final class RtreeTest extends ModuleProgram {
    @Override
    String prelude() {
        return """
            import sqlvm
            c = sqlvm.connect(":memory:")
            c.execute("CREATE VIRTUAL TABLE r USING rtree(id, x0, x1)")
            c.executemany("INSERT INTO r VALUES (?, ?, ?)", [(i, i, i + 0.5) for i in range(200)])

            def rows(sql, *parameters):
                return c.execute(sql, parameters).fetchall()

            def error(call, *arguments):
                try:
                    call(*arguments)
                except Exception as e:
                    return "%s: %s" % (type(e).__name__, e)
            """;
    }

    @Test
    void queries() {
        run("""
            c.create_rtree_query("near", lambda box, to, level:
                box[0] - to[1] <= to[0] <= box[1] + to[1])
            c.create_rtree_query("nearest", lambda box, to, level:
                max(box[0] - to[0], to[0] - box[1], 0))
            c.create_rtree_query("bad", lambda box, to, level: "text")
            """);
        check("[(49,), (50,), (51,)]", "rows('SELECT id FROM r WHERE id MATCH near(50.2, 1)')");
        check(
                "[(120,), (119,), (121,)]",
                "rows('SELECT id FROM r WHERE id MATCH nearest(120.2) LIMIT 3')");
        check("True", "error(rows, 'SELECT id FROM r WHERE id MATCH bad()') is not None");
        run("c.create_rtree_query('near', None)");
        check("'OperationalError: no such function: near'", "error(rows, 'SELECT near(1)')");
        check("'TypeError: parameter must be callable'", "error(c.create_rtree_query, 'x', 1)");
    }

    @Test
    void geoPackages() {
        run("c.use_geopackage()");
        check(
                "[(0, 7.5, -2.0)]",
                "rows('SELECT ST_IsEmpty(?1), ST_MinX(?1), ST_MaxY(?1)', bytes.fromhex("
                        + "'47500001e610000001010000000000000000001e4000000000000000c0'))");
        run("c.use_geopackage(False)");
        check("'OperationalError: no such function: ST_MinX'", "error(rows, 'SELECT ST_MinX(1)')");
    }
}
