package org.sqlvm.server;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DatabaseMetaData;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;

/** Tests the metadata of the schema in PostgreSQL's JDBC driver. */
final class MetaDataTest {
    @TempDir
    Path folder;

    private SqlvmServer server;
    private Connection connection;
    private DatabaseMetaData meta;

    @BeforeEach
    void connect() throws IOException, SQLException {
        server = ServerFixture.start(folder);
        connection = DriverManager.getConnection(
                "jdbc:postgresql://localhost:" + server.port() + "/shop", "me", "");
        meta = connection.getMetaData();
        try (Statement statement = connection.createStatement()) {
            statement.execute("CREATE VIEW cheap AS SELECT * FROM parts WHERE price < 1");
            statement.execute("CREATE TABLE pairs(a INT, b TEXT DEFAULT 'x',"
                    + " PRIMARY KEY (b, a), UNIQUE (a))");
        }
    }

    @AfterEach
    void disconnect() throws IOException, SQLException {
        connection.close();
        server.close();
    }

    private static List<String> rows(ResultSet rows, String... columns) throws SQLException {
        List<String> lines = new ArrayList<>();
        try (rows) {
            while (rows.next()) {
                StringBuilder line = new StringBuilder();
                for (String column : columns) {
                    line.append(line.isEmpty() ? "" : " ").append(rows.getString(column));
                }
                lines.add(line.toString());
            }
        }
        return lines;
    }

    @Test
    void tablesAndSchemas() throws SQLException {
        assertEquals(
                List.of("orders TABLE", "pairs TABLE", "parts TABLE"),
                rows(
                        meta.getTables(null, "public", "%", new String[] {"TABLE"}),
                        "TABLE_NAME",
                        "TABLE_TYPE"));
        assertEquals(
                List.of("cheap VIEW"),
                rows(meta.getTables(null, null, "ch%", null), "TABLE_NAME", "TABLE_TYPE"));
        assertTrue(rows(meta.getSchemas(), "TABLE_SCHEM").contains("public"));
        assertEquals(List.of("shop"), rows(meta.getCatalogs(), "TABLE_CAT"));
        assertTrue(rows(meta.getTableTypes(), "TABLE_TYPE").contains("VIEW"));
    }

    @Test
    void columns() throws SQLException {
        assertEquals(
                List.of(
                        "id int8 1 NO null",
                        "name text 2 NO null",
                        "price float8 3 YES null",
                        "data bytea 4 YES null",
                        "note text 5 YES null"),
                rows(
                        meta.getColumns(null, null, "parts", "%"),
                        "COLUMN_NAME",
                        "TYPE_NAME",
                        "ORDINAL_POSITION",
                        "IS_NULLABLE",
                        "COLUMN_DEF"));
        assertEquals(
                List.of("b text 'x'"),
                rows(
                        meta.getColumns(null, "public", "pairs", "b"),
                        "COLUMN_NAME",
                        "TYPE_NAME",
                        "COLUMN_DEF"));
    }

    @Test
    void keysAndIndexes() throws SQLException {
        assertEquals(
                List.of("id 1 parts_pkey"),
                rows(
                        meta.getPrimaryKeys(null, null, "parts"),
                        "COLUMN_NAME",
                        "KEY_SEQ",
                        "PK_NAME"));
        assertEquals(
                List.of("b 1 pairs_pkey", "a 2 pairs_pkey"),
                rows(
                        meta.getPrimaryKeys(null, null, "pairs"),
                        "COLUMN_NAME",
                        "KEY_SEQ",
                        "PK_NAME"));
        assertEquals(
                List.of("0 by_name 1 name", "0 parts_pkey 1 id"),
                rows(
                        meta.getIndexInfo(null, null, "parts", false, false),
                        "NON_UNIQUE",
                        "INDEX_NAME",
                        "ORDINAL_POSITION",
                        "COLUMN_NAME"));
        assertEquals(
                List.of("parts id orders part orders_part_fkey"),
                rows(
                        meta.getImportedKeys(null, null, "orders"),
                        "PKTABLE_NAME",
                        "PKCOLUMN_NAME",
                        "FKTABLE_NAME",
                        "FKCOLUMN_NAME",
                        "FK_NAME"));
        assertEquals(
                List.of("orders"), rows(meta.getExportedKeys(null, null, "parts"), "FKTABLE_NAME"));
        assertEquals(
                List.of("id"),
                rows(
                        meta.getBestRowIdentifier(
                                null, null, "parts", DatabaseMetaData.bestRowSession, false),
                        "COLUMN_NAME"));
    }

    @Test
    void whatThereIsElse() throws SQLException {
        assertTrue(rows(meta.getTypeInfo(), "TYPE_NAME").contains("int8"));
        assertEquals(List.of(), rows(meta.getProcedures(null, null, "%"), "PROCEDURE_NAME"));
        assertEquals(List.of(), rows(meta.getFunctions(null, null, "%"), "FUNCTION_NAME"));
        assertEquals(List.of(), rows(meta.getUDTs(null, null, "%", null), "TYPE_NAME"));
        meta.getTablePrivileges(null, null, "parts").close();
        meta.getColumnPrivileges(null, null, "parts", "%").close();
        assertEquals("14.0", meta.getDatabaseProductVersion());
        assertEquals("public", connection.getSchema());
        assertEquals("shop", connection.getCatalog());
    }

    /** A change of the schema is seen at once. */
    @Test
    void changesAreSeen() throws SQLException {
        meta.getTables(null, null, "%", null).close();
        try (Statement statement = connection.createStatement()) {
            statement.execute("CREATE TABLE later(x)");
        }
        assertEquals(
                List.of("later"), rows(meta.getTables(null, null, "later", null), "TABLE_NAME"));
    }
}
