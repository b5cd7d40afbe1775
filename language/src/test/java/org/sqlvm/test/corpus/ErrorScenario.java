package org.sqlvm.test.corpus;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Steps with connections and files, and the result codes they come to. A step is a line:
 *
 * <ul>
 *   <li>{@code NAME SQL => CODE}: connection NAME runs a statement; without a code it succeeds;
 *   <li>{@code open NAME FILE}, {@code close NAME};
 *   <li>{@code first NAME QUERY}, {@code next NAME}: a query that stays open, row by row;
 *   <li>{@code copy FILE FILE} (with what is beside it), {@code delete FILE}, {@code folder NAME},
 *       {@code write FILE TEXT}, {@code cut FILE BYTES}, {@code damage FILE FROM BYTES}.
 * </ul>
 *
 * {@code DIR} is the folder of the files. A line with {@code #} is a comment.
 */
record ErrorScenario(String name, List<String> steps) {
    /** The names of a file and of those beside it. */
    private static final List<String> BESIDE = List.of("", "-journal", "-wal");

    /** Reads a file of scenarios: each begins with a line {@code scenario NAME}. */
    static List<ErrorScenario> read(Path file) throws IOException {
        List<ErrorScenario> scenarios = new ArrayList<>();
        for (String line : Files.readAllLines(file)) {
            String step = line.strip();
            if (step.startsWith("scenario ")) {
                scenarios.add(new ErrorScenario(step.substring(9), new ArrayList<>()));
            } else if (!step.isEmpty() && !step.startsWith("#")) {
                scenarios.getLast().steps.add(step);
            }
        }
        return scenarios;
    }

    /** The steps with the codes that were found; and the words of the errors. */
    record Result(List<String> steps, List<String> words) {}

    /** Goes through the steps, with files of its own in {@code folder}. */
    Result run(Door door, Path folder) throws IOException, Door.Failure {
        Map<String, Door.Session> sessions = new LinkedHashMap<>();
        Result result = new Result(new ArrayList<>(), new ArrayList<>());
        try {
            for (String step : steps) {
                String action = step.replaceFirst(" => \\d+$", "");
                String found = "";
                try {
                    run(action.replace("DIR", folder.toString()), door, folder, sessions);
                } catch (Door.Failure failure) {
                    found = " => " + failure.code;
                    result.words.add(words(failure).replace(folder.toString(), "DIR"));
                }
                result.steps.add(action + found);
            }
        } finally {
            for (Door.Session session : sessions.values()) {
                session.close();
            }
        }
        return result;
    }

    /** Without the page that sqlvm names, and SQLite does not. */
    private static String words(Door.Failure failure) {
        return failure.getMessage().replaceFirst("^(database disk image is malformed) .*", "$1");
    }

    private static void run(
            String action, Door door, Path folder, Map<String, Door.Session> sessions)
            throws IOException, Door.Failure {
        String[] words = action.split(" ", 3);
        Path file = folder.resolve(words[1]);
        switch (words[0]) {
            case "open" -> open(words[1], door, path(folder, words[2]), sessions);
            case "close" -> sessions.remove(words[1]).close();
            case "first" -> sessions.get(words[1]).first(words[2]);
            case "next" -> sessions.get(words[1]).next();
            case "copy" -> copy(file, folder.resolve(words[2]));
            case "delete" -> Files.delete(file);
            case "folder" -> Files.createDirectory(file);
            case "write" -> Files.writeString(file, words[2]);
            case "cut" -> {
                byte[] bytes = Files.readAllBytes(file);
                Files.write(file, Arrays.copyOf(bytes, Integer.parseInt(words[2])));
            }
            case "damage" -> {
                byte[] bytes = Files.readAllBytes(file);
                String[] range = words[2].split(" ");
                int from = Integer.parseInt(range[0]);
                Arrays.fill(bytes, from, from + Integer.parseInt(range[1]), (byte) 0xa5);
                Files.write(file, bytes);
            }
            default -> sessions.get(words[0]).run(action.substring(words[0].length() + 1));
        }
    }

    /** The connection does not wait for locks. */
    private static void open(
            String name, Door door, String path, Map<String, Door.Session> sessions)
            throws Door.Failure {
        Door.Session session = door.open(path);
        try {
            session.run("PRAGMA busy_timeout = 0");
        } catch (Door.Failure failure) {
            session.close();
            throw failure;
        }
        sessions.put(name, session);
    }

    private static String path(Path folder, String name) {
        return name.startsWith("file:") || name.startsWith(":")
                ? name
                : folder.resolve(name).toString();
    }

    private static void copy(Path from, Path to) throws IOException {
        for (String end : BESIDE) {
            Path source = Path.of(from + end);
            if (Files.exists(source)) {
                Files.write(Path.of(to + end), Files.readAllBytes(source));
            }
        }
    }

    String text() {
        return "scenario " + name + "\n" + String.join("\n", steps);
    }

    @Override
    public String toString() {
        return name;
    }
}
