package org.sqlvm.engine.plan;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;

import org.junit.jupiter.api.Test;
import org.sqlvm.engine.data.TextEncoding;
import org.sqlvm.engine.plan.options.PlanOptions;
import org.sqlvm.engine.plan.options.Rule;
import org.sqlvm.engine.plan.physical.RowPlan;
import org.sqlvm.engine.program.Program.PlanLine;
import org.sqlvm.engine.schema.Schema;
import org.sqlvm.engine.schema.SchemaLoader;
import org.sqlvm.engine.schema.SchemaLoader.Row;
import org.sqlvm.engine.sql.Parser;
import org.sqlvm.engine.sql.tree.Select;
import org.sqlvm.engine.sql.tree.Statement;

import java.time.Duration;
import java.util.List;
import java.util.Set;

/** Every rule changes the plan it is for, and only while it is on. */
final class RulesTest {
    private static final Schema SCHEMA = SchemaLoader.load(
            List.of(
                    new Row("table", "t", "t", 2, "CREATE TABLE t(a INTEGER PRIMARY KEY, b, c)"),
                    new Row("index", "tb", "t", 3, "CREATE INDEX tb ON t(b)"),
                    new Row("table", "u", "u", 4, "CREATE TABLE u(x, y)")),
            List.of(),
            TextEncoding.UTF8);

    @Test
    void flattenLetsAnIndexBeUsed() {
        String sql = "SELECT s.c FROM (SELECT b, c FROM t) AS s WHERE s.b = 5";
        assertPlan(sql, Set.of(), "SEARCH t USING INDEX tb (b=?)");
        assertPlan(sql, Set.of(Rule.FLATTEN, Rule.PUSHDOWN), "CO-ROUTINE s", "SCAN t", "SCAN s");
    }

    @Test
    void pushdownTestsKeysBeforeGrouping() {
        String sql = "SELECT * FROM (SELECT b, count(*) AS n FROM t GROUP BY b) WHERE b = 5";
        List<String> pushed = plan(sql, Set.of());
        assertEquals("SEARCH t USING COVERING INDEX tb (b=?)", pushed.get(1));
        List<String> kept = plan(sql, Set.of(Rule.PUSHDOWN));
        assertEquals("SCAN t USING COVERING INDEX tb", kept.get(1));
        assertEquals("CO-ROUTINE (subquery-1)", kept.get(0));
    }

    @Test
    void unusedColumnsAreNotComputed() {
        String sql =
                "SELECT c FROM (SELECT (SELECT max(x) FROM u WHERE y = t.b), c FROM t LIMIT 9)";
        assertPlan(sql, Set.of(), "CO-ROUTINE (subquery-2)", "SCAN t", "SCAN (subquery-2)");
        List<String> kept = plan(sql, Set.of(Rule.UNUSED_COLUMNS));
        assertEquals("CORRELATED SCALAR SUBQUERY", kept.get(2).replaceAll(" \\d+$", ""));
    }

    @Test
    void factorFindsTheJoinInsideAnOr() {
        String sql = "SELECT * FROM u, t WHERE (a = x AND c = 1) OR (a = x AND c = 2)";
        String search = "SEARCH t USING INTEGER PRIMARY KEY (rowid=?)";
        assertPlan(sql, Set.of(), "SCAN u", search);
        assertPlan(
                sql,
                Set.of(Rule.FACTOR),
                "SCAN u",
                "MULTI-INDEX OR",
                "INDEX 1",
                search,
                "INDEX 2",
                search);
    }

    @Test
    void orOfOneColumnIsIn() {
        String sql = "SELECT * FROM t WHERE b = 1 OR 2 = b OR b IN (3, 4)";
        assertPlan(sql, Set.of(), "SEARCH t USING INDEX tb (b=?)");
        List<String> plan = plan(sql, Set.of(Rule.OR_TO_IN));
        assertEquals("MULTI-INDEX OR", plan.get(0));
        assertEquals(7, plan.size());
    }

    @Test
    void impliedConditionsChooseWhereToBegin() {
        String sql = "SELECT * FROM t, u WHERE t.c = u.y"
                + " AND ((t.b = 1 AND u.x = 2) OR (t.b = 3 AND u.x = 4))";
        assertEquals("SEARCH t USING INDEX tb (b=?)", plan(sql, Set.of()).get(0));
        assertEquals("SCAN t", plan(sql, Set.of(Rule.IMPLIED)).get(0));
    }

    @Test
    void outerJoinsWhoseNullsAreRefusedAreInnerOnes() {
        String sql = "SELECT * FROM u LEFT JOIN t ON c = x WHERE t.a = y";
        String search = "SEARCH t USING INTEGER PRIMARY KEY (rowid=?)";
        assertPlan(sql, Set.of(), "SCAN u", search);
        assertPlan(sql, Set.of(Rule.OUTER_JOIN), "SCAN u", "HASH JOIN t (c=?) LEFT-JOIN");
        String full = "SELECT * FROM u FULL JOIN t ON a = x WHERE u.y = 1";
        assertPlan(full, Set.of(), "SCAN u", search + " LEFT-JOIN");
        assertEquals(
                "CO-ROUTINE (subquery-2)", plan(full, Set.of(Rule.OUTER_JOIN)).get(0));
    }

    @Test
    void semijoinsByAKeyAreJoins() {
        String sql = "SELECT * FROM u WHERE x IN (SELECT a FROM t WHERE b = 7)";
        assertPlan(sql, Set.of(), "SEARCH t USING COVERING INDEX tb (b=?)", "HASH JOIN u (x=?)");
        assertEquals("SCAN u", plan(sql, Set.of(Rule.SEMIJOIN)).get(0));
    }

    @Test
    void whatIsNamedTwiceIsComputedOnce() {
        String sql = "WITH s AS (SELECT c, count(*) AS n FROM t GROUP BY c)"
                + " SELECT * FROM s WHERE n = (SELECT max(n) FROM s)";
        List<String> once = plan(sql, Set.of());
        assertEquals("MATERIALIZE s", once.get(0));
        assertEquals(1, once.stream().filter("SCAN t"::equals).count());
        List<String> twice = plan(sql, Set.of(Rule.SHARE));
        assertEquals(2, twice.stream().filter("SCAN t"::equals).count());
    }

    @Test
    void unnestRunsAQueryOnce() {
        String sql = "SELECT * FROM u WHERE y > (SELECT avg(c) FROM t WHERE t.b = x)";
        // For one row an index finds the rows of t sooner than a scan.
        assertPlan(
                sql + " AND u.rowid = 7",
                Set.of(),
                "SEARCH u USING INTEGER PRIMARY KEY (rowid=?)",
                "CORRELATED SCALAR SUBQUERY 1",
                "SEARCH t USING INDEX tb (b=?)");
        String unindexed = sql.replace("t.b = x", "t.c = x");
        assertPlan(
                unindexed,
                Set.of(),
                "MATERIALIZE (subquery-2)",
                "SCAN t",
                "HASH GROUP BY",
                "SCAN u",
                "HASH JOIN (subquery-2) (column0=?) LEFT-JOIN");
        assertPlan(
                unindexed,
                Set.of(Rule.UNNEST),
                "SCAN u",
                "CORRELATED SCALAR SUBQUERY 1",
                "HASH JOIN t (c=?)");
    }

    @Test
    void unnestMakesASetOfExists() {
        String sql = "SELECT * FROM u WHERE NOT EXISTS (SELECT 1 FROM t WHERE t.c = x AND b > 3)";
        List<String> lines = plan(sql, Set.of());
        assertEquals(List.of("SCAN u", "LIST SUBQUERY 1"), lines.subList(0, 2));
        List<String> kept = plan(sql, Set.of(Rule.UNNEST));
        assertEquals(List.of("SCAN u", "CORRELATED SCALAR SUBQUERY 1"), kept.subList(0, 2));
    }

    @Test
    void eachLevelOfNestingIsRewrittenOnce() {
        String inner = "SELECT 1 FROM t AS t40 WHERE t40.c = t39.c";
        for (int level = 39; level > 0; level--) {
            String condition = " WHERE t" + level + ".c = t" + (level - 1) + ".c";
            inner = "SELECT 1 FROM t AS t" + level + condition + " AND EXISTS (" + inner + ")";
        }
        String sql = "SELECT 1 FROM t AS t0 WHERE EXISTS (" + inner + ")";
        // Twice the time for each level would be years.
        List<String> plan =
                assertTimeoutPreemptively(Duration.ofMinutes(1), () -> plan(sql, Set.of()));
        assertEquals("SCAN t0", plan.get(0));
    }

    private static void assertPlan(String sql, Set<Rule> rulesOff, String... lines) {
        assertEquals(List.of(lines), plan(sql, rulesOff));
    }

    private static List<String> plan(String sql, Set<Rule> rulesOff) {
        Statement tree = Parser.parse(sql, 0).statement();
        PlanOptions options = new PlanOptions(TextEncoding.UTF8, rulesOff);
        RowPlan plan = Planner.plan((Select) tree, sql, SCHEMA, options);
        return plan.queryPlan().stream().map(PlanLine::detail).toList();
    }
}
