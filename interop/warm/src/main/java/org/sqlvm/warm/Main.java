package org.sqlvm.warm;

import org.graalvm.polyglot.Engine;
import org.sqlvm.language.machine.ProgramRuntime;
import org.sqlvm.python.SharedSources;

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
    /** The argument of a process that runs the training alone. */
    private static final String TRAIN = "train";

    /** The rounds of such a process: the first loads, the second calls often. */
    private static final int RECORDED = 2;

    /**
     * Seconds of processor time for the training, also while other processes are busy; 0 for none.
     */
    private static final String TRAINING = "SQLVM_WARM_TRAINING";

    private static final int TRAINING_DEFAULT_SECONDS = 5;

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
        if (List.of(arguments).equals(List.of(TRAIN))) {
            train(engine);
            return;
        }
        Duration budget = Duration.ofSeconds(number(TRAINING, TRAINING_DEFAULT_SECONDS));
        Resident resident = new Resident(
                Path.of(System.getenv(SOCKET)),
                System.getenv(FACTS),
                launcherVariables(),
                idle(),
                engine);
        ExitGuard.install(resident);
        if (budget.isPositive()) {
            resident.train(budget, System.getenv(TRAINING) == null);
        }
        resident.run();
        Runtime.getRuntime().halt(0);
    }

    /** Runs the training's programs, so that Java may record what they load. */
    private static void train(Engine engine) throws IOException {
        Training training = new Training(engine, new SharedSources(engine), launcherVariables());
        training.plan(RECORDED);
        while (!training.isDone()) {
            training.runNext(() -> true);
        }
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
        return Duration.ofMinutes(number(IDLE_MINUTES, IDLE_MINUTES_DEFAULT));
    }

    /** Returns a variable's number. With anything else there the process ends; its log says so. */
    private static long number(String variable, long otherwise) {
        String text = System.getenv(variable);
        try {
            return text == null ? otherwise : Long.parseLong(text);
        } catch (NumberFormatException _) {
            log(variable + " is a whole number, and not " + text);
            System.exit(2);
            throw new AssertionError(variable);
        }
    }

    /** Writes a line to the process's log. */
    static void log(String line) {
        System.err.println("sqlvm warm: " + line);
    }
}
