package org.sqlvm.warm;

import org.graalvm.polyglot.Engine;
import org.sqlvm.language.machine.ProgramRuntime;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Starts the resident process; the thin client runs it through the launcher. */
public final class Main {
    private static final String SOCKET = "SQLVM_WARM_SOCKET";
    private static final String FACTS = "SQLVM_WARM_FACTS";
    private static final String IDLE_MINUTES = "SQLVM_WARM_MINUTES";
    private static final int IDLE_MINUTES_DEFAULT = 180;

    /** Variables that the launcher sets for a program, with the same values for each client. */
    private static final List<String> LAUNCHER_VARIABLES = List.of("SQLVM_PYTHON", "LC_ALL");

    private Main() {}

    public static void main(String[] arguments) throws IOException, InterruptedException {
        ProgramRuntime.prepare();
        Engine engine = Engine.newBuilder()
                .allowExperimentalOptions(true)
                .option("engine.WarnInterpreterOnly", "false")
                .options(ProgramRuntime.scriptOptions())
                .build();
        Resident resident = new Resident(
                Path.of(System.getenv(SOCKET)),
                System.getenv(FACTS),
                launcherVariables(),
                idle(),
                engine);
        ExitGuard.install(resident);
        resident.run();
        Runtime.getRuntime().halt(0);
    }

    private static Map<String, String> launcherVariables() {
        Map<String, String> set = new HashMap<>();
        for (String name : LAUNCHER_VARIABLES) {
            String value = System.getenv(name);
            if (value != null) {
                set.put(name, value);
            }
        }
        return set;
    }

    private static Duration idle() {
        String minutes = System.getenv(IDLE_MINUTES);
        return Duration.ofMinutes(minutes == null ? IDLE_MINUTES_DEFAULT : Long.parseLong(minutes));
    }
}
