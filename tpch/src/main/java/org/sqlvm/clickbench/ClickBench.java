package org.sqlvm.clickbench;

import org.sqlvm.workload.Dialect;
import org.sqlvm.workload.NewDatabase;
import org.sqlvm.workload.Script;
import org.sqlvm.workload.TableWriter;
import org.sqlvm.workload.Workload;

import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Twenty of the 43 queries of ClickBench (github.com/ClickHouse/ClickBench) over a synthetic table
 * of page views. Where a LIMIT would leave it open which rows come, the columns of the group have
 * been added to ORDER BY.
 */
final class ClickBench implements Workload {
    static final int COUNT = 20;

    private final Path folder;
    private final long rows;

    ClickBench(Path folder, long rows) {
        this.folder = folder;
        this.rows = rows;
    }

    private static String schema() {
        return Script.resource(ClickBench.class, "schema.sql");
    }

    @Override
    public String name() {
        return "clickbench-" + rows;
    }

    @Override
    public String title() {
        return "ClickBench, %,d synthetic rows".formatted(rows);
    }

    @Override
    public Map<String, Object> facts() {
        Map<String, Object> facts = new LinkedHashMap<>();
        facts.put("benchmark", "twenty queries of ClickBench, over synthetic page views");
        facts.put("rows", rows);
        return facts;
    }

    @Override
    public List<String> engines() {
        return List.of("sqlvm", "sqlite", "duckdb1", "duckdb2");
    }

    @Override
    public int queryCount() {
        return COUNT;
    }

    @Override
    public String query(int number) {
        return Script.resource(ClickBench.class, number + ".sql").strip();
    }

    @Override
    public Path database(String engine) {
        if (engine.startsWith("duckdb")) {
            return NewDatabase.duckdb(folder.resolve(name() + ".duckdb"), connection -> {
                String dated = schema().replace("EventDate TEXT", "EventDate DATE")
                        .replace("EventTime TEXT", "EventTime TIMESTAMP");
                Script.parse(Dialect.duckdb(dated)).run(connection, "create table");
                TableWriter.append(connection, "hits", rows, new Hits(rows));
            });
        }
        return NewDatabase.sqlite(folder.resolve(name() + ".db"), connection -> {
            Script.parse(schema()).run(connection, "create table");
            TableWriter.insert(connection, "hits", rows, new Hits(rows));
        });
    }
}
