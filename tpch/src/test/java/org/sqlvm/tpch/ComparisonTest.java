package org.sqlvm.tpch;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;

import org.junit.jupiter.api.Test;

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
    void sortColumnsComeFromTheLastOrderBy() {
        assertEquals(
                List.of(1, 2), sortColumns(3, "orderkey", "revenue", "orderdate", "shippriority"));
        assertEquals(List.of(), sortColumns(6, "revenue"));
    }

    private static List<Integer> sortColumns(int query, String... columns) {
        return Queries.sortColumns(Queries.query(query), List.of(columns));
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
