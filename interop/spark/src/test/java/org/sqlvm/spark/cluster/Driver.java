package org.sqlvm.spark.cluster;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** A virtual machine that runs a program as the driver of a session of its own. */
final class Driver {
    private static final long MINUTES_MAX = 30;

    /** The packages that Spark opens by reflection. */
    private static final List<String> OPENED = List.of(
            "java.lang",
            "java.lang.invoke",
            "java.lang.reflect",
            "java.io",
            "java.net",
            "java.nio",
            "java.util",
            "java.util.concurrent",
            "java.util.concurrent.atomic",
            "jdk.internal.ref",
            "sun.nio.ch",
            "sun.nio.cs",
            "sun.util.calendar");

    /** @param output everything that the driver and its executors printed */
    record Result(int exit, String output) {}

    private Driver() {}

    /** Runs a program until it ends, and returns how it ended. */
    static Result run(Path folder, Class<?> program, String... arguments)
            throws IOException, InterruptedException {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(List.of("-ea", "-Xmx768m", "-XX:+UseSerialGC"));
        command.add("--enable-native-access=ALL-UNNAMED");
        command.add("--sun-misc-unsafe-memory-access=allow");
        OPENED.forEach(name -> command.add("--add-opens=java.base/" + name + "=ALL-UNNAMED"));
        command.addAll(
                List.of("-cp", String.join(File.pathSeparator, classPath()), program.getName()));
        command.addAll(List.of(arguments));
        Path log = folder.resolve("driver.log");
        ProcessBuilder builder = new ProcessBuilder(command)
                .directory(folder.toFile())
                .redirectErrorStream(true)
                .redirectOutput(log.toFile());
        builder.environment().put("SPARK_HOME", home().toString());
        builder.environment().put("JAVA_HOME", System.getProperty("java.home"));
        builder.environment().put("SPARK_LOCAL_IP", "127.0.0.1");
        builder.environment().put("SPARK_SCALA_VERSION", "2.13");
        Process process = builder.start();
        try {
            if (!process.waitFor(MINUTES_MAX, TimeUnit.MINUTES)) {
                throw new IOException("the driver runs for more than " + MINUTES_MAX + " minutes:\n"
                        + Files.readString(log));
            }
        } finally {
            process.descendants().forEach(ProcessHandle::destroyForcibly);
            process.destroyForcibly();
        }
        return new Result(process.exitValue(), Files.readString(log));
    }

    /** Makes a SPARK_HOME, in which executors look for jars: links to those of the class path. */
    private static Path home() throws IOException {
        Path home = Path.of("target", "spark-home").toAbsolutePath();
        Path jars = Files.createDirectories(home.resolve("jars"));
        Files.writeString(home.resolve("RELEASE"), "");
        for (String entry : classPath()) {
            Path jar = Path.of(entry);
            if (Files.isRegularFile(jar)) {
                Path link = jars.resolve(jar.getFileName());
                Files.deleteIfExists(link);
                Files.createSymbolicLink(link, jar);
            }
        }
        return home;
    }

    /** Returns absolute paths: other processes run in other folders. */
    private static List<String> classPath() {
        return Arrays.stream(System.getProperty("java.class.path").split(File.pathSeparator))
                .map(entry -> Path.of(entry).toAbsolutePath().toString())
                .toList();
    }

    /** Returns the folders of the class path, which are not in SPARK_HOME. */
    static String executorClassPath() {
        return String.join(
                File.pathSeparator,
                classPath().stream()
                        .filter(entry -> new File(entry).isDirectory())
                        .toList());
    }
}
