package org.sqlvm.ssb;

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
 * The queries of the star-schema benchmark (O'Neil, O'Neil, Chen, "Star Schema Benchmark", revision
 * 3, 2009), numbered from 1 to 13 for Q1.1 to Q4.3. Its table {@code date} is called {@code dates}.
 */
final class Ssb implements Workload {
    static final int COUNT = 13;

    private final Path folder;
    private final double scale;

    Ssb(Path folder, double scale) {
        this.folder = folder;
        this.scale = scale;
    }

    private static String schema() {
        return Script.resource(Ssb.class, "schema.sql");
    }

    @Override
    public String name() {
        return "ssb-sf" + scale;
    }

    @Override
    public String title() {
        return "Star schema, SF " + scale;
    }

    @Override
    public Map<String, Object> facts() {
        Map<String, Object> facts = new LinkedHashMap<>();
        facts.put("benchmark", "the queries of the star-schema benchmark, over synthetic rows");
        facts.put("scaleFactor", scale);
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
        return Script.resource(Ssb.class, number + ".sql").strip();
    }

    @Override
    public Path database(String engine) {
        Path base = folder.resolve(name());
        if (engine.startsWith("duckdb")) {
            return NewDatabase.duckdb(base.resolveSibling(name() + ".duckdb"), connection -> {
                Script.parse(Dialect.duckdb(schema())).run(connection, "create table");
                for (StarRows.Table table : new StarRows(scale).tables()) {
                    TableWriter.append(connection, table.name(), table.count(), table.rows());
                }
            });
        }
        return NewDatabase.sqlite(base.resolveSibling(name() + ".db"), connection -> {
            Script script = Script.parse(schema());
            script.run(connection, "create table");
            for (StarRows.Table table : new StarRows(scale).tables()) {
                TableWriter.insert(connection, table.name(), table.count(), table.rows());
            }
            script.run(connection, "create index");
        });
    }
}
