package org.sqlvm.engine.data;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Random;

/** Numbers as text and text as numbers, against SQLite, at random. */
final class NumbersTest {
    private static final String[] PIECES = {
        "0",
        "1",
        "2",
        "9",
        "99",
        "00000",
        "123456789",
        "9223372036854775807",
        "9223372036854775808",
        "-",
        "+",
        ".",
        "e",
        "E",
        "5",
        " ",
        "\t",
        "x",
        "1844674407370955161",
        "e-30",
        "e+300",
        "e19",
        "e-320",
        "0.1"
    };

    private static Connection connect() throws SQLException {
        return DriverManager.getConnection("jdbc:sqlite::memory:");
    }

    @Test
    void textOfReals() throws SQLException {
        Random random = new Random(1);
        try (Connection connection = connect();
                PreparedStatement query = connection.prepareStatement("SELECT CAST(? AS TEXT)")) {
            for (int i = 0; i < 200_000; i++) {
                double value = anyDouble(random, i % 7);
                if (Double.isNaN(value)) {
                    continue;
                }
                query.setDouble(1, value);
                try (ResultSet rows = query.executeQuery()) {
                    rows.next();
                    assertEquals(
                            rows.getString(1), Numbers.string(value), Double.toHexString(value));
                }
            }
        }
    }

    private static double anyDouble(Random random, int kind) {
        return switch (kind) {
            case 0 -> Double.longBitsToDouble(random.nextLong());
            case 1 -> random.nextInt(1_000_000) / 100.0;
            case 2 -> random.nextGaussian() * 1e6;
            case 3 -> random.nextLong() >> random.nextInt(64);
            case 4 -> Math.pow(10, random.nextInt(40) - 20) * random.nextInt(1000);
            case 5 -> Double.longBitsToDouble(random.nextLong() & 0x000fffffffffffffL);
            default -> Double.parseDouble(random.nextInt(100_000) + "." + random.nextInt(100_000));
        };
    }

    private static String anyText(Random random, int i) {
        StringBuilder text = new StringBuilder();
        for (int count = random.nextInt(6); count >= 0; count--) {
            boolean digits = i % 2 == 1 && random.nextInt(5) > 0;
            text.append(
                    digits
                            ? "" + random.nextInt(1_000_000)
                            : PIECES[random.nextInt(PIECES.length)]);
        }
        if (i % 7 == 0) {
            text.append('e').append(random.nextInt(700) - 350);
        }
        return text.toString();
    }

    @Test
    void textAsOperandAndInCasts() throws SQLException {
        Random random = new Random(2);
        String sql = "SELECT quote(CAST(?1 AS REAL)), quote(?1 + 0), quote(CAST(?1 AS INTEGER)),"
                + " quote(CAST(?1 AS NUMERIC)), quote(-?1), quote(?1 % 7), quote(?1 | 0),"
                + " ?1 IS TRUE";
        try (Connection connection = connect();
                PreparedStatement query = connection.prepareStatement(sql)) {
            for (int i = 0; i < 100_000; i++) {
                String string = anyText(random, i);
                Text text = Text.of(string);
                Object[] ours = {
                    Numbers.doubleOf(text),
                    Arithmetic.add(text, 0L),
                    Casts.cast(text, Affinity.INTEGER),
                    Casts.cast(text, Affinity.NUMERIC),
                    Arithmetic.negate(text),
                    Arithmetic.remainder(text, 7L),
                    Arithmetic.bitOr(text, 0L),
                    Casts.isTrue(text) ? 1L : 0L
                };
                query.setString(1, string);
                try (ResultSet rows = query.executeQuery()) {
                    rows.next();
                    for (int column = 0; column < ours.length; column++) {
                        int place = column;
                        assertEquals(
                                withoutSignOfZero(rows.getString(column + 1)),
                                withoutSignOfZero(literal(ours[column])),
                                () -> "column " + place + " of '" + string + "'");
                    }
                }
            }
        }
    }

    @Test
    void textInColumns() throws SQLException {
        Random random = new Random(3);
        try (Connection connection = connect()) {
            connection.createStatement().execute("BEGIN");
            connection
                    .createStatement()
                    .execute("CREATE TABLE t(n NUMERIC, i INTEGER, r REAL, x TEXT, b BLOB)");
            String sql = "INSERT INTO t VALUES (?1,?1,?1,?1,?1) RETURNING"
                    + " quote(n), quote(i), quote(r), quote(x), quote(b)";
            Affinity[] affinities = {
                Affinity.NUMERIC, Affinity.INTEGER, Affinity.REAL, Affinity.TEXT, Affinity.BLOB
            };
            try (PreparedStatement insert = connection.prepareStatement(sql)) {
                for (int i = 0; i < 50_000; i++) {
                    Object value =
                            i % 3 == 0 ? (Object) anyDouble(random, i % 7) : anyText(random, i);
                    if (value instanceof Double number) {
                        if (number.isNaN()) {
                            continue;
                        }
                        insert.setDouble(1, number);
                    } else {
                        insert.setString(1, (String) value);
                    }
                    Object given = value instanceof String string ? Text.of(string) : value;
                    try (ResultSet rows = insert.executeQuery()) {
                        rows.next();
                        for (int column = 0; column < affinities.length; column++) {
                            assertEquals(
                                    rows.getString(column + 1),
                                    literal(Affinities.apply(given, affinities[column])),
                                    affinities[column] + " of " + value);
                        }
                    }
                }
            }
        }
    }

    private static String literal(Object value) {
        return switch (value) {
            case Text text -> "'" + text.toString().replace("'", "''") + "'";
            case Double number when number.isInfinite() -> number > 0 ? "9.0e+999" : "-9.0e+999";
            case Double number -> Numbers.string(number);
            case SqlNull ignored -> "NULL";
            default -> value.toString();
        };
    }

    private static String withoutSignOfZero(String literal) {
        return literal.equals("-0.0") ? "0.0" : literal;
    }
}
