package org.sqlvm.workload;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;

/** The statements of a text in which no string holds a semicolon or the sign of a comment. */
public record Script(List<String> statements) {
    /** Reads the statements of a text. */
    public static Script parse(String text) {
        List<String> statements = new ArrayList<>();
        String bare = text.replaceAll("--[^\n]*\n", "");
        for (String statement : bare.split(";", -1)) {
            if (!statement.isBlank()) {
                statements.add(statement.strip());
            }
        }
        return new Script(List.copyOf(statements));
    }

    /** Runs the statements that begin so. */
    public void run(Connection connection, String beginning) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            for (String sql : statements) {
                if (sql.startsWith(beginning)) {
                    statement.execute(sql);
                }
            }
        }
    }

    /** The text of a file beside a class. */
    public static String resource(Class<?> owner, String name) {
        try (InputStream stream = owner.getResourceAsStream(name)) {
            if (stream == null) {
                throw new IllegalStateException("the jar has no " + name);
            }
            return new String(stream.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
