package org.sqlvm.taxi;

import org.sqlvm.workload.Dialect;
import org.sqlvm.workload.Engine;
import org.sqlvm.workload.Script;
import org.sqlvm.workload.Workload;

import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** Nine queries over one wide table of trips. */
final class Taxi implements Workload {
    static final int COUNT = 9;

    private final TaxiDatabases databases;
    private final long trips;

    /** @param files the number of files that sqlvm-files reads */
    Taxi(Path folder, long trips, int files) {
        this.databases = new TaxiDatabases(folder, trips, files);
        this.trips = trips;
    }

    static String schema() {
        return Script.resource(Taxi.class, "schema.sql");
    }

    @Override
    public String name() {
        return "taxi-" + trips;
    }

    @Override
    public String title() {
        return "Taxi rides, %,d trips".formatted(trips);
    }

    @Override
    public Map<String, Object> facts() {
        Map<String, Object> facts = new LinkedHashMap<>();
        facts.put("benchmark", "the queries of the LocustDB article, over synthetic trips");
        facts.put("trips", trips);
        return facts;
    }

    @Override
    public List<String> engines() {
        return List.of("sqlvm", "sqlvm-files", "sqlite", "duckdb1", "duckdb2");
    }

    @Override
    public int queryCount() {
        return COUNT;
    }

    @Override
    public String query(int number) {
        return Script.resource(Taxi.class, number + ".sql").strip();
    }

    /** All divisions are those of integers, which DuckDB spells otherwise. */
    @Override
    public String written(String sql, String engine) {
        boolean duckdb = engine.startsWith("duckdb");
        return Dialect.of(engine, duckdb ? sql.replace(" / ", " // ") : sql);
    }

    @Override
    public Path database(String engine) {
        return switch (engine) {
            case "duckdb1", "duckdb2" -> databases.duckdb();
            case "sqlvm-files" -> databases.files();
            default -> databases.sqlite();
        };
    }

    /**
     * The last of the trips with the highest amounts may be any of those with the same amount; and
     * of the groups by id, any may come.
     */
    @Override
    public String candidates(int number, Engine.Answer answer) {
        if (answer.rows().isEmpty()) {
            return null;
        }
        return switch (number) {
            case 6 ->
                "select passenger_count, trip_distance, total_amount from trips"
                        + " where total_amount >= "
                        + answer.rows().getLast().getLast();
            case 8 ->
                "select trip_id / 5 as k, sum(total_amount) from trips where trip_id / 5 in ("
                        + answer.rows().stream()
                                .map(row -> String.valueOf(row.getFirst()))
                                .collect(Collectors.joining(", "))
                        + ") group by k";
            default -> null;
        };
    }
}
