package org.sqlvm.spark;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.execution.datasources.v2.DataSourceV2ScanRelation;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;

/**
 * Random queries with push-down and without. Without it, Spark evaluates everything but the columns
 * itself, and is right. {@code -Dspark.queries=20000} runs more of them, {@code -Dspark.seed=7}
 * others.
 */
class PushDownFuzz {
    private static final int QUERIES = Integer.getInteger("spark.queries", 60);
    private static final long SEED = Long.getLong("spark.seed", 1);

    private static final List<String> COLUMNS =
            List.of("id", "i", "r", "s", "u", "d", "f", "b", "x", "l");

    private static final List<String> TEXTS = List.of(
            "''", "'a'", "'A'", "'ab'", "'aB'", "'b~'", "'ä'", "'Ä'", "'𝄞'", "'a''b'", "'%'",
            "'a_'", "'5'", "'5.0'", "'abc'", "'zz'");

    @TempDir
    Path folder;

    private Random random;

    private String of(List<String> choices) {
        return choices.get(random.nextInt(choices.size()));
    }

    private String of(String... choices) {
        return choices[random.nextInt(choices.length)];
    }

    // ------------------------------------------------------------------ tables

    private String rows(int count) {
        StringBuilder sql = new StringBuilder();
        for (int i = 0; i < count; i++) {
            sql.append(i == 0 ? "" : ", ").append('(').append(3L * i * i - 50);
            sql.append(", ")
                    .append(orNull(of(
                            "0",
                            "1",
                            "-1",
                            "5",
                            "7",
                            "-7",
                            "100",
                            "9007199254740993",
                            "-9223372036854775808",
                            "9223372036854775807")));
            sql.append(", ")
                    .append(orNull(of(
                            "0.0", "-0.0", "1.5", "-2.25", "5", "1e300", "9e999", "-9e999",
                            "0.1")));
            sql.append(", ").append(orNull(of(TEXTS)));
            sql.append(", ").append(orNull(of(TEXTS)));
            sql.append(", ")
                    .append(orNull(of(
                            "'2024-02-29'",
                            "'1970-01-01'",
                            "'1998-12-01'",
                            "'0001-01-01'",
                            "'9999-12-31'")));
            sql.append(", ").append(orNull(of("0", "1")));
            sql.append(", ").append(orNull(of("x''", "x'00'", "x'ff'", "x'4142'", "x'41'")));
            sql.append(", ").append(orNull(of("1", "2", "3", "-7")));
            sql.append(", ")
                    .append(orNull(of(
                            "'2024-02-29 12:00'",
                            "'2024-02-29T12:00:00'",
                            "'1970-01-01'",
                            "'2024-02-29 12:00:00.5'")));
            sql.append(')');
        }
        return sql.toString();
    }

    private String orNull(String value) {
        return random.nextInt(6) == 0 ? "NULL" : value;
    }

    private String file(String name, boolean rowids, String encoding) {
        String key = rowids ? "id INTEGER PRIMARY KEY" : "id INTEGER NOT NULL";
        String tail = rowids ? "" : ", PRIMARY KEY(id)) WITHOUT ROWID";
        return Sessions.file(
                folder,
                name,
                "PRAGMA encoding = '" + encoding + "'; PRAGMA page_size = 512;"
                        + "CREATE TABLE t(" + key + ", i INTEGER, r REAL, s TEXT COLLATE NOCASE,"
                        + " u TEXT, d DATE, f BOOLEAN, b BLOB, x, l DATETIME"
                        + (rowids ? ")" : tail) + ";"
                        + "INSERT INTO t VALUES" + rows(200) + ";"
                        + "CREATE INDEX ti ON t(i); CREATE INDEX ts ON t(s);"
                        + "CREATE INDEX tu ON t(u, d); CREATE INDEX td ON t(d) WHERE f;"
                        + (random.nextBoolean() ? "ANALYZE" : ""));
    }

    // ------------------------------------------------------------------ conditions

    private String integer() {
        return of(
                "0",
                "1",
                "-1",
                "5",
                "7",
                "100",
                "9007199254740993",
                "-9223372036854775807",
                "9223372036854775807");
    }

    private String order() {
        return of("<", "<=", ">", ">=", "=", "<>", "<=>");
    }

    private String condition(int depth) {
        if (depth > 0 && random.nextInt(3) > 0) {
            return switch (random.nextInt(4)) {
                case 0 -> "NOT (" + condition(depth - 1) + ")";
                case 1 -> "(" + condition(depth - 1) + " OR " + condition(depth - 1) + ")";
                default -> "(" + condition(depth - 1) + " AND " + condition(depth - 1) + ")";
            };
        }
        return switch (random.nextInt(22)) {
            case 0 -> of("i", "x", "id") + " " + order() + " " + integer();
            case 1 -> integer() + " " + order() + " " + of("i", "x");
            case 2 ->
                "r " + order() + " "
                        + of(
                                "0D",
                                "-0.0D",
                                "1.5D",
                                "5D",
                                "1e300D",
                                "double('Infinity')",
                                "double('NaN')",
                                "0.1D");
            case 3 -> of("s", "u") + " " + order() + " " + of(TEXTS);
            case 4 ->
                of("s", "u") + " LIKE "
                        + of(
                                "'a%'",
                                "'%b'", "'%b%'", "'%~'", "'b~%'", "'ä%'", "'%'", "'a_%'", "'%ä%'",
                                "'𝄞%'", "'%𝄞'");
            case 5 ->
                "d " + order() + " DATE '" + of("2024-02-29", "1970-01-01", "1998-12-02") + "'";
            case 6 -> of("f", "NOT f", "f = true", "f <=> false", "f IS NULL");
            case 7 -> "b " + order() + " " + of("X''", "X'00'", "X'41'", "X'80'");
            case 8 -> of(COLUMNS) + of(" IS NULL", " IS NOT NULL");
            case 9 ->
                of("i", "x") + of(" IN (", " NOT IN (") + integer() + ", " + integer() + ", "
                        + of("NULL", integer()) + ")";
            case 10 -> of("s", "u") + of(" IN (", " NOT IN (") + of(TEXTS) + ", " + of(TEXTS) + ")";
            case 11 ->
                "i % " + of("2", "3", "-7", "9223372036854775807") + " " + order() + " "
                        + of("0", "1", "-1");
            case 12 -> "i " + order() + " " + of("x", "id", "r", "1.5D", "CAST(x AS INT)");
            case 13 -> "s " + order() + " u";
            case 14 -> "u " + order() + " s";
            case 15 -> "try_add(coalesce(x, 2), 1) > " + integer();
            case 16 ->
                of(
                        "upper(s) = 'A'",
                        "length(u) > 1",
                        "substr(u, 2, 1) = 'b'",
                        "lower(u) < 'b'",
                        "s || u = 'ab'",
                        "trim(s) = 'a'");
            case 17 -> "CASE WHEN f THEN x ELSE 3 END = 3";
            case 18 -> "l " + order() + " TIMESTAMP_NTZ '2024-02-29 12:00:00'";
            case 19 -> "d IN (DATE '2024-02-29', DATE '1998-12-01')";
            case 20 -> "r " + order() + " CAST(x AS DOUBLE)";
            default -> of("i", "x") + " BETWEEN " + integer() + " AND " + integer();
        };
    }

    // ------------------------------------------------------------------ queries

    private String some(List<String> from, int most) {
        List<String> chosen = new ArrayList<>();
        for (int i = random.nextInt(most) + 1; i > 0; i--) {
            String one = of(from);
            if (!chosen.contains(one)) {
                chosen.add(one);
            }
        }
        return String.join(", ", chosen);
    }

    /** A query of the table {@code $}, all of whose rows are determined. */
    private String query() {
        String where = random.nextInt(5) == 0 ? "" : " WHERE " + condition(random.nextInt(3));
        return switch (random.nextInt(6)) {
            case 0, 1 -> "SELECT " + some(COLUMNS, 4) + " FROM $" + where;
            case 2 -> "SELECT " + aggregates() + " FROM $" + where;
            case 3 -> {
                String groups = some(List.of("i", "s", "u", "d", "f", "b", "x", "r"), 2);
                yield "SELECT " + groups + ", " + aggregates() + " FROM $" + where + " GROUP BY "
                        + groups;
            }
            case 4 ->
                "SELECT " + some(COLUMNS, 3) + " FROM $" + where + " ORDER BY "
                        + of("i", "r", "s", "u", "d", "f", "b", "x") + of(" ASC", " DESC")
                        + of(" NULLS FIRST", " NULLS LAST", "") + ", id" + " LIMIT "
                        + random.nextInt(20) + of("", " OFFSET 3");
            default ->
                "SELECT count(*) FROM (SELECT * FROM $" + where + " LIMIT " + random.nextInt(30)
                        + of("", " OFFSET 5") + ")";
        };
    }

    private String aggregates() {
        List<String> all = List.of(
                "count(*)",
                "count(i)",
                "count(s)",
                "count(DISTINCT u)",
                "min(i)",
                "max(i)",
                "min(s)",
                "max(s)",
                "min(u)",
                "max(r)",
                "min(r)",
                "min(d)",
                "max(d)",
                "sum(x)",
                "min(f)",
                "max(b)",
                "avg(x)",
                "sum(x + 1)",
                "max(l)",
                "count(*) FILTER (WHERE f)");
        return some(all, 4);
    }

    private static List<String> answer(Dataset<Row> data, boolean isOrdered) {
        List<String> rows = new ArrayList<>();
        for (Row row : data.collectAsList()) {
            StringBuilder text = new StringBuilder();
            for (int i = 0; i < row.size(); i++) {
                Object value = row.get(i);
                text.append(value instanceof byte[] bytes ? Arrays.toString(bytes) : value);
                text.append('|');
            }
            rows.add(text.toString().replace("-0.0|", "0.0|"));
        }
        if (!isOrdered) {
            rows.sort(null);
        }
        return rows;
    }

    @Test
    void answersAreTheSame() {
        SparkSession spark = Sessions.get().newSession();
        spark.conf().set("spark.sql.codegen.wholeStage", false);
        spark.conf().set("spark.sql.codegen.factoryMode", "NO_CODEGEN");
        spark.conf().set("spark.sql.adaptive.enabled", false);
        random = new Random(SEED);
        List<String> files = List.of(
                file("rowids.db", true, "UTF-8"),
                file("keys.db", false, "UTF-8"),
                file("utf16.db", true, "UTF-16le"));
        int pushed = 0;
        for (int i = 0; i < QUERIES; i++) {
            String file = of(files);
            String query = query();
            String parts = of("1", "3");
            Dataset<Row> with = view(spark, file, parts, of("all", "auto"), query);
            Dataset<Row> without = view(spark, file, parts, "none", query);
            boolean isOrdered = query.contains(" ORDER BY ");
            String what = file + ", " + parts + " parts: " + query;
            assertEquals(answer(without, isOrdered), answer(with, isOrdered), what);
            pushed += isPushed(with) ? 1 : 0;
        }
        // Otherwise this compares Spark with itself.
        assertTrue(pushed > QUERIES / 4, pushed + " of " + QUERIES);
    }

    private static boolean isPushed(Dataset<Row> data) {
        for (var leaf : scala.jdk.javaapi.CollectionConverters.asJava(
                data.queryExecution().optimizedPlan().collectLeaves())) {
            if (leaf instanceof DataSourceV2ScanRelation relation) {
                String sql = relation.scan().description();
                return sql.contains(" WHERE ")
                        || sql.contains(" LIMIT ")
                        || sql.contains("count(")
                        || sql.contains("GROUP BY")
                        || sql.contains("min(")
                        || sql.contains("max(");
            }
        }
        return false;
    }

    private static Dataset<Row> view(
            SparkSession spark, String file, String parts, String pushDown, String query) {
        spark.read()
                .format("sqlvm")
                .option("table", "t")
                .option("partitions", parts)
                .option("pushDown", pushDown)
                .load(file)
                .createOrReplaceTempView("v");
        return spark.sql(query.replace("$", "v"));
    }
}
