package org.sqlvm.tpch;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;

/**
 * The 22 queries and the schema, in SQLite's dialect, and what H2 and DuckDB need written
 * otherwise.
 */
public final class Queries {
    public static final int COUNT = 22;

    private static final Pattern YEAR = Pattern.compile(
            "cast\\(strftime\\('%Y', ([a-z.]+)\\) as integer\\)", Pattern.CASE_INSENSITIVE);

    private Queries() {}

    /** The text of a query, from 1. */
    public static String query(int number) {
        return resource(number + ".sql").strip();
    }

    public static String schema() {
        return resource("schema.sql");
    }

    /** The statements of a script in which no text holds a semicolon or the sign of a comment. */
    static List<String> statements(String script) {
        List<String> statements = new ArrayList<>();
        String bare = script.replaceAll("--[^\n]*\n", "");
        for (String statement : bare.split(";", -1)) {
            if (!statement.isBlank()) {
                statements.add(statement.strip());
            }
        }
        return List.copyOf(statements);
    }

    /** H2 takes the year with extract, and its TEXT and REAL are other types than SQLite's. */
    static String forH2(String sql) {
        return YEAR.matcher(sql)
                .replaceAll("extract(year from cast($1 as date))")
                .replaceAll("\\bTEXT\\b", "VARCHAR")
                .replaceAll("\\bREAL\\b", "DOUBLE PRECISION");
    }

    /** DuckDB takes the year with year, and is faster without keys; dates are DATE. */
    static String forDuckdb(String sql) {
        return YEAR.matcher(sql)
                .replaceAll("year($1)")
                .replaceAll("date TEXT\\b", "date DATE")
                .replaceAll(",? PRIMARY KEY( \\([^)]*\\))?", "")
                .replaceAll("\\bINTEGER\\b", "BIGINT")
                .replaceAll("\\bTEXT\\b", "VARCHAR")
                .replaceAll("\\bREAL\\b", "DOUBLE");
    }

    /** The result columns that the query's ORDER BY names, as far as they are result columns. */
    static List<Integer> sortColumns(String sql, List<String> columns) {
        String text = sql.toLowerCase(Locale.ROOT);
        int start = text.lastIndexOf("order by");
        if (start < 0 || text.indexOf(')', start) >= 0) {
            return List.of();
        }
        List<Integer> sorted = new ArrayList<>();
        for (String term : text.substring(start + "order by".length()).split(",", -1)) {
            String name = term.strip().split("\\s", 2)[0];
            int column = index(columns, name.substring(name.indexOf('.') + 1));
            if (column >= 0) {
                sorted.add(column);
            }
        }
        return List.copyOf(sorted);
    }

    private static int index(List<String> columns, String name) {
        for (int i = 0; i < columns.size(); i++) {
            if (columns.get(i).equalsIgnoreCase(name)) {
                return i;
            }
        }
        return -1;
    }

    private static String resource(String name) {
        try (InputStream stream = Queries.class.getResourceAsStream(name)) {
            if (stream == null) {
                throw new IllegalStateException("the jar has no " + name);
            }
            return new String(stream.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
