package org.sqlvm.workload;

import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.ObjectMapper;

import java.io.BufferedReader;
import java.io.BufferedWriter;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Hyper and DataFusion, in a process of CPython that runs {@code peers.py}. Its times are taken
 * there, from the text of the query to rows of Python: what the rows take on their way to this
 * process does not count.
 */
final class PythonEngine implements Engine {
    /** Their names. */
    static final Set<String> NAMES = Set.of("hyper", "datafusion");

    /** The system property that has the command of CPython. */
    private static final String PROPERTY = "sqlvm.workload.python";

    /** A view as DuckDB shows it. */
    private static final Pattern VIEW =
            Pattern.compile("(?is)create view (\\w+)[^(]*? as (.*?);?\\s*");

    private static final ObjectMapper JSON =
            new ObjectMapper().configure(DeserializationFeature.USE_LONG_FOR_INTS, true);

    /** An answer of the Python program. */
    private record Said(List<String> columns, List<List<Object>> rows, double ms, String error) {}

    private final Process process;
    private final BufferedWriter queries;
    private final BufferedReader answers;
    private double lastMilliseconds;

    /** @param folder see {@link #database} */
    PythonEngine(String engine, Path folder) {
        try {
            process = new ProcessBuilder(command("serve", engine, folder.toString()))
                    .redirectError(ProcessBuilder.Redirect.INHERIT)
                    .start();
        } catch (IOException e) {
            throw new IllegalStateException(e.getMessage(), e);
        }
        queries = process.outputWriter(StandardCharsets.UTF_8);
        answers = process.inputReader(StandardCharsets.UTF_8);
    }

    /** Has all engines of this process run in a CPython. */
    static void use(String python) {
        System.setProperty(PROPERTY, python);
    }

    /** Returns the flags that have another process use the same CPython. */
    static List<String> flags() {
        String python = System.getProperty(PROPERTY);
        return python == null ? List.of() : List.of("-D" + PROPERTY + "=" + python);
    }

    /** Returns the command that prints one answer; see {@link #parse}. */
    static List<String> once(String engine, Path folder, String sql) {
        return command("once", engine, folder.toString(), sql);
    }

    private static List<String> command(String... arguments) {
        List<String> command = new ArrayList<>();
        command.add(System.getProperty(PROPERTY, "python3"));
        command.add("-c");
        command.add(Script.resource(PythonEngine.class, "peers.py"));
        command.addAll(List.of(arguments));
        return command;
    }

    static Engine.Answer parse(String line) throws IOException {
        Said said = said(line);
        return new Answer(said.columns, said.rows);
    }

    private static Said said(String line) throws IOException {
        if (line == null) {
            throw new IllegalStateException("the process has ended");
        }
        Said said = JSON.readValue(line, Said.class);
        if (said.error != null) {
            throw new IllegalStateException(said.error);
        }
        return said;
    }

    @Override
    public Answer run(String sql) {
        try {
            queries.write(JSON.writeValueAsString(sql));
            queries.newLine();
            queries.flush();
            Said said = said(answers.readLine());
            lastMilliseconds = said.ms;
            return new Answer(said.columns, said.rows);
        } catch (IOException e) {
            throw new IllegalStateException(e.getMessage(), e);
        }
    }

    @Override
    public double milliseconds(double clock) {
        return lastMilliseconds;
    }

    @Override
    public void close() {
        try {
            queries.close(); // Ends it.
            process.waitFor();
        } catch (IOException e) {
            process.destroyForcibly();
        } catch (InterruptedException e) {
            process.destroyForcibly();
            Thread.currentThread().interrupt();
        }
    }

    /** Returns the version of an engine. */
    static String version(String engine) {
        return finish(command("version", engine));
    }

    /**
     * Returns the folder that an engine's database is in: Parquet files of the tables of a database
     * of DuckDB's, and what the engine makes of them; made unless it is there.
     */
    static Path database(String engine, Path duckdb) {
        String name = duckdb.getFileName().toString().replaceFirst("[.]duckdb$", "");
        Path folder = duckdb.resolveSibling(name + "-" + engine);
        if (Files.exists(folder)) {
            return folder;
        }
        Path partial = folder.resolveSibling("partial-" + folder.getFileName());
        try {
            Files.createDirectories(partial);
            export(duckdb, partial);
            finish(command("make", engine, partial.toString()));
            Files.move(partial, folder);
        } catch (IOException | SQLException e) {
            throw new IllegalStateException(
                    "could not generate " + folder + ": " + e.getMessage(), e);
        }
        return folder;
    }

    private static void export(Path duckdb, Path folder) throws SQLException, IOException {
        Map<String, String> views = new LinkedHashMap<>();
        try (Connection connection = DriverManager.getConnection(JdbcEngine.DUCKDB + duckdb);
                Statement statement = connection.createStatement()) {
            for (String table : first(statement, "select table_name from duckdb_tables()")) {
                Path file = folder.resolve(table + ".parquet");
                statement.execute("copy " + table + " to '" + file + "' (format parquet)");
            }
            for (String view :
                    first(statement, "select sql from duckdb_views() where not internal")) {
                Matcher parts = VIEW.matcher(view);
                if (parts.matches()) {
                    views.put(parts.group(1), parts.group(2));
                }
            }
        }
        JSON.writeValue(folder.resolve("views.json").toFile(), views);
    }

    /** Returns the first column. */
    private static List<String> first(Statement statement, String sql) throws SQLException {
        List<String> values = new ArrayList<>();
        try (ResultSet rows = statement.executeQuery(sql)) {
            while (rows.next()) {
                values.add(rows.getString(1));
            }
        }
        return values;
    }

    /** Runs a command; returns what it prints. */
    private static String finish(List<String> command) {
        try {
            Process process = new ProcessBuilder(command)
                    .redirectError(ProcessBuilder.Redirect.INHERIT)
                    .start();
            String printed =
                    new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            if (process.waitFor() != 0) {
                throw new IllegalStateException(command.getFirst()
                        + " has failed; has it the packages tableauhyperapi and datafusion?");
            }
            return printed.strip();
        } catch (IOException e) {
            throw new IllegalStateException(e.getMessage(), e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted", e);
        }
    }
}
