package org.sqlvm.bench.oltp;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.sqlvm.tpch.Generator;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

class OltpTest {
    private static final double SCALE = 0.01;
    private static final int WIDTH = 3;
    private static final int RUNS = 5;

    @TempDir
    Path folder;

    @Test
    void enginesAgree() throws SQLException {
        Path file = new Generator(folder, SCALE).sqlite(false);
        Map<String, List<OltpMeasurement>> measured = new LinkedHashMap<>();
        for (String engine : List.of("sqlite", "sqlvm")) {
            measured.put(
                    engine,
                    OltpProcess.run("jdbc:" + engine + ":" + file, WIDTH, SCALE, RUNS, 600));
        }
        OltpReport report = new OltpReport(measured, WIDTH, SCALE);
        assertEquals(List.of(), report.wrong());
        for (OltpMeasurement one : measured.get("sqlvm")) {
            assertEquals(RUNS, one.runsMs().length);
            assertTrue(one.rows() > 0, one::query);
        }
        assertTrue(report.table().contains("| sqlvm | 5 |"), report.table());
    }

    @Test
    void otherRowsAreNoticed() {
        OltpMeasurement one = new OltpMeasurement("A", 1, new double[] {1, 2}, 2, new double[] {5});
        OltpMeasurement other =
                new OltpMeasurement("A", 1, new double[] {1, 2}, 2, new double[] {5.001});
        assertTrue(one.agrees(one));
        assertFalse(one.agrees(other));
        Map<String, List<OltpMeasurement>> measured = new LinkedHashMap<>();
        measured.put("sqlvm", List.of(other));
        measured.put("sqlite", List.of(one));
        assertEquals(1, new OltpReport(measured, WIDTH, SCALE).wrong().size());
    }

    @Test
    void anUnknownEngineIsAnError() {
        PrintStream out = new PrintStream(new ByteArrayOutputStream());
        assertEquals(2, new OltpCommand(out).run("--engines", "sqlite,foo"));
        assertEquals(2, new OltpCommand(out).run("--engines", "postgresql"));
    }
}
