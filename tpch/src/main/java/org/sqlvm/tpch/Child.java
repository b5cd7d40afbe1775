package org.sqlvm.tpch;

import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.ObjectMapper;

import java.io.File;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * One engine, one query, in a virtual machine of its own: the first run is cold, no engine uses the
 * memory or the compiled code of another, and no two of them hold the same file. The answer comes
 * back in a file of JSON.
 */
final class Child {
    /** What a process may take to start and to write down its answer. */
    private static final int START_SECONDS = 5;

    private static final ObjectMapper JSON =
            new ObjectMapper().configure(DeserializationFeature.USE_LONG_FOR_INTS, true);

    private Child() {}

    /** The parent's side. The child runs with the flags of this virtual machine. */
    static Measurement measure(
            String engine, Path database, int query, int runs, int warmUp, int timeout) {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(ManagementFactory.getRuntimeMXBean().getInputArguments());
        command.add("-cp");
        command.add(System.getProperty("java.class.path"));
        command.add("org.sqlvm.tpch.Main");
        command.add("measure");
        command.addAll(List.of(engine, database.toString()));
        for (int number : List.of(query, runs, warmUp, timeout)) {
            command.add(Integer.toString(number));
        }
        Path output = null;
        Path errors = null;
        try {
            output = Files.createTempFile("sqlvm-tpch", ".json");
            errors = Files.createTempFile("sqlvm-tpch", ".err");
            command.add(output.toString());
            Process process = new ProcessBuilder(command)
                    .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                    .redirectError(errors.toFile())
                    .start();
            if (!process.waitFor(timeout + START_SECONDS, TimeUnit.SECONDS)) {
                process.destroyForcibly().waitFor();
                return Measurement.without(
                        engine, query, Measurement.TIMEOUT, "more than " + timeout + " s");
            }
            if (process.exitValue() != 0) {
                return Measurement.without(engine, query, Measurement.FAILED, lastWords(errors));
            }
            return JSON.readValue(output.toFile(), Measurement.class);
        } catch (IOException e) {
            return Measurement.without(engine, query, Measurement.FAILED, e.toString());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return Measurement.without(engine, query, Measurement.FAILED, "interrupted");
        } finally {
            delete(output);
            delete(errors);
        }
    }

    /** The child's side. */
    static void run(
            String engine, Path database, int query, int runs, int warmUp, int timeout, File output)
            throws IOException {
        JSON.writeValue(output, run(engine, database, query, runs, warmUp, timeout));
    }

    private static Measurement run(
            String engine, Path database, int query, int runs, int warmUp, int timeout) {
        String sql = Queries.query(query);
        try (Engine opened = Engine.open(engine, database)) {
            List<Double> times = new ArrayList<>();
            Engine.Answer answer = null;
            double spent = 0;
            double last = 0;
            // As many runs as fit into the time, but one; of a short query, more than asked for.
            while ((times.size() < runs || spent < warmUp * 1000.0)
                    && (times.isEmpty() || spent + last < timeout * 1000.0)) {
                long start = System.nanoTime();
                answer = opened.run(sql);
                last = (System.nanoTime() - start) / 1e6;
                spent += last;
                times.add(last);
            }
            double[] milliseconds =
                    times.stream().mapToDouble(Double::doubleValue).toArray();
            int count = answer.rows().size();
            return new Measurement(
                    engine,
                    query,
                    Measurement.OK,
                    null,
                    milliseconds,
                    count,
                    answer.columns(),
                    answer.rows());
        } catch (RuntimeException | Error e) {
            String message = String.valueOf(e.getMessage());
            boolean missing = message.startsWith("not supported");
            String status = missing ? Measurement.NOT_SUPPORTED : Measurement.FAILED;
            return Measurement.without(engine, query, status, missing ? message : e.toString());
        }
    }

    private static String lastWords(Path errors) throws IOException {
        List<String> lines = Files.readAllLines(errors);
        return lines.isEmpty() ? "ended without a word" : lines.getLast();
    }

    private static void delete(Path file) {
        try {
            if (file != null) {
                Files.deleteIfExists(file);
            }
        } catch (IOException e) {
            file.toFile().deleteOnExit();
        }
    }
}
