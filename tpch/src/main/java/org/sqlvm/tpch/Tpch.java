package org.sqlvm.tpch;

import org.sqlvm.workload.Workload;

import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The 22 queries, at one scale. */
final class Tpch implements Workload {
    private final Generator generator;
    private final double scale;
    private final boolean analyze;

    /** @param analyze whether SQLite and sqlvm have SQLite's statistics */
    Tpch(Path folder, double scale, boolean analyze) {
        this.generator = new Generator(folder, scale);
        this.scale = scale;
        this.analyze = analyze;
    }

    @Override
    public String name() {
        return "tpch-sf" + scale;
    }

    @Override
    public String title() {
        return "Derived from TPC-H, SF " + scale;
    }

    @Override
    public Map<String, Object> facts() {
        Map<String, Object> facts = new LinkedHashMap<>();
        facts.put("benchmark", "derived from TPC-H; not comparable with published TPC-H results");
        facts.put("scaleFactor", scale);
        facts.put("analyzed", analyze);
        return facts;
    }

    @Override
    public List<String> engines() {
        return List.of("sqlvm", "sqlite", "sqlite-analyzed", "h2", "duckdb1", "duckdb2");
    }

    @Override
    public int queryCount() {
        return Queries.COUNT;
    }

    @Override
    public String query(int number) {
        return Queries.query(number);
    }

    @Override
    public Path database(String engine) {
        return switch (engine) {
            case "h2" -> generator.h2();
            case "duckdb1", "duckdb2" -> generator.duckdb();
            case "sqlite-analyzed" -> generator.sqlite(true);
            default -> generator.sqlite(analyze);
        };
    }
}
