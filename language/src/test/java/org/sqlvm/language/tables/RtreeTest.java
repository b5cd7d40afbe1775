package org.sqlvm.language.tables;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.sqlvm.api.Rows;
import org.sqlvm.api.RtreeGeometry;
import org.sqlvm.api.RtreeQuery;
import org.sqlvm.api.RtreeQuery.Within;
import org.sqlvm.api.SqlvmException;
import org.sqlvm.language.DatabaseTestCase;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** Searches of R-Trees by tests of a program, and what SQL alone cannot say of R-Trees. */
final class RtreeTest extends DatabaseTestCase {
    private static final int LOCKED_VTAB = 518;

    @BeforeEach
    void fill() {
        database.execute("CREATE VIRTUAL TABLE r USING rtree(id, x0, x1, y0, y1)");
        database.execute("INSERT INTO r WITH n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n"
                + " WHERE i < 999) SELECT i, i % 40, i % 40 + 0.5, i / 40, i / 40 + 0.5 FROM n");
    }

    private static double distance(double[] box, double x, double y) {
        double dx = Math.max(0, Math.max(box[0] - x, x - box[1]));
        double dy = Math.max(0, Math.max(box[2] - y, y - box[3]));
        return Math.hypot(dx, dy);
    }

    private SqlvmException error(String sql) {
        return assertThrows(SqlvmException.class, () -> all(sql));
    }

    @Test
    void geometry() {
        RtreeGeometry circle =
                (box, circleOf) -> distance(box, circleOf[0], circleOf[1]) <= circleOf[2];
        database.createRtreeGeometry("circle", circle);
        assertEquals(
                List.of(330L, 369L, 370L, 371L, 410L),
                all("SELECT id FROM r WHERE id MATCH circle(10.25, 9.25, 0.8) ORDER BY id"));
        assertEquals(
                List.of(371L),
                all("SELECT id FROM r WHERE x0 > 10 AND id MATCH circle(10.25, 9.25, 0.8)"));
        assertEquals(List.of("blob", 0L), all("SELECT typeof(circle(1, 2)), length(circle(1, 2))"));
        database.createRtreeGeometry("circle", null);
        assertEquals("no such function: circle", error("SELECT circle(1)").getMessage());
    }

    @Test
    void queryByDistance() {
        Set<Integer> levels = new HashSet<>();
        RtreeQuery nearest = cell -> {
            levels.add(cell.level());
            double[] at = cell.parameters();
            cell.setScore(distance(cell.coordinates(), at[0], at[1]));
            assertTrue(cell.level() < cell.maxLevel());
            assertEquals(4, cell.coordinates().length);
            return Within.PARTLY;
        };
        database.createRtreeQuery("nearest", nearest);
        assertEquals(
                all("SELECT id FROM r ORDER BY max(x0 - 20.1, 20.1 - x1, 0)"
                        + " * max(x0 - 20.1, 20.1 - x1, 0) + max(y0 - 7.2, 7.2 - y1, 0)"
                        + " * max(y0 - 7.2, 7.2 - y1, 0) LIMIT 1"),
                all("SELECT id FROM r WHERE id MATCH nearest(20.1, 7.2) LIMIT 1"));
        List<Double> distances = new ArrayList<>();
        try (Rows rows = database.query(
                "SELECT x0, x1, y0, y1 FROM r WHERE id MATCH nearest(20.1, 7.2) LIMIT 50")) {
            while (rows.next()) {
                double[] box = new double[4];
                for (int i = 0; i < box.length; i++) {
                    box[i] = rows.getDouble(i);
                }
                distances.add(distance(box, 20.1, 7.2));
            }
        }
        assertEquals(50, distances.size());
        assertEquals(distances.stream().sorted().toList(), distances);
        assertEquals(Set.of(0, 1), levels);
    }

    @Test
    void queryWithState() {
        RtreeQuery every = cell -> {
            if (cell.level() > 0) {
                return Within.FULLY;
            }
            int seen = cell.state() == null ? 0 : (Integer) cell.state();
            cell.setState(seen + 1);
            assertEquals("word", cell.parameter(1));
            assertEquals(0, cell.waiting(99));
            boolean wanted = seen % (int) cell.parameters()[0] == 0;
            return wanted && cell.rowid() >= 0 ? Within.PARTLY : Within.NOT;
        };
        database.createRtreeQuery("every", every);
        String sql = "SELECT count(*) FROM r WHERE id MATCH every(10, 'word')";
        assertEquals(List.of(100L), all(sql));
        assertEquals(List.of(100L), all(sql)); // Another run has another state.
    }

    @Test
    void failingQuery() {
        RtreeGeometry failing = (box, parameters) -> {
            throw new IllegalStateException("no");
        };
        database.createRtreeGeometry("failing", failing);
        assertThrows(
                RuntimeException.class, () -> all("SELECT id FROM r WHERE id MATCH failing()"));
        assertEquals(1, error("SELECT id FROM r WHERE id MATCH 'text'").code());
        assertEquals(
                "SQL logic error", error("SELECT id FROM r WHERE id MATCH 5").getMessage());
        assertEquals(List.of(1000L), all("SELECT count(*) FROM r"));
    }

    /** A write may move what a cursor stands on. */
    @Test
    void writeBelowCursor() {
        try (Rows rows = database.query("SELECT id FROM r")) {
            assertTrue(rows.next());
            SqlvmException error = error("DELETE FROM r WHERE id = 5");
            assertEquals(LOCKED_VTAB, error.code());
            assertEquals("database table is locked", error.getMessage());
        }
        database.execute("DELETE FROM r WHERE id = 5");
        assertEquals(List.of(999L), all("SELECT count(*) FROM r"));
    }

    /** Nodes in memory are those of the table, also if it is changed without the module. */
    @Test
    void nodesInMemory() {
        assertEquals(List.of(1000L), all("SELECT count(*) FROM r"));
        database.execute("BEGIN");
        database.execute("UPDATE r_node SET data = zeroblob(length(data)) WHERE nodeno = 1");
        assertEquals(List.of(0L), all("SELECT count(*) FROM r"));
        database.execute("ROLLBACK");
        assertEquals(List.of(1000L), all("SELECT count(*) FROM r"));
        database.execute("BEGIN");
        database.execute("DELETE FROM r WHERE id < 500");
        database.execute("SAVEPOINT s");
        database.execute("DELETE FROM r");
        database.execute("ROLLBACK TO s");
        assertEquals(List.of(500L), all("SELECT count(*) FROM r"));
        database.execute("INSERT INTO r VALUES (1, 0, 1, 0, 1)");
        database.execute("COMMIT");
        assertEquals(List.of(501L, "ok"), all("SELECT count(*), rtreecheck('r') FROM r"));
    }

    /** PRAGMA integrity_check names the fault where C SQLite's shell does. */
    @Test
    void damagedRoot() {
        database.execute("DELETE FROM r_node WHERE nodeno = 2");
        assertEquals(
                List.of("Node 2 missing from database"),
                all("SELECT substr(rtreecheck('r'), 1, 28)"));
        database.execute("UPDATE r_node SET data = zeroblob(2) WHERE nodeno = 1");
        assertEquals(
                "Node 1 is too small (2 bytes)",
                all("SELECT rtreecheck('r')").getFirst().toString().split("\n")[0]);
        assertEquals(267, error("SELECT * FROM r").code());
        database.execute("DELETE FROM r_node");
        assertEquals(
                "In RTree main.r:",
                all("PRAGMA integrity_check").getFirst().toString().split("\n")[0]);
    }

    @Test
    void defensive() {
        database.setDefensive(true);
        database.execute("INSERT INTO r VALUES (5000, 1, 2, 3, 4)");
        assertEquals(
                "table r_node may not be modified", error("DELETE FROM r_node").getMessage());
        database.execute("ALTER TABLE r RENAME TO s");
        database.execute("DROP TABLE s");
        assertEquals(List.of(0L), all("SELECT count(*) FROM sqlite_schema"));
    }
}
