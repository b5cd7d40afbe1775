package org.sqlvm.shell;

import org.sqlvm.build.CommandLine;
import org.sqlvm.build.CommandLine.MisuseException;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * Runs programs twice through the launcher, in a process of their own and in a resident process
 * that is started for this run. What they print on both outputs, their exit codes and the files
 * that they leave must be the same, byte for byte but for {@link #VARIES}. The programs are the
 * calls of {@link ShellCases}, and scripts: files of Bash whose variable {@code SQLVM} is the
 * launcher, of Python and of JavaScript.
 */
final class WarmComparison {
    private static final String USAGE = """
        usage: ./sqlvm warm-compare [--only PATTERN] [--every N] [FILE-OR-FOLDER ...]
        Runs one of N of the shell's cases (default: all) and scripts of Bash, Python and
        JavaScript (default: interop/warm/src/test/programs) in processes of their own and in a
        resident process, and compares them. --only chooses programs by a part of their names.
        """;

    /**
     * Texts that differ between two processes of one kind, too: addresses, numbers of seconds, and
     * the last column of a table of seconds.
     */
    private static final Pattern VARIES =
            Pattern.compile("(?m)\\bat 0x[0-9a-f]+|\\b[0-9]+\\.[0-9]+ ?s\\b|\\b *[0-9]+\\.[0-9]$");

    /** Programs of which the client says that they need a process of their own. */
    private static final Pattern ALONE = Pattern.compile("-?-(stored-functions|interactive)");

    private static final Pattern STATUS =
            Pattern.compile("(?s)process (\\d+).* (\\d+) running, (\\d+) ended");

    private static final String INPUT = "first line\nzweite Zeile: größe\n\nlast, without its end";
    private static final String INIT = "SELECT 'from the init file';\n.mode csv\n.separator ;\n";

    private static final Map<String, List<String>> PROGRAMS = Map.of(
            ".py", List.of("python"),
            ".js", List.of("js"),
            ".mjs", List.of("js"));

    /** A program is counted after its client has ended. */
    private static final int LOOKS = 3;

    private static final long LOOK_MS = 20;

    private static final int LINES_MAX = 40;

    private final Path launcher;
    private final Path folder;
    private final Path work;
    private int different;
    private int compared;

    /** @param isShell whether the files of the shell's cases are there */
    private record Case(
            String name, List<String> command, String input, boolean isShell, boolean isAlone) {}

    /** @param files the contents by name */
    private record Ended(int code, String out, String error, Map<String, String> files) {}

    /** @param ended the number of programs that have run in the process */
    private record Resident(String process, long ended) {}

    private WarmComparison(Path launcher, Path folder) throws IOException {
        this.launcher = launcher;
        this.folder = folder;
        work = folder.resolve("work");
        for (String name : List.of("home", "run", "made")) {
            Files.createDirectory(
                    folder.resolve(name),
                    PosixFilePermissions.asFileAttribute(
                            PosixFilePermissions.fromString("rwx------")));
        }
    }

    /** Runs one of N of the shell's cases, and the scripts. */
    public static void main(String[] arguments) throws Exception {
        System.exit(
                CommandLine.run(USAGE, arguments, System.out, System.err, WarmComparison::compare));
    }

    private static boolean compare(CommandLine line) throws IOException, InterruptedException {
        Pattern only = line.pattern("--only", "");
        int every = line.count("--every", 1);
        List<Path> scripts = line.files(1);
        Path folder = Files.createTempDirectory("warm");
        try {
            WarmComparison comparison =
                    new WarmComparison(Path.of(line.words().getFirst()), folder);
            List<Case> cases = comparison.shellCases(every);
            for (Path script : scripts) {
                comparison.addScripts(cases, script.toRealPath());
            }
            cases.removeIf(one -> !only.matcher(one.name).find());
            if (cases.isEmpty()) {
                throw new MisuseException("--only: no program has such a name");
            }
            return comparison.run(cases);
        } finally {
            remove(folder);
        }
    }

    private List<Case> shellCases(int every) {
        List<ShellCase> calls = new ArrayList<>(ShellCases.likeSqlite());
        calls.addAll(ShellCases.ofOurOwn());
        List<Case> cases = new ArrayList<>();
        for (int i = 0; i < calls.size(); i += every) {
            ShellCase call = calls.get(i);
            List<String> command = new ArrayList<>(List.of(launcher.toString()));
            call.arguments().forEach(argument -> command.add(withNames(argument)));
            boolean isAlone = call.arguments().stream()
                    .anyMatch(word -> ALONE.matcher(word).find());
            cases.add(new Case(
                    call.toString().lines().findFirst().orElse(""),
                    command,
                    withNames(call.input()),
                    true,
                    isAlone));
        }
        return cases;
    }

    private String withNames(String text) {
        return text.replace("DIR", work.toString())
                .replace("U16", work.resolve("utf16.db").toString())
                .replace("DB", work.resolve("utf8.db").toString());
    }

    private void addScripts(List<Case> cases, Path script) throws IOException {
        if (Files.isDirectory(script)) {
            try (Stream<Path> files = Files.list(script)) {
                for (Path file : files.sorted().toList()) {
                    if (Files.isRegularFile(file)) {
                        addScripts(cases, file);
                    }
                }
            }
            return;
        }
        String name = script.getFileName().toString();
        String kind = name.substring(Math.max(0, name.lastIndexOf('.')));
        List<String> command = new ArrayList<>();
        if (kind.equals(".sh")) {
            command.addAll(List.of("bash", script.toString()));
        } else if (PROGRAMS.containsKey(kind)) {
            command.add(launcher.toString());
            command.addAll(PROGRAMS.get(kind));
            command.addAll(List.of(script.toString(), "one", "zwei drei", "größe", ""));
        } else {
            return;
        }
        cases.add(new Case(name, command, INPUT, false, false));
    }

    private boolean run(List<Case> cases) throws IOException, InterruptedException {
        make("utf8.db", "");
        make("utf16.db", "PRAGMA encoding='UTF-16le';\n");
        warm("start");
        Resident resident = status();
        System.out.printf("%d programs, process %s%n", cases.size(), resident.process);
        try {
            for (Case one : cases) {
                long startNs = System.nanoTime();
                Ended alone = run(one, false);
                long aloneNs = System.nanoTime() - startNs;
                Ended shared = run(one, true);
                long sharedNs = System.nanoTime() - startNs - aloneNs;
                String difference = difference(alone, shared);
                if (!one.isShell && difference.isEmpty()) {
                    // Now that it has run there before.
                    difference = difference(alone, run(one, true));
                }
                Resident after = settled(resident);
                boolean isResident = after.ended > resident.ended;
                if (!after.process.equals(resident.process)) {
                    difference = "the resident process has ended; " + difference;
                    warm("start");
                    after = status();
                } else if (isResident == one.isAlone && difference.isEmpty()) {
                    difference = isResident ? "runs in the resident process" : "runs alone";
                }
                resident = after;
                compared++;
                if (!difference.isEmpty()) {
                    different++;
                    System.out.printf("DIFFERS  %s%n%s%n", one.name, difference);
                } else {
                    System.out.printf(
                            "same %8.3f s %8.3f s  %s%n", aloneNs / 1e9, sharedNs / 1e9, one.name);
                }
            }
        } finally {
            warm("stop");
        }
        System.out.printf("%d of %d programs differ%n", different, compared);
        return different == 0;
    }

    private Ended run(Case one, boolean isWarm) throws IOException, InterruptedException {
        fill(one.isShell);
        return run(one.command, one.input, isWarm ? "1" : "0");
    }

    private Ended run(List<String> command, String input, String warm)
            throws IOException, InterruptedException {
        Path in = folder.resolve("in");
        Path out = folder.resolve("out");
        Path error = folder.resolve("error");
        Files.writeString(in, input);
        ProcessBuilder builder = new ProcessBuilder(command)
                .directory(work.toFile())
                .redirectInput(in.toFile())
                .redirectOutput(out.toFile())
                .redirectError(error.toFile());
        Map<String, String> environment = builder.environment();
        environment.keySet().removeIf(name -> name.startsWith("SQLVM_"));
        environment.put("SQLVM", launcher.toString());
        environment.put("SQLVM_WARM", warm);
        environment.put("SQLVM_WARM_TRAINING", "0");
        environment.put("SQLVM_BUILD", "never");
        environment.put("LC_ALL", "C.UTF-8");
        environment.put("HOME", folder.resolve("home").toString());
        environment.put("XDG_RUNTIME_DIR", folder.resolve("run").toString());
        environment.put("XDG_CONFIG_HOME", folder.resolve("home/.config").toString());
        environment.put("XDG_CACHE_HOME", folder.resolve("home/.cache").toString());
        int code = builder.start().waitFor();
        return new Ended(code, text(out), text(error), files());
    }

    /** A character for each byte, so that output that is no UTF-8 is compared as well. */
    private static String text(Path file) throws IOException {
        return Files.readString(file, StandardCharsets.ISO_8859_1);
    }

    private Map<String, String> files() throws IOException {
        Map<String, String> contents = new TreeMap<>();
        if (Files.exists(work)) {
            try (Stream<Path> files = Files.walk(work)) {
                for (Path file : files.filter(Files::isRegularFile).toList()) {
                    contents.put(work.relativize(file).toString(), text(file));
                }
            }
        }
        return contents;
    }

    private static String difference(Ended alone, Ended shared) {
        StringBuilder all = new StringBuilder();
        if (alone.code != shared.code) {
            all.append("exit code %d, and %d in the resident process\n"
                    .formatted(alone.code, shared.code));
        }
        add(all, "output", alone.out, shared.out);
        add(all, "errors", alone.error, shared.error);
        if (!alone.files.keySet().equals(shared.files.keySet())) {
            all.append("files %s, and %s\n".formatted(alone.files.keySet(), shared.files.keySet()));
        } else {
            alone.files.forEach((name, text) -> add(all, name, text, shared.files.get(name)));
        }
        return all.toString();
    }

    private static void add(StringBuilder all, String name, String alone, String shared) {
        List<String> expected = normal(alone).lines().toList();
        List<String> actual = normal(shared).lines().toList();
        if (normal(alone).equals(normal(shared))) {
            return;
        }
        int begin = 0;
        int least = Math.min(expected.size(), actual.size());
        while (begin < least && expected.get(begin).equals(actual.get(begin))) {
            begin++;
        }
        int end = 0;
        while (end < least - begin
                && expected.get(expected.size() - 1 - end)
                        .equals(actual.get(actual.size() - 1 - end))) {
            end++;
        }
        all.append("%s from line %d%n".formatted(name, begin + 1));
        expected.subList(begin, expected.size() - end).stream()
                .limit(LINES_MAX)
                .forEach(line -> all.append("  alone     ").append(line).append('\n'));
        actual.subList(begin, actual.size() - end).stream()
                .limit(LINES_MAX)
                .forEach(line -> all.append("  resident  ").append(line).append('\n'));
    }

    private static String normal(String text) {
        return VARIES.matcher(text).replaceAll("VARIES");
    }

    private void make(String name, String pragma) throws IOException, InterruptedException {
        Path file = folder.resolve("made").resolve(name);
        Process sqlite = new ProcessBuilder("sqlite3", "-bail", file.toString()).start();
        try (var in = sqlite.outputWriter(StandardCharsets.UTF_8)) {
            in.write(pragma + ShellCases.SCHEMA);
        }
        if (sqlite.waitFor() != 0) {
            throw new IOException("sqlite3 does not make " + file);
        }
    }

    /** The working folder has the same path in both runs, and the same files at its start. */
    private void fill(boolean isShell) throws IOException {
        remove(work);
        Files.createDirectory(work);
        if (isShell) {
            for (String name : List.of("utf8.db", "utf16.db")) {
                Files.copy(folder.resolve("made").resolve(name), work.resolve(name));
            }
            Files.writeString(work.resolve("init.sql"), INIT);
            ImportCases.write(work);
            Files.writeString(work.resolve("junk.db"), "This is no database. ".repeat(100));
        }
    }

    private Ended warm(String word) throws IOException, InterruptedException {
        fill(false);
        return run(List.of(launcher.toString(), "warm", word), "", "1");
    }

    private Resident status() throws IOException, InterruptedException {
        Ended status = run(List.of(launcher.toString(), "warm", "status"), "", "1");
        Matcher matcher = STATUS.matcher(status.out);
        return matcher.find()
                ? new Resident(matcher.group(1), Long.parseLong(matcher.group(3)))
                : new Resident("none", 0);
    }

    /** Returns the state in which the program counts that has run last, for a moment at most. */
    private Resident settled(Resident before) throws IOException, InterruptedException {
        Resident after = status();
        for (int i = 0; i < LOOKS && after.equals(before); i++) {
            Thread.sleep(LOOK_MS);
            after = status();
        }
        return after;
    }

    private static void remove(Path tree) throws IOException {
        if (Files.exists(tree)) {
            try (Stream<Path> files = Files.walk(tree)) {
                for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                    Files.deleteIfExists(file);
                }
            }
        }
    }
}
