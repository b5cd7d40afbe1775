package org.sqlvm.workload;

import java.util.regex.Pattern;

/** Rewrites SQL for other engines where they differ from SQLite. */
public final class Dialect {
    private static final Pattern YEAR = Pattern.compile(
            "cast\\(strftime\\('%Y', ([a-z_.]+)\\) as integer\\)", Pattern.CASE_INSENSITIVE);

    private static final String EXTRACT = "extract(year from $1)";

    private static final Pattern AVERAGE =
            Pattern.compile("\\bavg\\(([a-z_.]+)\\)", Pattern.CASE_INSENSITIVE);

    private Dialect() {}

    /** The text for an engine. */
    public static String of(String engine, String sql) {
        return switch (engine) {
            case "h2" -> h2(sql);
            case "duckdb1", "duckdb2" -> duckdb(sql);
            case "hyper" -> hyper(sql);
            case "datafusion" -> YEAR.matcher(sql).replaceAll(EXTRACT);
            default -> sql;
        };
    }

    /** H2 takes the year with extract, and its TEXT and REAL are other types than SQLite's. */
    public static String h2(String sql) {
        return YEAR.matcher(sql)
                .replaceAll("extract(year from cast($1 as date))")
                .replaceAll("\\bTEXT\\b", "VARCHAR")
                .replaceAll("\\bREAL\\b", "DOUBLE PRECISION");
    }

    /** Hyper's average of integers has six decimals. */
    private static String hyper(String sql) {
        String dated = YEAR.matcher(sql).replaceAll(EXTRACT);
        return AVERAGE.matcher(dated).replaceAll("avg(cast($1 as double precision))");
    }

    /** PostgreSQL's REAL has four bytes. */
    public static String postgresql(String sql) {
        return sql.replaceAll("\\bREAL\\b", "DOUBLE PRECISION");
    }

    /** DuckDB takes the year with year, and is faster without keys; dates and times are such. */
    public static String duckdb(String sql) {
        return YEAR.matcher(sql)
                .replaceAll("year($1)")
                .replaceAll("date TEXT\\b", "date DATE")
                .replaceAll("datetime TEXT\\b", "datetime TIMESTAMP")
                .replaceAll(",? PRIMARY KEY( \\([^)]*\\))?", "")
                .replaceAll("\\bINTEGER\\b", "BIGINT")
                .replaceAll("\\bTEXT\\b", "VARCHAR")
                .replaceAll("\\bREAL\\b", "DOUBLE");
    }
}
