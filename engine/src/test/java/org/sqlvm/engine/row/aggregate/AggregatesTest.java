package org.sqlvm.engine.row.aggregate;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;
import org.sqlvm.engine.data.Blob;
import org.sqlvm.engine.data.Collation;
import org.sqlvm.engine.data.SqlNull;
import org.sqlvm.engine.data.Text;
import org.sqlvm.engine.error.SqlException;
import org.sqlvm.engine.row.Accumulator;
import org.sqlvm.engine.row.AggregateFunction;
import org.sqlvm.engine.row.function.Functions;
import org.sqlvm.engine.row.function.Reference;

import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Random;

/** Aggregates over random columns, against SQLite, digit for digit. */
final class AggregatesTest {
    private static final String[] CALLS = {
        "sum", "total", "avg", "min", "max", "count", "group_concat"
    };

    private static Object any(Random random, int mode) {
        int kind = mode < 5 ? mode : random.nextInt(7);
        return switch (kind) {
            case 0 -> (long) random.nextInt(100);
            case 1 -> random.nextInt(100000) / 100.0;
            case 2 -> random.nextLong();
            case 3 -> random.nextGaussian() * Math.pow(10, random.nextInt(40) - 20);
            case 4 -> random.nextLong() >> 12;
            case 5 -> SqlNull.NULL;
            default ->
                random.nextBoolean()
                        ? Text.of(random.nextBoolean() ? " 12" : random.nextInt(99) + ".5x")
                        : Blob.of(new byte[] {'7'});
        };
    }

    @Test
    void likeSqlite() throws SQLException {
        Random random = new Random(3);
        int errors = 0;
        try (Reference reference = new Reference()) {
            reference.connection().createStatement().execute("CREATE TABLE t(v)");
            for (int round = 0; round < 3000; round++) {
                reference.connection().createStatement().execute("DELETE FROM t");
                Object[] column = new Object[random.nextInt(40)];
                try (PreparedStatement insert =
                        reference.connection().prepareStatement("INSERT INTO t VALUES (?)")) {
                    for (int i = 0; i < column.length; i++) {
                        column[i] = any(random, round % 8);
                        Reference.bind(insert, 1, column[i]);
                        insert.execute();
                    }
                }
                for (String call : CALLS) {
                    Object expected = fromTable(reference, call);
                    Object actual = ours(call, column);
                    assertEquals(expected, actual, call + java.util.Arrays.toString(column));
                    errors += expected instanceof String ? 1 : 0;
                }
            }
        }
        assertTrue(errors > 10, "integer overflow was tried");
    }

    private static Object fromTable(Reference reference, String call) throws SQLException {
        String sql =
                "SELECT typeof(v), v, CAST(v AS BLOB) FROM (SELECT " + call + "(v) AS v FROM t)";
        try (PreparedStatement query = reference.connection().prepareStatement(sql);
                ResultSet rows = query.executeQuery()) {
            rows.next();
            return Reference.read(rows, 1);
        } catch (SQLException e) {
            return Reference.message(e);
        }
    }

    private static Object ours(String call, Object[] column) {
        Accumulator accumulator = accumulator(call, 1);
        for (int i = 0; i < column.length; i++) {
            if (column[i] instanceof Long number && i % 2 == 0) {
                accumulator.stepLong(number);
            } else if (column[i] instanceof Double number && i % 2 == 0) {
                accumulator.stepDouble(number);
            } else {
                accumulator.step(new Object[] {column[i]});
            }
        }
        try {
            return accumulator.result();
        } catch (SqlException e) {
            return e.getMessage();
        }
    }

    private static Accumulator accumulator(String name, int count) {
        return ((AggregateFunction) Functions.find(name, count)).accumulator(Collation.BINARY);
    }

    @Test
    void separators() {
        Accumulator concat = accumulator("string_agg", 2);
        concat.step(new Object[] {Text.of("a"), Text.of("-")});
        concat.step(new Object[] {1L, Text.of("+")});
        concat.step(new Object[] {SqlNull.NULL, Text.of("!")});
        concat.step(new Object[] {2.5, SqlNull.NULL});
        assertEquals(Text.of("a+12.5"), concat.result());
        assertThrows(SqlException.class, () -> Functions.find("string_agg", 1));
    }

    @Test
    void extremesChooseTheirRow() {
        Accumulator max = accumulator("max", 1);
        max.step(new Object[] {SqlNull.NULL});
        assertTrue(max.isChosen());
        max.stepLong(3);
        assertTrue(max.isChosen());
        max.stepDouble(3.0);
        assertFalse(max.isChosen());
        max.step(new Object[] {SqlNull.NULL});
        assertFalse(max.isChosen());
        max.step(new Object[] {Text.of("a")});
        assertTrue(max.isChosen());
        max.stepLong(9);
        assertFalse(max.isChosen());
        assertEquals(Text.of("a"), max.result());
    }

    @Test
    void countOfRowsTakesNoArgument() {
        Accumulator count = accumulator("count", 0);
        count.step(new Object[0]);
        count.step(new Object[0]);
        assertEquals(2L, count.result());
    }
}
