package org.sqlvm.warm;

import org.graalvm.polyglot.Engine;
import org.graalvm.polyglot.Source;
import org.sqlvm.columns.Descriptor;
import org.sqlvm.python.SharedSources;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BooleanSupplier;

/**
 * Programs of the resident process itself, one for each language. They load and compile what the
 * programs of clients share: the database, the languages' libraries, and the modules that give a
 * language its database. Each has a context of its own, as a client's program has, and a database
 * in memory.
 */
final class Training {
    private static final int ROUNDS_MAX = 12;

    private static final List<Exercise> EXERCISES = List.of(
            new Exercise("python", "training.py", ROUNDS_MAX, "python", "-c"),
            new Exercise("sqlvm", "training.sql", 4, ":memory:"),
            new Exercise("js", "training.js", 4, "js", "-e"));

    /** The time between two looks for sources, which garbage collections take away. */
    private static final long COLLECT_MS = 50;

    private final Engine engine;
    private final SharedSources sources;
    private final Map<String, String> environment;

    /** The exercises that are to be run, in this order. */
    private final List<Exercise> left = new CopyOnWriteArrayList<>();

    private volatile boolean isPlanned;

    /** The exercises' texts, whose code is kept from one round to the next. */
    private final Set<Source> texts = ConcurrentHashMap.newKeySet();

    private final AtomicInteger ended = new AtomicInteger();

    /** The number of programs that have failed, which none should. */
    private final AtomicInteger failures = new AtomicInteger();

    /** The program that runs; null if none does. */
    private volatile Program current;

    /**
     * A program.
     *
     * @param language the name of its language in the engine
     * @param file the resource that has its text
     * @param rounds how often it is run
     * @param words the arguments before the text
     */
    private record Exercise(String language, String file, int rounds, String... words) {
        /** Returns what a client would send, with one file for all streams. */
        Request request(Map<String, String> environment, Descriptor streams) throws IOException {
            List<String> arguments = new ArrayList<>(List.of(words));
            try (InputStream text = Training.class.getResourceAsStream(file)) {
                arguments.add(new String(text.readAllBytes(), StandardCharsets.UTF_8));
            }
            List<Descriptor> all = List.of(streams, streams, streams);
            return new Request("run", "", Path.of("/"), 0, arguments, environment, all);
        }
    }

    /** A training of the languages that an engine has, without programs yet. */
    Training(Engine engine, SharedSources sources, Map<String, String> environment) {
        this.engine = engine;
        this.sources = sources;
        this.environment = environment;
    }

    /** Plans a number of rounds, or all if there are fewer. */
    void plan(int rounds) {
        left.addAll(planned(engine.getLanguages().keySet(), rounds));
        isPlanned = true;
    }

    /** Drops the programs that are left. */
    void finish() {
        left.clear();
    }

    /** The languages in turn. */
    private static List<Exercise> planned(Set<String> languages, int rounds) {
        List<Exercise> planned = new ArrayList<>();
        for (int round = 0; round < Math.min(rounds, ROUNDS_MAX); round++) {
            for (Exercise exercise : EXERCISES) {
                if (round < exercise.rounds && languages.contains(exercise.language)) {
                    planned.add(exercise);
                }
            }
        }
        return planned;
    }

    /** Returns whether there is nothing left to be run. */
    boolean isDone() {
        return left.isEmpty();
    }

    /** Says how far it is. */
    String state() {
        if (!isPlanned) {
            return "off";
        }
        return (isDone() ? "done" : "under way") + ", " + ended + " programs ended, " + failures
                + " failed";
    }

    /**
     * Runs the next program to its end, or until {@link #stop}, after which it is run again. To be
     * called by one thread.
     *
     * @param isWanted whether it may still run, which is asked when {@link #stop} would end it, and
     *     then while it runs
     * @return whether it has come to its end
     */
    boolean runNext(BooleanSupplier isWanted) throws IOException {
        Exercise exercise = left.getFirst();
        try (Descriptor streams = Descriptor.memoryFile("training")) {
            Program program = new Program(
                    engine, exercise.request(environment, streams), Map.of(), texts::add, null);
            current = program;
            boolean isBegun = isWanted.getAsBoolean();
            if (isBegun) {
                run(program, isWanted);
            }
            current = null;
            boolean isComplete = isBegun && !program.isEnded();
            if (isComplete) {
                left.removeFirst();
                ended.incrementAndGet();
            }
            return isComplete;
        }
    }

    private void run(Program program, BooleanSupplier isWanted) {
        int code = 1;
        Thread.ofPlatform().name("sources").daemon().start(() -> attend(program, isWanted));
        try {
            code = program.run();
        } catch (RuntimeException | Error thrown) {
            // It has been stopped, or has failed, which is no client's matter.
        } finally {
            sources.programEnded();
            program.close();
            Program.leave();
            Thread.interrupted(); // Its end may have interrupted this thread.
        }
        if (code != 0 && !program.isEnded()) {
            failures.incrementAndGet();
        }
    }

    /** Ends the program that runs, soon; does not wait for that. */
    void stop() {
        Program program = current;
        if (program != null) {
            Thread.ofPlatform().daemon().start(() -> program.end(0));
        }
    }

    /** Keeps a program's sources, and ends it when it is not wanted. */
    private void attend(Program program, BooleanSupplier isWanted) {
        try {
            while (current == program) {
                sources.collect();
                if (!isWanted.getAsBoolean()) {
                    stop();
                    return;
                }
                Thread.sleep(COLLECT_MS);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
