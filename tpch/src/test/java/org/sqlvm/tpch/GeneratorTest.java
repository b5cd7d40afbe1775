package org.sqlvm.tpch;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;

import io.trino.tpch.TpchTable;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.sqlvm.workload.Comparison;
import org.sqlvm.workload.Engine;

import java.nio.file.Path;
import java.util.List;
import java.util.stream.StreamSupport;

class GeneratorTest {
    /**
     * With fewer suppliers than this scale has, parts repeat theirs, and the key of partsupp fails.
     */
    private static final double SCALE = 0.01;

    @TempDir
    Path folder;

    @Test
    @Tag("full")
    void everyTableHasItsRows() {
        Generator generator = new Generator(folder, SCALE);
        try (Engine sqlite = Engine.open("sqlite", generator.sqlite(false));
                Engine h2 = Engine.open("h2", generator.h2());
                Engine duckdb = Engine.open("duckdb1", generator.duckdb())) {
            for (TpchTable<?> table : TpchTable.getTables()) {
                long count = StreamSupport.stream(
                                table.createGenerator(SCALE, 1, 1).spliterator(), false)
                        .count();
                String sql = "select count(*) from " + table.getTableName();
                assertEquals(List.of(List.of(count)), sqlite.run(sql).rows(), table.getTableName());
                assertEquals(List.of(List.of(count)), h2.run(sql).rows(), table.getTableName());
                assertEquals(List.of(List.of(count)), duckdb.run(sql).rows(), table.getTableName());
            }
        }
    }

    @Test
    void allAnswersAreSqlites() {
        Path database = new Generator(folder, SCALE).sqlite(false);
        try (Engine sqlite = Engine.open("sqlite", database);
                Engine sqlvm = Engine.open("sqlvm", database)) {
            for (int number = 1; number <= Queries.COUNT; number++) {
                String sql = Queries.query(number);
                Engine.Answer expected = sqlite.run(sql);
                List<Integer> order = Comparison.sortColumns(sql, expected.columns());
                assertNull(
                        new Comparison(true).difference(expected, sqlvm.run(sql), order),
                        "Q" + number);
            }
        }
    }

    @Test
    @Tag("full")
    void enginesAgree() {
        String[] arguments = {
            "--sf",
            "0.01",
            "--engines",
            "sqlvm,sqlite,h2,duckdb2",
            "--queries",
            "1,6",
            "--runs",
            "2",
            "--warm-up",
            "0",
            "--data",
            folder.toString(),
            "--results",
            folder.resolve("results").toString()
        };
        assertEquals(0, Main.run(arguments));
    }
}
