package org.sqlvm.workload;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;

import java.io.File;
import java.io.IOException;
import java.io.ObjectInputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;

/**
 * Whole processes: each starts, opens the database, runs one query once, and ends, and what counts
 * is the time from start to end. sqlvm's is the shell as {@code ./sqlvm FILE SQL} runs it, with the
 * fast start that the launcher prepares; the others' is a plain virtual machine, without our flags
 * (which would cost it the classes that a JDK shares between processes), with the engine's driver
 * alone, {@link OneShotPeer}, or CPython, {@link PythonEngine}.
 */
final class OneShot {
    private OneShot() {}

    /** @param task a task of one run */
    static Measurement measure(Child.Task task, int processes) {
        double[] milliseconds = new double[processes];
        Measurement last = null;
        for (int i = 0; i < processes; i++) {
            long start = System.nanoTime();
            last = once(task);
            milliseconds[i] = (System.nanoTime() - start) / 1e6;
            if (!last.ok()) {
                return last;
            }
        }
        return last.timed(milliseconds);
    }

    private static Measurement once(Child.Task task) {
        if (task.engine().equals("sqlvm")) {
            return shell(task);
        }
        return PythonEngine.NAMES.contains(task.engine()) ? python(task) : peer(task);
    }

    /** Lets the launcher build what is missing, the fast start above all. */
    static void prepare() throws IOException {
        try {
            shell(":memory:", "SELECT 1")
                    .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                    .start()
                    .waitFor();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private static ProcessBuilder shell(String database, String sql) throws IOException {
        String launcher = System.getenv("SQLVM_LAUNCHER");
        if (launcher == null) {
            throw new IOException("whole processes are timed by the command sqlvm only");
        }
        return new ProcessBuilder(launcher, "-batch", "-json", database, sql)
                .redirectInput(new File("/dev/null"))
                .redirectError(ProcessBuilder.Redirect.INHERIT);
    }

    private static ProcessBuilder peer(Child.Task task, Path output) {
        String java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
        String classPath = Arrays.stream(
                        System.getProperty("java.class.path").split(File.pathSeparator))
                .filter(entry -> isWanted(Path.of(entry).getFileName().toString(), task.engine()))
                .collect(Collectors.joining(File.pathSeparator));
        return new ProcessBuilder(
                        java,
                        "-cp",
                        classPath,
                        OneShotPeer.class.getName(),
                        task.engine(),
                        task.database().toString(),
                        task.sql(),
                        output.toString())
                .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                .redirectError(ProcessBuilder.Redirect.INHERIT);
    }

    /** Whether a peer's process needs a library: ours, and the one named like the engine. */
    private static boolean isWanted(String library, String engine) {
        return library.startsWith("sqlvm-tpch")
                || library.equals("classes")
                || engine.startsWith(library.replaceFirst("[-_].*$", ""));
    }

    private static Measurement peer(Child.Task task) {
        return measure(task, OneShot::peer, OneShot::readPeer);
    }

    private static Measurement shell(Child.Task task) {
        return measure(
                task,
                (each, output) -> shell(each.database().toString(), each.sql())
                        .redirectOutput(output.toFile()),
                OneShot::readShell);
    }

    private static Measurement python(Child.Task task) {
        return measure(
                task,
                (each, output) -> new ProcessBuilder(
                                PythonEngine.once(each.engine(), each.database(), each.sql()))
                        .redirectOutput(output.toFile())
                        .redirectError(ProcessBuilder.Redirect.INHERIT),
                output -> PythonEngine.parse(Files.readString(output)));
    }

    /** How a process is started that puts its answer into a file. */
    @FunctionalInterface
    private interface Start {
        ProcessBuilder of(Child.Task task, Path output) throws IOException;
    }

    /** How the answer is read. */
    @FunctionalInterface
    private interface Reader {
        Engine.Answer read(Path output) throws IOException;
    }

    private static Measurement measure(Child.Task task, Start start, Reader reader) {
        Path output = null;
        try {
            output = Files.createTempFile("sqlvm-answer", ".out");
            Process process = start.of(task, output).start();
            if (!process.waitFor(task.timeout(), TimeUnit.SECONDS)) {
                process.destroyForcibly().waitFor();
                return task.without(Measurement.TIMEOUT, "more than " + task.timeout() + " s");
            }
            if (process.exitValue() != 0) {
                return task.without(Measurement.FAILED, "exit code " + process.exitValue());
            }
            Engine.Answer answer = reader.read(output);
            return new Measurement(
                    task.engine(),
                    task.query(),
                    Measurement.OK,
                    null,
                    new double[0],
                    answer.rows().size(),
                    answer.columns(),
                    answer.rows());
        } catch (IOException e) {
            return task.without(Measurement.FAILED, e.toString());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return task.without(Measurement.FAILED, "interrupted");
        } finally {
            if (output != null) {
                output.toFile().delete();
            }
        }
    }

    private static Engine.Answer readPeer(Path output) throws IOException {
        try (ObjectInputStream input = new ObjectInputStream(Files.newInputStream(output))) {
            List<String> columns = new ArrayList<>();
            for (Object name : (List<?>) input.readObject()) {
                columns.add((String) name);
            }
            List<List<Object>> rows = new ArrayList<>();
            for (int left = input.readInt(); left > 0; left--) {
                List<Object> row = new ArrayList<>();
                for (int i = 0; i < columns.size(); i++) {
                    row.add(input.readObject());
                }
                rows.add(row);
            }
            return new Engine.Answer(columns, rows);
        } catch (ClassNotFoundException e) {
            throw new IOException(e);
        }
    }

    /** Two columns may have one name. The shell writes nothing at all when there is no row. */
    private static Engine.Answer readShell(Path output) throws IOException {
        List<String> columns = new ArrayList<>();
        List<List<Object>> rows = new ArrayList<>();
        try (JsonParser json = new JsonFactory().createParser(output.toFile())) {
            boolean found = json.nextToken() == JsonToken.START_ARRAY;
            while (found && json.nextToken() == JsonToken.START_OBJECT) {
                List<Object> row = new ArrayList<>();
                while (json.nextToken() == JsonToken.FIELD_NAME) {
                    if (rows.isEmpty()) {
                        columns.add(json.currentName());
                    }
                    row.add(value(json, json.nextToken()));
                }
                rows.add(row);
            }
        }
        return new Engine.Answer(columns, rows);
    }

    private static Object value(JsonParser json, JsonToken token) throws IOException {
        return switch (token) {
            case VALUE_NUMBER_INT -> json.getLongValue();
            case VALUE_NUMBER_FLOAT -> json.getDoubleValue();
            case VALUE_NULL -> null;
            default -> json.getText();
        };
    }
}
