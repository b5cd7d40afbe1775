package org.sqlvm.jdbc;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** A program that knows JDBC alone, on what {@code ./sqlvm classpath} prints. */
final class LauncherRun {
    private static final Path ROOT = Path.of(System.getProperty("sqlvm.root"));
    private static final String JAVA =
            Path.of(System.getProperty("java.home"), "bin", "java").toString();

    private static final String PROGRAM = """
        import java.sql.*;

        public class Program {
            public static void main(String[] arguments) throws SQLException {
                try (Connection connection = DriverManager.getConnection("jdbc:sqlvm:");
                        Statement statement = connection.createStatement();
                        ResultSet rows = statement.executeQuery("SELECT 'rows', 6 * 7")) {
                    rows.next();
                    System.out.println(rows.getString(1) + " " + rows.getInt(2) + " "
                            + connection.getClass().getModule().getName());
                }
            }
        }
        """;

    @TempDir
    Path folder;

    private static String output(List<String> command) throws IOException, InterruptedException {
        Process process = new ProcessBuilder(command)
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        process.getOutputStream().close();
        String text = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertEquals(true, process.waitFor(60, TimeUnit.SECONDS), "the process has not ended");
        assertEquals(0, process.exitValue(), text);
        return text.strip();
    }

    private String program(String... options) throws IOException, InterruptedException {
        Path source = folder.resolve("Program.java");
        Files.writeString(source, PROGRAM);
        List<String> command = new ArrayList<>(List.of(JAVA));
        command.addAll(List.of(options));
        command.add(source.toString());
        return output(command);
    }

    private static String classPath() throws IOException, InterruptedException {
        return output(List.of(ROOT.resolve("sqlvm").toString(), "classpath"));
    }

    @Test
    void onTheClassPath() throws IOException, InterruptedException {
        assertEquals("rows 42 null", program("-cp", classPath()));
    }

    @Test
    void onTheModulePath() throws IOException, InterruptedException {
        assertEquals(
                "rows 42 sqlvm.jdbc", program("-p", classPath(), "--add-modules", "sqlvm.jdbc"));
    }

    @Test
    void onTheOptimizingRuntime() throws IOException, InterruptedException {
        String arguments = output(List.of(ROOT.resolve("sqlvm").toString(), "args"));
        Path file = folder.resolve("sqlvm.args");
        Files.writeString(file, arguments);
        assertEquals("rows 42 null", program("@" + file));
    }
}
