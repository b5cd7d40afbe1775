package org.sqlvm.workload;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import org.junit.jupiter.api.Test;

import java.util.Arrays;
import java.util.List;

/** Answers of the Python program, as a comparison gets them. */
class PythonEngineTest {
    @Test
    void answersHaveTheValuesOfOtherEngines() throws Exception {
        Engine.Answer answer = PythonEngine.parse(
                "{\"columns\": [\"a\", \"b\"], \"rows\": [[1, 2.5], [null, \"x\"]], \"ms\": 3.5}");
        assertEquals(List.of("a", "b"), answer.columns());
        assertEquals(List.of(List.of(1L, 2.5), Arrays.asList(null, "x")), answer.rows());
    }

    @Test
    void errorsAreThrown() {
        Exception thrown = assertThrows(
                IllegalStateException.class,
                () -> PythonEngine.parse("{\"error\": \"HyperException: no such table\"}"));
        assertEquals("HyperException: no such table", thrown.getMessage());
    }

    @Test
    void aProcessThatHasEndedIsSaidSo() {
        assertThrows(IllegalStateException.class, () -> PythonEngine.parse(null));
    }

    @Test
    void yearsAreWrittenAsInPostgresql() {
        String sql = "select cast(strftime('%Y', o.orderdate) as integer) as o_year from orders o";
        assertEquals(
                "select extract(year from o.orderdate) as o_year from orders o",
                Dialect.of("hyper", sql));
    }
}
