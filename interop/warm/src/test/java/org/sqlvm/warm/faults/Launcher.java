package org.sqlvm.warm.faults;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** Runs programs by the launcher, each in a folder of its own. */
final class Launcher implements AutoCloseable {
    /** A program that takes longer hangs, on a busy machine, too. */
    private static final long MINUTES_MAX = 20;

    /** A small heap is full soon. Also that of a program whose client is sent away. */
    private static final String OWN_HEAP = "-Xmx500m";

    /** Java says so; programs in the resident process do not. */
    private static final Pattern PICKED_UP = Pattern.compile("NOTE: Picked up .*\n");

    private static final String RESIDENT_HEAP = "-Xmx1g";

    private static final long LOOK_MS = 5;

    private final Path launcher;
    private final Path folder;
    private final AtomicInteger count = new AtomicInteger();

    /** @param folder a new one with a short path, since sockets are in it */
    Launcher(Path launcher, Path folder) throws IOException {
        this.launcher = launcher;
        this.folder = folder;
        Files.createDirectories(folder.resolve("home"));
        Files.createDirectories(folder.resolve("run"));
        Files.setPosixFilePermissions(
                folder.resolve("run"), PosixFilePermissions.fromString("rwx------"));
    }

    private ProcessBuilder builder(boolean isWarm, Path work, List<String> arguments) {
        List<String> command = new ArrayList<>(List.of(launcher.toString()));
        command.addAll(arguments);
        ProcessBuilder builder = new ProcessBuilder(command)
                .directory(work.toFile())
                .redirectInput(work.resolve("in").toFile())
                .redirectOutput(work.resolve("out").toFile())
                .redirectError(work.resolve("error").toFile());
        builder.environment().put("SQLVM_WARM", isWarm ? "1" : "0");
        builder.environment().put("JDK_JAVA_OPTIONS", OWN_HEAP);
        if (arguments.getFirst().equals("warm")) {
            builder.environment().put("SQLVM_JAVA_OPTIONS", RESIDENT_HEAP);
        }
        builder.environment().put("SQLVM_BUILD", "never");
        builder.environment().put("HOME", folder.resolve("home").toString());
        builder.environment().put("XDG_RUNTIME_DIR", folder.resolve("run").toString());
        builder.environment().put("FAULT", "of " + work.getFileName().toString().length());
        return builder;
    }

    /** Runs a program to its end; then no lock of its file is left. */
    Faulty.Ended run(Faulty program, boolean isWarm) throws IOException, InterruptedException {
        Path work =
                Files.createDirectory(folder.resolve("%08d".formatted(count.incrementAndGet())));
        Files.writeString(work.resolve("in"), program.input());
        Process process = builder(isWarm, work, program.arguments()).start();
        if (program.signal() != null) {
            while (process.isAlive() && Files.size(work.resolve("out")) == 0) {
                Thread.sleep(LOOK_MS);
            }
            new ProcessBuilder("kill", "-" + program.signal(), Long.toString(process.pid()))
                    .start()
                    .waitFor();
        }
        boolean isEnded = process.waitFor(MINUTES_MAX, TimeUnit.MINUTES);
        process.destroyForcibly();
        Faulty.Ended ended = new Faulty.Ended(
                isEnded ? process.waitFor() : -1, text(work, "out"), text(work, "error"));
        if (Files.exists(work.resolve("file.db")) && !isWritable(work)) {
            return new Faulty.Ended(-2, "the database stays locked", "");
        }
        remove(work);
        return ended;
    }

    private static String text(Path work, String name) throws IOException {
        String text = Files.readString(work.resolve(name));
        return PICKED_UP.matcher(text).replaceAll("").replace(work.toString(), "FOLDER");
    }

    /** A killed client's program ends soon after it. */
    private static boolean isWritable(Path work) throws IOException, InterruptedException {
        return new ProcessBuilder(
                                "sqlite3",
                                "-cmd",
                                ".timeout 20000",
                                work.resolve("file.db").toString(),
                                "BEGIN IMMEDIATE; PRAGMA integrity_check")
                        .redirectErrorStream(true)
                        .redirectOutput(work.resolve("check").toFile())
                        .start()
                        .waitFor()
                == 0;
    }

    /** Runs a command of {@code sqlvm warm}; returns what it prints. */
    String warm(String command) throws IOException, InterruptedException {
        Path work = Files.createTempDirectory(folder, "w");
        Files.createFile(work.resolve("in"));
        builder(false, work, List.of("warm", command)).start().waitFor();
        String printed = text(work, "out") + text(work, "error");
        remove(work);
        return printed;
    }

    /** Returns the logs of the resident process and the one before it, as far as there are any. */
    String logs() throws IOException {
        StringBuilder all = new StringBuilder();
        try (Stream<Path> files = Files.walk(folder.resolve("run"))) {
            for (Path file : files.filter(Files::isRegularFile).sorted().toList()) {
                if (file.getFileName().toString().contains(".log")) {
                    all.append(file.getFileName()).append('\n').append(Files.readString(file));
                }
            }
        }
        return all.toString();
    }

    private static void remove(Path tree) throws IOException {
        try (Stream<Path> files = Files.walk(tree)) {
            for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                Files.deleteIfExists(file);
            }
        }
    }

    @Override
    public void close() throws IOException {
        remove(folder);
    }
}
