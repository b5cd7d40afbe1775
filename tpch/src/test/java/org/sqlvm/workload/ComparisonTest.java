package org.sqlvm.workload;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;

import org.junit.jupiter.api.Test;
import org.sqlvm.tpch.Queries;

import java.util.Arrays;
import java.util.List;

class ComparisonTest {
    private static final Engine.Answer EXPECTED = answer(row("a", 1L, 0.1), row("b", 2L, null));

    @Test
    void sameCellsAreNoDifference() {
        assertNull(difference(answer(row("a", 1L, 0.1), row("b", 2L, null))));
    }

    @Test
    void lastDigitsOfRealsMayDiffer() {
        assertNull(difference(answer(row("a", 1L, 0.1 * (1 + 1e-13)), row("b", 2L, null))));
        assertNotNull(difference(answer(row("a", 1L, 0.1 * (1 + 1e-9)), row("b", 2L, null))));
    }

    @Test
    void wrongCellsAreFound() {
        assertNotNull(difference(answer(row("A", 1L, 0.1), row("b", 2L, null))));
        assertNotNull(difference(answer(row("a", 3L, 0.1), row("b", 2L, null))));
        assertNotNull(difference(answer(row("a", 1L, 0.1), row("b", 2L, 0.0))));
        assertNotNull(difference(answer(row("a", 1L, null), row("b", 2L, null))));
        assertNotNull(difference(answer(row("a", 1.0, 0.1), row("b", 2L, null))));
    }

    @Test
    void sumsOfAnotherFamilyMayBeRounded() {
        Engine.Answer rounded = answer(row("a", 1L, 0.1 + 1e-12), row("b", 2L, null));
        assertNotNull(difference(rounded));
        assertNull(new Comparison(false).difference(EXPECTED, rounded, List.of(0)));
        Engine.Answer wrong = answer(row("a", 1L, 0.1 + 1e-9), row("b", 2L, null));
        assertNotNull(new Comparison(false).difference(EXPECTED, wrong, List.of(0)));
    }

    @Test
    void missingRowsAreFound() {
        assertNotNull(difference(answer(row("a", 1L, 0.1))));
    }

    @Test
    void orderCountsWhereTheQueryOrders() {
        Engine.Answer turned = answer(row("b", 2L, null), row("a", 1L, 0.1));
        assertNull(new Comparison(true).difference(EXPECTED, turned, List.of()));
        assertNotNull(new Comparison(true).difference(EXPECTED, turned, List.of(1)));
    }

    @Test
    void rowsThatTheQueryLeavesOpenAreOneOfSeveral() {
        Engine.Answer first = answer(row("a", 9L, 0.1), row("b", 8L, 0.2));
        Engine.Answer candidates =
                answer(row("a", 9L, 0.1), row("b", 8L, 0.2), row("c", 8L, 0.3), row("d", 7L, 0.4));
        assertNull(open(first, candidates, row("a", 9L, 0.1), row("b", 8L, 0.2)));
        assertNull(open(first, candidates, row("a", 9L, 0.1), row("c", 8L, 0.3)));
        // Not in the order of the query; a row that there is not; one that there is once.
        assertNotNull(open(first, candidates, row("c", 8L, 0.3), row("a", 9L, 0.1)));
        assertNotNull(open(first, candidates, row("a", 9L, 0.1), row("c", 8L, 0.4)));
        assertNotNull(open(first, candidates, row("a", 9L, 0.1), row("e", 8L, 0.3)));
        Engine.Answer ties = answer(row("b", 8L, 0.2), row("c", 8L, 0.3));
        assertNotNull(open(ties, candidates, row("c", 8L, 0.3), row("c", 8L, 0.3)));
    }

    @Test
    void sortColumnsComeFromTheLastOrderBy() {
        assertEquals(
                List.of(1, 2), sortColumns(3, "orderkey", "revenue", "orderdate", "shippriority"));
        assertEquals(List.of(), sortColumns(6, "revenue"));
    }

    private static String open(Engine.Answer expected, Engine.Answer candidates, Object[]... rows) {
        return new Comparison(true).difference(expected, candidates, answer(rows), List.of(1));
    }

    private static List<Integer> sortColumns(int query, String... columns) {
        return Comparison.sortColumns(Queries.query(query), List.of(columns));
    }

    private static String difference(Engine.Answer actual) {
        return new Comparison(true).difference(EXPECTED, actual, List.of(0));
    }

    private static Engine.Answer answer(Object[]... rows) {
        return new Engine.Answer(
                List.of("x", "y", "z"), Arrays.stream(rows).map(Arrays::asList).toList());
    }

    private static Object[] row(Object... cells) {
        return cells;
    }
}
