package org.sqlvm.spark;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.apache.spark.SparkThrowable;
import org.apache.spark.sql.AnalysisException;
import org.apache.spark.sql.DataFrameReader;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.execution.datasources.v2.DataSourceV2ScanRelation;
import org.apache.spark.sql.execution.datasources.v2.jdbc.JDBCTableCatalog;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.sqlvm.Sqlvm;
import org.sqlvm.api.Database;

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
    /** Literals of DOUBLE. */
    private static final List<String> REALS = List.of(
            "0D", "-0.0D", "1.5D", "5D", "1e300D", "double('Infinity')", "double('NaN')", "0.1D");

    /** Conditions with functions of texts. */
    private static final List<String> CALLS = List.of(
            "upper(s) = 'A'",
            "length(u) > 1",
            "substr(u, 2, 1) = 'b'",
            "lower(u) < 'b'",
            "s || u = 'ab'",
            "trim(s) = 'a'");

    /** Conditions of other forms than those that are made. */
    private static final List<String> OTHERS = List.of(
            "i = '5'",
            "d = '2024-02-29'",
            "i % 2 = x % 3",
            "id % 3 = i",
            "u = 5",
            "-i > 5",
            "i + 1 > 5",
            "i / x > 0",
            "i % x = 1",
            "abs(x) = 7",
            "s = u OR s IS NULL",
            "i IS NOT DISTINCT FROM x",
            "i <=> NULL",
            "s > NULL",
            "true",
            "1 = 0",
            "f IN (true, NULL)",
            "f > false",
            "b = s",
            "r IN (0D, double('NaN'))",
            "isnan(r)",
            "d + 1 > DATE '2024-01-01'");

    /** Queries between two lines that say how far the run has come. */
    private static final int REPORTED = 200;

    private static final int QUERIES = Integer.getInteger("spark.queries", 60);
    private static final long SEED = Long.getLong("spark.seed", 1);

    private static final List<String> COLUMNS =
            List.of("id", "i", "r", "s", "u", "d", "f", "b", "x", "l", "n", "z");

    private static final List<String> TEXTS = List.of(
            "''", "'a'", "'A'", "'ab'", "'aB'", "'b~'", "'ä'", "'Ä'", "'𝄞'", "'a''b'", "'%'",
            "'a_'", "'5'", "'5.0'", "'abc'", "'zz'");

    /** Texts with a zero byte, or the character that malformed UTF-8 is read as. */
    private static final List<String> ODD_TEXTS =
            List.of("'a' || char(0) || 'b'", "char(0)", "'b' || char(0)", "'b' || char(65533)");

    /** Texts that are no UTF-8, which only UTF-8 files keep. */
    private static final List<String> MALFORMED_TEXTS =
            List.of("CAST(x'61ff' AS TEXT)", "CAST(x'80' AS TEXT)");

    /** The columns' types for tables whose declared types do not say them. */
    private static final String TYPES = "id BIGINT, i BIGINT, r DOUBLE, s STRING, u STRING, d DATE,"
            + " f BOOLEAN, b BINARY, x BIGINT, l TIMESTAMP_NTZ, n DOUBLE, z TIMESTAMP";

    /** Narrower types, which the values fit. */
    private static final String NARROW = "id INT, i BIGINT, r DOUBLE, s STRING, u STRING, d DATE,"
            + " f BOOLEAN, b BINARY, x TINYINT, l TIMESTAMP_NTZ, n FLOAT, z TIMESTAMP";

    /**
     * A table, or the same table of several files.
     *
     * @param schema the schema that the program gives; empty for the declared types
     * @param isMixed whether the option mixed=string is given
     */
    private record Source(String path, String table, String schema, boolean isMixed) {}

    @TempDir
    Path folder;

    private Random random;

    /** Texts of UTF-8 files beside {@link #TEXTS}. */
    private final List<String> odd = new ArrayList<>(ODD_TEXTS);

    private String of(List<String> choices) {
        return choices.get(random.nextInt(choices.size()));
    }

    private String of(String... choices) {
        return choices[random.nextInt(choices.length)];
    }

    // ------------------------------------------------------------------ tables

    private String rows(int count, boolean isUtf8) {
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
            sql.append(", ").append(orNull(text(isUtf8)));
            sql.append(", ").append(orNull(text(isUtf8)));
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
            sql.append(", ").append(orNull(of("1", "2.5", "-3", "9007199254740992", "0.25")));
            sql.append(", ")
                    .append(orNull(of(
                            "'2024-02-29 12:00'", "'2024-02-29T13:00:00+01:00'", "'1970-01-01'")));
            sql.append(')');
        }
        return sql.toString();
    }

    private String text(boolean isUtf8) {
        return of(isUtf8 && random.nextInt(4) == 0 ? odd : TEXTS);
    }

    private String orNull(String value) {
        return random.nextInt(6) == 0 ? "NULL" : value;
    }

    private static final String DECLARED = ", i INTEGER, r REAL, s TEXT COLLATE NOCASE, u TEXT,"
            + " d DATE, f BOOLEAN, b BLOB, x, l DATETIME, n DECIMAL(10,2), z TIMESTAMPTZ";

    private static final String STRICT = ", i INTEGER, r REAL, s TEXT COLLATE RTRIM, u TEXT,"
            + " d TEXT, f INTEGER, b BLOB, x INTEGER, l TEXT, n REAL, z TEXT";

    private String file(String name, String before, String columns, String tail) {
        boolean isUtf8 = !before.contains("UTF-16");
        return Sessions.file(
                folder,
                name,
                before + "PRAGMA page_size = 512; CREATE TABLE t(id INTEGER NOT NULL" + columns
                        + tail + "; INSERT INTO t VALUES" + rows(200, isUtf8) + ";"
                        + "CREATE INDEX ti ON t(i); CREATE INDEX ts ON t(s);"
                        + "CREATE INDEX tu ON t(u, d); CREATE INDEX td ON t(d) WHERE f;"
                        + "CREATE INDEX tr ON t(r DESC); CREATE INDEX tn ON t(n, x);"
                        + "CREATE VIEW v AS SELECT * FROM t;"
                        + (random.nextBoolean() ? "ANALYZE" : ""));
    }

    private List<Source> sources() {
        String key = ", PRIMARY KEY(id))";
        String rowids = file("rowids.db", "", DECLARED, key);
        String more = file("rowids2.db", "", DECLARED, key);
        String log = file("log.db", "PRAGMA journal_mode = WAL;", DECLARED, key);
        String keys = file("keys.db", "", DECLARED, key + " WITHOUT ROWID");
        String falling = file("falling.db", "", DECLARED, ", PRIMARY KEY(id DESC)) WITHOUT ROWID");
        String utf16 = file("utf16.db", "PRAGMA encoding = 'UTF-16le';", DECLARED, key);
        String strict = file("strict.db", "", STRICT, key + " STRICT");
        String mixed = file("mixed.db", "", DECLARED, key);
        try (Database database = Sqlvm.open(mixed)) {
            database.execute("UPDATE t SET x = iif(id % 2, 'a', x'41') WHERE id % 5 < 2");
        }
        return List.of(
                new Source(rowids, "t", "", false),
                new Source(rowids, "v", TYPES, false),
                new Source(rowids, "t", NARROW, false),
                new Source(rowids + "," + more, "t", "", false),
                new Source(log, "t", "", false),
                new Source(keys, "t", "", false),
                new Source(falling, "t", "", false),
                new Source(utf16, "t", "", false),
                new Source(strict, "t", TYPES, false),
                new Source(mixed, "t", "", true));
    }

    // ------------------------------------------------------------------ conditions

    /** Texts with zero bytes and such that end with the greatest characters. */
    private static final List<String> LITERALS = List.of(
            "''",
            "'a'",
            "'ab'",
            "'b'",
            "'\\0'",
            "'a\\0'",
            "'a\\0b'",
            "'\\0b'",
            "'\uFFFD'",
            "'\uFFFF'",
            "'\uD7FF'",
            "'\u007f'",
            "'ä'",
            "'𝄞'");

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
        return switch (random.nextInt(31)) {
            case 0 -> of("i", "x", "id") + " " + order() + " " + integer();
            case 1 -> integer() + " " + order() + " " + of("i", "x");
            case 2 -> "r " + order() + " " + of(REALS);
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
            case 16 -> of(CALLS);
            case 17 -> "CASE WHEN f THEN x ELSE 3 END = 3";
            case 18 -> "l " + order() + " TIMESTAMP_NTZ '2024-02-29 12:00:00'";
            case 19 -> "d IN (DATE '2024-02-29', DATE '1998-12-01')";
            case 20 -> "r " + order() + " CAST(x AS DOUBLE)";
            case 21 ->
                "n " + order() + " "
                        + of("1", "2.5D", "2.5", "9007199254740993", "r", "i", "x", "0.1F");
            case 22 ->
                "z " + order() + " TIMESTAMP '" + of("2024-02-29 12:00:00", "1970-01-01") + "'";
            case 23 ->
                of("startswith", "endswith", "contains") + "(" + of("s", "u") + ", " + of(LITERALS)
                        + ")";
            case 24 -> of("s", "u") + " " + order() + " " + of(LITERALS);
            case 25 ->
                of("s", "u") + of(" COLLATE UTF8_LCASE ", " COLLATE UTF8_BINARY_RTRIM ") + order()
                        + " " + of(TEXTS);
            case 26 -> of(OTHERS);
            case 27 -> of("s", "u") + " BETWEEN " + of(TEXTS) + " AND " + of(TEXTS);
            case 28 -> of("s", "u") + " LIKE " + of("'a_'", "'%a%b%'", "'A%'", "'_'", "'a\\_%'");
            case 29 -> "id " + order() + " " + (random.nextInt(120000) - 100);
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
        return switch (random.nextInt(7)) {
            case 0, 1 -> "SELECT " + some(COLUMNS, 4) + " FROM $" + where;
            case 2 -> "SELECT " + aggregates() + " FROM $" + where;
            case 3 -> {
                String groups = some(List.of("i", "s", "u", "d", "f", "b", "x", "r"), 2);
                yield "SELECT " + groups + ", " + aggregates() + " FROM $" + where + " GROUP BY "
                        + groups;
            }
            case 4 -> {
                String key = of("i", "id", "u", "x", "d", "s");
                yield "SELECT count(*), count(DISTINCT a.id), sum(a.x) FROM $ a JOIN (SELECT " + key
                        + " AS k FROM $" + where + " LIMIT 1000000) c ON a." + key + " = c.k";
            }
            case 5 ->
                "SELECT " + some(COLUMNS, 3) + " FROM $" + where + " ORDER BY "
                        + of("i", "r", "s", "u", "d", "f", "b", "x", "n") + of(" ASC", " DESC")
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
                "sum(i)",
                "min(n)",
                "max(z)",
                "max(u)",
                "min(x)",
                "max(id)",
                "count(n)",
                "bit_or(x)",
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

    /** Returns the answer; null for an error, such as an overflow. */
    private static List<String> answerOrNull(Dataset<Row> data, boolean isOrdered) {
        try {
            return answer(data, isOrdered);
        } catch (Exception error) {
            // That of a thread for a broadcast is wrapped. Scala does not declare it.
            for (Throwable cause = error; cause != null; cause = cause.getCause()) {
                if (cause instanceof SparkThrowable) {
                    return null;
                }
            }
            throw error;
        }
    }

    /** Most of a query's time is Spark's own: what does not change plans of scans is off. */
    private static SparkSession session() {
        SparkSession spark = Sessions.get().newSession();
        spark.conf().set("spark.sql.codegen.wholeStage", false);
        spark.conf().set("spark.sql.codegen.factoryMode", "NO_CODEGEN");
        spark.conf().set("spark.sql.adaptive.enabled", false);
        spark.conf().set("spark.sql.shuffle.partitions", 1);
        spark.conf().set("spark.sql.ui.explainMode", "simple");
        return spark;
    }

    @Test
    void answersAreTheSame() {
        SparkSession spark = session();
        random = new Random(SEED);
        odd.addAll(MALFORMED_TEXTS);
        List<Source> sources = sources();
        int pushed = 0;
        int errors = 0;
        for (int i = 0; i < QUERIES; i++) {
            int number = random.nextInt(sources.size());
            Source source = sources.get(number);
            String query = query();
            while (source.path().contains(",") && query.contains(" ORDER BY ")) {
                // Rows of two files have the same id, and then no order.
                query = query();
            }
            String parts = of("1", "3");
            String mode = of("all", "auto");
            String view = "v" + number + "_" + parts + "_";
            if (!spark.catalog().tableExists(view + mode)) {
                makeView(spark, source, parts, mode, view + mode);
            }
            if (!spark.catalog().tableExists(view + "none")) {
                makeView(spark, source, parts, "none", view + "none");
            }
            report(i, pushed);
            String what =
                    "query " + i + ", " + source + ", " + parts + " parts, " + mode + ": " + query;
            boolean isOrdered = query.contains(" ORDER BY ");
            try {
                Dataset<Row> without = spark.sql(query.replace("$", view + "none"));
                List<String> expected = answerOrNull(without, isOrdered);
                // Rows that sqlvm leaves out cannot fail in Spark.
                if (expected == null) {
                    errors++;
                    continue;
                }
                Dataset<Row> with = spark.sql(query.replace("$", view + mode));
                assertEquals(expected, answer(with, isOrdered), what);
                pushed += isPushed(with) ? 1 : 0;
            } catch (Exception error) {
                requireTypes(error, what);
                errors++;
            }
        }
        // Otherwise this compares Spark with itself.
        assertTrue(pushed > QUERIES / 4, pushed + " of " + QUERIES);
        assertTrue(errors < QUERIES / 4, errors + " of " + QUERIES);
        System.out.println(
                QUERIES + " queries, " + pushed + " pushed down, " + errors + " with an error");
    }

    private static void report(int done, int pushed) {
        if (done > 0 && done % REPORTED == 0) {
            System.out.println(done + " queries, " + pushed + " pushed down");
        }
    }

    /** A query may have no types: a column with values of several kinds is a text. */
    private static void requireTypes(Exception error, String query) {
        // Scala does not declare it.
        if (!(error instanceof AnalysisException)) {
            throw new AssertionError(query, error);
        }
    }

    /**
     * The JDBC source with the dialect's push-down, and without any. Malformed texts are left out:
     * a condition compares their bytes, and Spark the string that JDBC makes of them.
     */
    @Test
    void answersByJdbcAreTheSame() {
        SparkSession spark = session();
        random = new Random(SEED);
        String key = ", PRIMARY KEY(id))";
        List<String> files = List.of(
                file("jdbc0.db", "", DECLARED, key),
                file("jdbc1.db", "", DECLARED, key + " WITHOUT ROWID"),
                file("jdbc2.db", "PRAGMA encoding = 'UTF-16le';", DECLARED, key));
        for (int i = 0; i < files.size(); i++) {
            makeCatalog(spark, "on" + i, files.get(i), true);
            makeCatalog(spark, "off" + i, files.get(i), false);
        }
        int pushed = 0;
        for (int i = 0; i < QUERIES / 4; i++) {
            int number = random.nextInt(files.size());
            String query = query();
            boolean isOrdered = query.contains(" ORDER BY ");
            report(i, pushed);
            String what = "query " + i + ", " + files.get(number) + ": " + query;
            try {
                List<String> expected = answerOrNull(
                        spark.sql(query.replace("$", "off" + number + ".main.t")), isOrdered);
                if (expected != null) {
                    Dataset<Row> with = spark.sql(query.replace("$", "on" + number + ".main.t"));
                    assertEquals(expected, answer(with, isOrdered), what);
                    String plan = with.queryExecution().executedPlan().toString();
                    pushed += plan.contains("PushedFilters: []") ? 0 : 1;
                }
            } catch (Exception error) {
                requireTypes(error, what);
            }
        }
        assertTrue(pushed > QUERIES / 20, pushed + " of " + QUERIES / 4);
    }

    private static void makeCatalog(
            SparkSession spark, String name, String file, boolean isPushed) {
        String catalog = "spark.sql.catalog." + name;
        spark.conf().set(catalog, JDBCTableCatalog.class.getName());
        spark.conf().set(catalog + ".url", "jdbc:sqlvm:" + file);
        spark.conf().set(catalog + ".driver", "org.sqlvm.jdbc.SqlvmDriver");
        for (String operator :
                List.of("Predicate", "Aggregate", "Limit", "Offset", "TableSample", "Join")) {
            spark.conf().set(catalog + ".pushDown" + operator, isPushed);
        }
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

    private static void makeView(
            SparkSession spark, Source source, String parts, String pushDown, String view) {
        DataFrameReader reader = spark.read()
                .format("sqlvm")
                .option("table", source.table())
                .option("partitions", parts)
                .option("pushDown", pushDown)
                .option("mixed", source.isMixed() ? "string" : "error");
        if (!source.schema().isEmpty()) {
            reader.schema(source.schema());
        }
        reader.load(source.path()).createOrReplaceTempView(view);
    }
}
