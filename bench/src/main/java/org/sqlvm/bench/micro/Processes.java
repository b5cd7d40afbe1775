package org.sqlvm.bench.micro;

import com.fasterxml.jackson.databind.ObjectMapper;

import org.openjdk.jmh.results.IterationResult;
import org.openjdk.jmh.results.Result;
import org.openjdk.jmh.results.RunResult;
import org.openjdk.jmh.runner.Runner;
import org.openjdk.jmh.runner.RunnerException;
import org.openjdk.jmh.runner.options.OptionsBuilder;
import org.openjdk.jmh.runner.options.TimeValue;
import org.openjdk.jmh.runner.options.VerboseMode;
import org.sqlvm.tpch.Generator;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * Starts the processes that measure, one after the other.
 *
 * @param home the folder of an installed sqlvm
 * @param data the folder of the databases
 * @param iterations how often a process runs its program at most
 * @param seconds after which it begins no other run, if three have run
 * @param graalpySeconds the same for sqlvm in Python
 * @param beforeSeconds how long each of the other programs runs before, where they do
 */
record Processes(
        Path home,
        Path data,
        double scaleFactor,
        int iterations,
        long seconds,
        long graalpySeconds,
        long beforeSeconds) {
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final int MINUTES_MAX = 20;

    /** A measurement, or why there is none. */
    Measurement measure(Subject subject, String benchmark) throws InterruptedException {
        try {
            if (!subject.isPython()) {
                return java(subject, benchmark);
            }
            String bound = "" + (subject.isGraalpy() ? graalpySeconds : seconds);
            List<String> options =
                    new ArrayList<>(List.of("--iterations", "" + iterations, "--seconds", bound));
            if (subject.isTogether()) {
                options.addAll(List.of("--before", "" + beforeSeconds));
            }
            return python(subject, benchmark, options);
        } catch (IOException | RunnerException | IllegalStateException e) {
            return Measurement.failure(String.valueOf(e.getMessage()));
        }
    }

    /** One run that counts crossings and values. */
    Measurement count(Subject python, String benchmark) throws InterruptedException {
        try {
            return python(python, benchmark, List.of("--count"));
        } catch (IOException e) {
            return Measurement.failure(String.valueOf(e.getMessage()));
        }
    }

    private Measurement python(Subject subject, String benchmark, List<String> options)
            throws IOException, InterruptedException {
        Path file = new Generator(data, scaleFactor).sqlite(false).toAbsolutePath();
        List<String> command = new ArrayList<>(subject.python());
        command.add(home.resolve("lib/micro.py").toString());
        command.add(file.toString());
        command.add(benchmark);
        command.addAll(options);
        ProcessBuilder builder =
                new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.INHERIT);
        Process process = builder.start();
        Thread end = Thread.ofPlatform().unstarted(process::destroyForcibly);
        Runtime.getRuntime().addShutdownHook(end);
        Thread limit = Thread.ofVirtual().start(() -> endLate(process));
        try {
            byte[] printed = process.getInputStream().readAllBytes();
            int code = process.waitFor();
            if (code != 0) {
                throw new IOException("ended with code " + code);
            }
            return JSON.readValue(printed, Measurement.class);
        } finally {
            limit.interrupt();
            Runtime.getRuntime().removeShutdownHook(end);
        }
    }

    private static void endLate(Process process) {
        try {
            if (!process.waitFor(MINUTES_MAX, TimeUnit.MINUTES)) {
                process.destroyForcibly();
            }
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        }
    }

    private Measurement java(Subject subject, String benchmark) throws RunnerException {
        List<String> flags = new ArrayList<>();
        flags.add("-Dsqlvm.bench.data=" + data.toAbsolutePath());
        flags.add("-Dsqlvm.bench.sf=" + scaleFactor);
        flags.add("-Dsqlvm.bench.seconds=" + seconds);
        if (subject.isTogether()) {
            flags.add("-Dsqlvm.bench.before=" + beforeSeconds);
        }
        if (subject.isStock()) {
            flags.add("-Dtruffle.UseFallbackRuntime=true");
        }
        // The peers' libraries say when they are loaded that they are.
        flags.add("--enable-native-access=ALL-UNNAMED");
        RunResult result = new Runner(new OptionsBuilder()
                        .include("\\." + MicroBenchmark.class.getSimpleName() + "\\.run$")
                        .param("benchmark", benchmark)
                        .param("engine", subject.engine())
                        .forks(1)
                        .warmupIterations(0)
                        .measurementIterations(iterations)
                        .jvmArgsAppend(flags.toArray(String[]::new))
                        .timeout(TimeValue.minutes(MINUTES_MAX))
                        .verbosity(VerboseMode.SILENT)
                        .shouldFailOnError(true)
                        .build())
                .runSingle();
        return measurement(subject, result);
    }

    private static Measurement measurement(Subject subject, RunResult result) {
        List<IterationResult> runs = result.getBenchmarkResults().stream()
                .flatMap(fork -> fork.getIterationResults().stream())
                .filter(run -> counter(run, "count") > 0) // The others came too late.
                .toList();
        IterationResult last = runs.getLast();
        return new Measurement(
                "Java " + Runtime.version(),
                subject.engine(),
                (long) counter(last, "count"),
                counter(last, "sum"),
                runs.stream()
                        .mapToDouble(run -> run.getPrimaryResult().getScore() * 1e6)
                        .toArray(),
                runs.stream().mapToDouble(run -> counter(run, "cpuMs") * 1e6).toArray(),
                (long) (counter(runs.getFirst(), "begunMs") * 1e6),
                null,
                null,
                null);
    }

    private static double counter(IterationResult run, String name) {
        Result<?> result = run.getSecondaryResults().get(name);
        return result == null ? 0 : result.getScore();
    }
}
