package org.sqlvm.workload;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * Whole processes: each starts, opens the database, runs one query once, and ends, and what counts
 * is the time from start to end. sqlvm's is the shell as {@code ./sqlvm FILE SQL} runs it, with the
 * fast start that the launcher prepares; the others' is a virtual machine with the engine's driver,
 * as in {@link Child}.
 */
final class OneShot {
    private OneShot() {}

    /** @param task of one run */
    static Measurement measure(Child.Task task, int processes) {
        double[] milliseconds = new double[processes];
        Measurement last = null;
        for (int i = 0; i < processes; i++) {
            long start = System.nanoTime();
            last = task.engine().equals("sqlvm") ? shell(task) : Child.measure(task);
            milliseconds[i] = (System.nanoTime() - start) / 1e6;
            if (!last.ok()) {
                return last;
            }
        }
        return last.timed(milliseconds);
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
        String root = System.getenv("SQLVM_ROOT");
        if (root == null) {
            throw new IOException("whole processes are timed by ./sqlvm only");
        }
        String launcher = Path.of(root, "sqlvm").toString();
        return new ProcessBuilder(launcher, "-batch", "-json", database, sql)
                .redirectInput(new File("/dev/null"))
                .redirectError(ProcessBuilder.Redirect.INHERIT);
    }

    private static Measurement shell(Child.Task task) {
        Path output = null;
        try {
            output = Files.createTempFile("sqlvm-answer", ".json");
            Process process = shell(task.database().toString(), task.sql())
                    .redirectOutput(output.toFile())
                    .start();
            if (!process.waitFor(task.timeout(), TimeUnit.SECONDS)) {
                process.destroyForcibly().waitFor();
                return task.without(Measurement.TIMEOUT, "more than " + task.timeout() + " s");
            }
            if (process.exitValue() != 0) {
                return task.without(Measurement.FAILED, "exit code " + process.exitValue());
            }
            return answer(task, output);
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

    /** Two columns may have one name. The shell writes nothing at all when there is no row. */
    private static Measurement answer(Child.Task task, Path output) throws IOException {
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
        return new Measurement(
                task.engine(),
                task.query(),
                Measurement.OK,
                null,
                new double[0],
                rows.size(),
                columns,
                rows);
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
