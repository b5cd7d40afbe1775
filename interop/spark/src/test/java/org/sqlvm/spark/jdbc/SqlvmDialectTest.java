package org.sqlvm.spark.jdbc;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SaveMode;
import org.apache.spark.sql.execution.datasources.v2.jdbc.JDBCTableCatalog;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.sqlvm.spark.Sessions;

import java.nio.file.Path;
import java.util.List;

/** Spark's JDBC source on the driver, with the dialect. */
class SqlvmDialectTest {
    private static final String TABLE = "CREATE TABLE t(i INTEGER PRIMARY KEY, big BIGINT,"
            + " r REAL, n DECIMAL(10,2), s TEXT COLLATE NOCASE, d DATE, b BOOLEAN);"
            + "INSERT INTO t VALUES (1, 9007199254740993, 1.5, 2.5, 'abc', '2026-11-28', 1),"
            + " (2, -9223372036854775808, -1, 3, 'ABC', '2026-11-29', 0),"
            + " (3, NULL, NULL, NULL, NULL, NULL, NULL),"
            + " (4, 0, 1e300, 0.1, 'it''s %_\u00e9', '1970-01-01', 5),"
            + " (5, 9007199254740992, 0.0, 9007199254740993, '', '0001-01-01', 0);";

    @TempDir
    Path folder;

    private Dataset<Row> table(boolean isPushed) {
        String file = Sessions.file(folder, "a.db", "DROP TABLE IF EXISTS t;" + TABLE);
        return Sessions.get()
                .read()
                .format("jdbc")
                .option("url", "jdbc:sqlvm:" + file)
                .option("driver", "org.sqlvm.jdbc.SqlvmDriver")
                .option("dbtable", "t")
                .option("pushDownPredicate", isPushed)
                .load();
    }

    @Test
    void typesHoldWhatIsStored() {
        assertEquals(
                "i BIGINT,big BIGINT,r DOUBLE,n DOUBLE,s STRING,d DATE,b BOOLEAN",
                table(true).schema().toDDL());
        assertEquals(
                "[1,9007199254740993,1.5,2.5,abc,2026-11-28,true]",
                table(true).where("i = 1").collectAsList().getFirst().toString());
    }

    /** The columns are: the condition, and whether a part of it is pushed down. */
    @ParameterizedTest
    @CsvSource(delimiter = ';', textBlock = """
        i = 2; true
        i <> 2 and big >= 0; true
        big = 9007199254740993; true
        big < -5 or r > 1; true
        r <= 1.5; true
        r > 1e17; false
        n = 0.1; true
        n = 9007199254740992; false
        n < 9007199254740991; true
        s = 'abc'; true
        s <> 'abc'; true
        s >= 'a'; true
        s < 'B'; true
        s in ('ABC', 'it''s %_é'); true
        not s in ('ABC', 'x'); true
        s like 'a%'; true
        s like 'A%' and i < 9; true
        s like '%bc'; false
        s like '%B%'; true
        s like 'it\\'s \\%\\_%'; false
        s = ''; true
        s is null; true
        big is not null; true
        big <=> null; true
        big <=> 0; true
        not (big <=> 0); true
        not (r > 0 and big > 0); true
        d > date'2026-11-28'; false
        b; false
        i + 1 = 3; false
        cast(s as binary) = X'616263'; false
        upper(s) = 'ABC'; false
        """)
    void conditionsMeanTheSame(String condition, boolean isPushed) {
        Dataset<Row> rows = table(true).where(condition);
        assertEquals(sorted(table(false).where(condition)), sorted(rows));
        String plan = rows.queryExecution().executedPlan().toString();
        String filters = plan.replaceAll("(?s).*PushedFilters: \\[(.*?)\\], .*", "$1");
        // A test for NULL stands before each condition.
        String others = filters.replaceAll("\\*?IsNotNull\\(\\w+\\)(, )?", "");
        boolean isNullTest = condition.endsWith("is not null");
        assertEquals(isPushed, isNullTest ? !filters.isEmpty() : others.contains("*"), plan);
    }

    /** In UTF-16 the clef, which is beyond the basic plane, is less than U+FFFD. */
    @Test
    void orderOfTextsInUtf16IsLeftToSpark() {
        String file = Sessions.file(
                folder,
                "utf16.db",
                "PRAGMA encoding = 'UTF-16le'; CREATE TABLE t(s TEXT);"
                        + "INSERT INTO t VALUES ('a'), ('\uD834\uDD1E'), ('\uFFFD')");
        Dataset<Row> texts = Sessions.get()
                .read()
                .format("jdbc")
                .option("url", "jdbc:sqlvm:" + file)
                .option("driver", "org.sqlvm.jdbc.SqlvmDriver")
                .option("dbtable", "t")
                .load();
        assertEquals(1, texts.where("s > '\uFFFD'").count());
        assertEquals(1, texts.where("s <= 'b'").count());
        Dataset<Row> equal = texts.where("s = 'a'");
        assertEquals(1, equal.count());
        String plan = equal.queryExecution().executedPlan().toString();
        assertTrue(plan.contains("*EqualTo(s,a)"), plan);
    }

    @Test
    void rowsAreWrittenAndDeleted() {
        Dataset<Row> source = table(true);
        String url = "jdbc:sqlvm:" + folder.resolve("b.db");
        for (int i = 0; i < 2; i++) {
            source.write()
                    .format("jdbc")
                    .option("url", url)
                    .option("driver", "org.sqlvm.jdbc.SqlvmDriver")
                    .option("dbtable", "t")
                    .option("truncate", true)
                    .mode(SaveMode.Overwrite)
                    .save();
        }
        Dataset<Row> copy = Sessions.get()
                .read()
                .format("jdbc")
                .option("url", url)
                .option("driver", "org.sqlvm.jdbc.SqlvmDriver")
                .option("dbtable", "t")
                .load();
        assertEquals(source.schema().toDDL(), copy.schema().toDDL());
        assertEquals(sorted(source), sorted(copy));
    }

    private static List<String> sorted(Dataset<Row> rows) {
        return rows.collectAsList().stream().map(Row::toString).sorted().toList();
    }

    @Test
    void catalogOfJdbcTablesWorks() {
        String prefix = "spark.sql.catalog.jdbc_sqlvm";
        Sessions.get().conf().set(prefix, JDBCTableCatalog.class.getName());
        Sessions.get().conf().set(prefix + ".url", "jdbc:sqlvm:" + folder.resolve("c.db"));
        Sessions.get().conf().set(prefix + ".driver", "org.sqlvm.jdbc.SqlvmDriver");
        Sessions.rows("CREATE TABLE jdbc_sqlvm.main.parts(id BIGINT, name STRING)");
        Sessions.rows("INSERT INTO jdbc_sqlvm.main.parts VALUES (1, 'bolt'), (2, 'nut'), (3, 'x')");
        Sessions.rows("ALTER TABLE jdbc_sqlvm.main.parts RENAME TO main.items");
        Sessions.rows("ALTER TABLE jdbc_sqlvm.main.items ADD COLUMN price DOUBLE");
        String query = "SELECT name FROM jdbc_sqlvm.main.items WHERE id > 1 LIMIT 1";
        assertEquals(List.of("[nut]"), Sessions.rows(query));
        String plan = Sessions.get().sql(query).queryExecution().executedPlan().toString();
        assertTrue(plan.contains("PushedLimit: LIMIT 1"), plan);
        assertEquals(List.of("[3]"), Sessions.rows("SELECT count(*) FROM jdbc_sqlvm.main.items"));
        assertNotEquals(List.of(), Sessions.rows("SHOW TABLES IN jdbc_sqlvm.main"));
    }
}
