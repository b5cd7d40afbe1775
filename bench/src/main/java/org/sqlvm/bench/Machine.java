package org.sqlvm.bench;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.OffsetDateTime;
import java.time.temporal.ChronoUnit;
import java.util.LinkedHashMap;
import java.util.Map;

/** The machine that figures were measured on, for the head of a page. */
public final class Machine {
    private Machine() {}

    /** The machine and the versions, in the order in which they are printed. */
    public static Map<String, Object> facts() {
        Map<String, Object> machine = new LinkedHashMap<>();
        machine.put("date", OffsetDateTime.now().truncatedTo(ChronoUnit.MINUTES).toString());
        machine.put("processor", processor());
        machine.put("processors", Runtime.getRuntime().availableProcessors());
        machine.put("load", ManagementFactory.getOperatingSystemMXBean().getSystemLoadAverage());
        machine.put("os", System.getProperty("os.name") + " " + System.getProperty("os.version"));
        machine.put("jvm", System.getProperty("java.vm.name") + " " + Runtime.version());
        machine.put("sqlite-jdbc", version("org/sqlite/Function.class"));
        machine.put("h2", version("org/h2/Driver.class"));
        machine.put("postgresql driver", version("org/postgresql/Driver.class"));
        machine.put("duckdb", version("org/duckdb/DuckDBDriver.class"));
        return machine;
    }

    private static String processor() {
        try {
            return Files.readAllLines(Path.of("/proc/cpuinfo")).stream()
                    .filter(line -> line.startsWith("model name"))
                    .map(line -> line.substring(line.indexOf(':') + 1).strip())
                    .findFirst()
                    .orElse("unknown");
        } catch (IOException _) {
            return System.getProperty("os.arch");
        }
    }

    /** The name of the jar that a class comes from. */
    private static String version(String resource) {
        var url = Machine.class.getClassLoader().getResource(resource);
        return url == null ? "none" : url.getPath().replaceFirst(".*/([^/]*)\\.jar!.*", "$1");
    }
}
