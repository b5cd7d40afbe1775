package org.sqlvm.api;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;

import org.junit.jupiter.api.Test;
import org.sqlvm.api.DeclaredType.Affinity;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.Random;

final class DeclaredTypeTest {
    private static final List<String> PARTS = List.of(
            "INT", "int", "CHAR", "clob", "TEXT", "BLOB", "Real", "FLOA", "doub", "DATE", "DEC",
            "CHA", "ı", "I", "NT", " ", "É");

    /** SQLite's own answer: what becomes of values that tell the affinities from each other. */
    private static Affinity ofSqlite(Statement statement, String type) throws SQLException {
        statement.execute("CREATE TABLE t(a " + type + ")");
        statement.execute("INSERT INTO t VALUES ('1'), (2)");
        String seen;
        try (ResultSet rows = statement.executeQuery("SELECT group_concat(typeof(a)),"
                + " typeof(CAST('1.5' AS " + (type.isBlank() ? "BLOB" : type) + ")) FROM t")) {
            seen = rows.getString(1) + " " + rows.getString(2);
        }
        statement.execute("DROP TABLE t");
        return switch (seen) {
            case "integer,integer integer" -> Affinity.INTEGER;
            case "integer,integer real" -> Affinity.NUMERIC;
            case "real,real real" -> Affinity.REAL;
            case "text,text text" -> Affinity.TEXT;
            case "text,integer blob" -> Affinity.BLOB;
            default -> throw new AssertionError(seen);
        };
    }

    @Test
    void theAffinityIsSqlites() throws SQLException {
        Random random = new Random(1);
        try (Connection connection = DriverManager.getConnection("jdbc:sqlite::memory:");
                Statement statement = connection.createStatement()) {
            for (int i = 0; i < 3000; i++) {
                StringBuilder type = new StringBuilder();
                for (int part = random.nextInt(4); part >= 0; part--) {
                    type.append(PARTS.get(random.nextInt(PARTS.size())));
                }
                String declared = type.toString().strip() + (random.nextBoolean() ? "" : "(10, 2)");
                if (!declared.startsWith("(")) {
                    assertEquals(
                            ofSqlite(statement, declared),
                            DeclaredType.of(declared).affinity(),
                            declared);
                }
            }
        }
    }

    @Test
    void partsOfADeclaration() {
        assertEquals(
                new DeclaredType("DECIMAL", Affinity.NUMERIC, 10, 2),
                DeclaredType.of("Decimal (10, 2)"));
        assertEquals(
                new DeclaredType("VARCHAR", Affinity.TEXT, 20, 0), DeclaredType.of("varchar(20)"));
        assertEquals(new DeclaredType("A", Affinity.NUMERIC, 0, 0), DeclaredType.of("a(b"));
        assertEquals(new DeclaredType("", Affinity.BLOB, 0, 0), DeclaredType.of(null));
        assertEquals(DeclaredType.of(null), DeclaredType.of(""));
    }

    @Test
    void valuesThatTypesPromise() {
        assertEquals(Rows.Type.INTEGER, DeclaredType.of("bigint").storage());
        assertEquals(Rows.Type.REAL, DeclaredType.of("NUMERIC(5)").storage());
        assertEquals(Rows.Type.REAL, DeclaredType.of("float").storage());
        assertEquals(Rows.Type.TEXT, DeclaredType.of("text").storage());
        assertEquals(Rows.Type.BLOB, DeclaredType.of("blob").storage());
        assertNull(DeclaredType.of("date").storage());
        assertNull(DeclaredType.of(null).storage());
    }
}
