package org.sqlvm.engine.data;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Types;
import java.util.Arrays;

/** Operators and comparisons of every pair of odd values, against SQLite. */
final class ArithmeticTest {
    private static final Object[] VALUES = {
        SqlNull.NULL,
        0L,
        1L,
        -1L,
        2L,
        3L,
        63L,
        64L,
        -64L,
        65L,
        1L << 53,
        (1L << 53) + 1,
        Long.MAX_VALUE,
        Long.MIN_VALUE,
        Long.MAX_VALUE - 1,
        4294967296L,
        0.0,
        -0.0,
        1.0,
        0.5,
        -2.5,
        1e18,
        9007199254740993.0,
        9.3e18,
        -9.3e18,
        1e300,
        Double.POSITIVE_INFINITY,
        Double.NEGATIVE_INFINITY,
        9223372036854775807.0,
        -9223372036854775808.0,
        Text.of(""),
        Text.of("a"),
        Text.of("A "),
        Text.of("a "),
        Text.of("12"),
        Text.of(" 12x"),
        Text.of("1e2"),
        Text.of("-3.5"),
        Text.of("0x10"),
        Text.of("9223372036854775808"),
        Text.of("é"),
        Text.of("😀"),
        Text.of("\uffee"),
        Blob.of(new byte[0]),
        Blob.of(new byte[] {'1', '2'}),
        Blob.of(new byte[] {-1}),
        Blob.of(new byte[] {'a'})
    };

    private interface Operation {
        Object apply(Object left, Object right);
    }

    private static Object number(int sign) {
        return (long) Integer.signum(sign);
    }

    private static void check(String expression, Operation operation) throws SQLException {
        try (Connection connection = DriverManager.getConnection("jdbc:sqlite::memory:");
                PreparedStatement query = connection.prepareStatement(
                        "SELECT typeof(v), v, CAST(v AS BLOB) FROM (SELECT " + expression
                                + " AS v LIMIT 1)")) {
            for (Object left : VALUES) {
                for (Object right : VALUES) {
                    bind(query, 1, left);
                    bind(query, 2, right);
                    try (ResultSet rows = query.executeQuery()) {
                        rows.next();
                        assertEquals(
                                read(rows),
                                plain(operation.apply(left, right)),
                                left + " and " + right + " in " + expression);
                    }
                }
            }
        }
    }

    /** Zero without its sign, which SQL does not show. */
    private static Object plain(Object value) {
        return value instanceof Double number ? (Object) (number + 0.0) : value;
    }

    private static void bind(PreparedStatement query, int index, Object value) throws SQLException {
        switch (value) {
            case Long number -> query.setLong(index, number);
            case Double number -> query.setDouble(index, number);
            case Text text -> query.setString(index, text.toString());
            case Blob blob -> query.setBytes(index, blob.toArray());
            default -> query.setNull(index, Types.NULL);
        }
    }

    private static Object read(ResultSet rows) throws SQLException {
        return switch (rows.getString(1)) {
            case "null" -> SqlNull.NULL;
            case "integer" -> rows.getLong(2);
            case "real" -> plain(rows.getDouble(2));
            default -> Text.of(rows.getBytes(3) == null ? new byte[0] : rows.getBytes(3));
        };
    }

    @Test
    void operators() throws SQLException {
        check("?1 + ?2", Arithmetic::add);
        check("?1 - ?2", Arithmetic::subtract);
        check("?1 * ?2", Arithmetic::multiply);
        check("?1 / ?2", Arithmetic::divide);
        check("?1 % ?2", Arithmetic::remainder);
        check("?1 & ?2", Arithmetic::bitAnd);
        check("?1 | ?2", Arithmetic::bitOr);
        check("?1 << ?2", Arithmetic::shiftLeft);
        check("?1 >> ?2", Arithmetic::shiftRight);
        check("?1 || ?2", (left, right) -> Arithmetic.concat(left, right, 1000));
        check("~?1 + 0 * (?2 IS NULL)", (left, right) -> Arithmetic.bitNot(left));
    }

    @Test
    void comparisons() throws SQLException {
        for (Collation collation :
                new Collation[] {Collation.BINARY, Collation.NOCASE, Collation.RTRIM}) {
            String collate = "?1 COLLATE " + collation.name();
            check(
                    "CASE WHEN " + collate
                            + " IS ?2 THEN 0 WHEN ?1 IS NULL THEN -1 WHEN ?2 IS NULL THEN 1"
                            + " WHEN " + collate + " < ?2 THEN -1 ELSE 1 END",
                    (left, right) -> number(Values.compare(left, right, collation)));
        }
    }

    @Test
    void utf16OrderOfTheFile() {
        String[] texts = {"a", "b", "ab", "", "é", "\u0100", "a\u0100", "😀", "\uffee", "ÿ"};
        for (TextEncoding encoding :
                new TextEncoding[] {TextEncoding.UTF16LE, TextEncoding.UTF16BE}) {
            for (String left : texts) {
                for (String right : texts) {
                    int expected = Integer.signum(Arrays.compareUnsigned(
                            left.getBytes(encoding.charset), right.getBytes(encoding.charset)));
                    int actual = Collation.binary(encoding).compare(Text.of(left), Text.of(right));
                    assertEquals(expected, Integer.signum(actual), left + " " + right);
                }
            }
        }
    }
}
