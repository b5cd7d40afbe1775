package org.sqlvm.jdbc;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.sqlvm.api.text.SqlText;

import java.sql.Connection;
import java.sql.DatabaseMetaData;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.ResultSetMetaData;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.StringJoiner;

/** DatabaseMetaData: the columns that the Javadoc promises, and what is in them. */
class DatabaseMetaDataTest {
    private Connection connection;
    private DatabaseMetaData data;

    @BeforeEach
    void open() throws SQLException {
        connection = DriverManager.getConnection("jdbc:sqlvm::memory:");
        data = connection.getMetaData();
        try (Statement statement = connection.createStatement()) {
            statement.execute("CREATE TABLE parent (a INT, b TEXT COLLATE NOCASE DEFAULT 'x', c AS"
                + " (a + 1), CONSTRAINT pk PRIMARY KEY (b, a)) WITHOUT ROWID;CREATE TABLE child"
                + " (id INTEGER PRIMARY KEY AUTOINCREMENT, pa INT, pb VARCHAR(9) NOT NULL, u"
                + " UNIQUE, self REFERENCES child ON DELETE CASCADE DEFERRABLE INITIALLY DEFERRED,"
                + " CONSTRAINT fk FOREIGN KEY (pb, pa) REFERENCES parent ON UPDATE SET"
                + " NULL);CREATE INDEX ci ON child (pa DESC, pb) WHERE pa > 0;CREATE VIEW v AS"
                + " SELECT id, pb FROM child;CREATE TEMP TABLE t (x);CREATE TABLE \"odd_na%me\""
                + " (x);ATTACH ':memory:' AS aux; CREATE TABLE aux.far (x)");
        }
    }

    @AfterEach
    void close() throws SQLException {
        connection.close();
    }

    /** The rows of a result, with the columns named. */
    private static List<String> rows(ResultSet rows, String... columns) throws SQLException {
        List<String> all = new ArrayList<>();
        try (rows) {
            while (rows.next()) {
                StringJoiner row = new StringJoiner("|");
                for (String column : columns) {
                    row.add(rows.getString(column));
                }
                all.add(row.toString());
            }
        }
        return all;
    }

    /** Names and types of a result's columns. */
    private static String columns(ResultSet rows) throws SQLException {
        StringJoiner text = new StringJoiner(" ");
        try (rows) {
            ResultSetMetaData columns = rows.getMetaData();
            for (int i = 1; i <= columns.getColumnCount(); i++) {
                text.add(columns.getColumnLabel(i) + ":"
                        + columns.getColumnTypeName(i).charAt(0));
            }
        }
        return text.toString();
    }

    @Test
    void tables() throws SQLException {
        String[] names = {"TABLE_SCHEM", "TABLE_NAME", "TABLE_TYPE"};
        assertEquals(
                List.of(
                        "null|t|GLOBAL TEMPORARY",
                        "null|child|TABLE",
                        "null|odd_na%me|TABLE",
                        "null|parent|TABLE",
                        "aux|far|TABLE",
                        "null|v|VIEW"),
                rows(
                        data.getTables(
                                null, null, null, new String[] {"TABLE", "VIEW", "GLOBAL TEMPORARY"
                                }),
                        names));
        assertEquals(
                List.of("aux|far|TABLE"),
                rows(data.getTables(null, "aux", "%", new String[] {"TABLE"}), names));
        assertEquals(
                List.of("null|odd_na%me|TABLE"),
                rows(data.getTables(null, null, "ODD\\_na\\%%", null), names));
        assertTrue(rows(data.getTables(null, null, "sqlite_schema", null), names)
                .contains("null|sqlite_schema|SYSTEM TABLE"));
        assertEquals(List.of("aux"), rows(data.getSchemas(), "TABLE_SCHEM"));
        assertEquals(
                List.of("GLOBAL TEMPORARY", "SYSTEM TABLE", "TABLE", "VIEW"),
                rows(data.getTableTypes(), "TABLE_TYPE"));
    }

    @Test
    void columns() throws SQLException {
        assertEquals(
                List.of(
                        "a|4|INT|1|NO|NO|NO|null",
                        "b|12|TEXT|2|NO|NO|NO|'x'",
                        "c|12||3|YES|NO|YES|null"),
                rows(
                        data.getColumns(null, null, "parent", null),
                        "COLUMN_NAME",
                        "DATA_TYPE",
                        "TYPE_NAME",
                        "ORDINAL_POSITION",
                        "IS_NULLABLE",
                        "IS_AUTOINCREMENT",
                        "IS_GENERATEDCOLUMN",
                        "COLUMN_DEF"));
        assertEquals(
                List.of("id|YES"),
                rows(
                        data.getColumns(null, null, "child", "i_"),
                        "COLUMN_NAME",
                        "IS_AUTOINCREMENT"));
        assertEquals(
                List.of("id|INTEGER", "pb|VARCHAR"),
                rows(data.getColumns(null, null, "v", "%"), "COLUMN_NAME", "TYPE_NAME"));
    }

    @Test
    void keys() throws SQLException {
        assertEquals(
                List.of("a|2|pk", "b|1|pk"),
                rows(
                        data.getPrimaryKeys(null, null, "PARENT"),
                        "COLUMN_NAME",
                        "KEY_SEQ",
                        "PK_NAME"));
        String[] names = {
            "PKTABLE_NAME",
            "PKCOLUMN_NAME",
            "FKTABLE_NAME",
            "FKCOLUMN_NAME",
            "KEY_SEQ",
            "UPDATE_RULE",
            "DELETE_RULE",
            "FK_NAME",
            "PK_NAME",
            "DEFERRABILITY"
        };
        List<String> toParent =
                List.of("parent|b|child|pb|1|2|3|fk|pk|7", "parent|a|child|pa|2|2|3|fk|pk|7");
        assertEquals(
                List.of("child|id|child|self|1|3|0|||5", toParent.get(0), toParent.get(1)),
                rows(data.getImportedKeys(null, null, "child"), names));
        assertEquals(toParent, rows(data.getExportedKeys(null, null, "parent"), names));
        assertEquals(
                toParent,
                rows(data.getCrossReference(null, null, "parent", null, null, "child"), names));
        assertEquals(
                List.of(),
                rows(data.getCrossReference(null, null, "child", null, null, "parent"), names));
        assertEquals(List.of(), rows(data.getPrimaryKeys(null, null, "missing"), "KEY_SEQ"));
        assertEquals(
                List.of("rowid|2"),
                rows(
                        data.getBestRowIdentifier(
                                null, null, "t", DatabaseMetaData.bestRowSession, true),
                        "COLUMN_NAME",
                        "PSEUDO_COLUMN"));
    }

    @Test
    void namesOfConstraints() throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.execute(
                    "CREATE TABLE p1 (a INT, b INT, CONSTRAINT`The Key`PRIMARY KEY(a,b))");
            statement.execute("CREATE TABLE p2 (a INT, b INT,"
                    + " CONSTRAINT\"k\"PRIMARY KEY(a), CONSTRAINT u UNIQUE (b))");
            statement.execute("CREATE TABLE p3 (a INT CONSTRAINT schlüssel PRIMARY KEY)");
            statement.execute("CREATE TABLE c (x INT, y INT, z INT, w INT,"
                    + " CONSTRAINT[f 1]FOREIGN KEY(x, y) REFERENCES P1(a, b),"
                    + " FOREIGN KEY (z) REFERENCES p2 (b), FOREIGN KEY (w) REFERENCES p2,"
                    + " CONSTRAINT größe FOREIGN KEY (z) REFERENCES missing (q))");
            statement.execute(
                    "CREATE TABLE \"it's -- /*\" (a INT /* CONSTRAINT no */ CHECK (a <> ''),"
                            + " \"REFERENCES\" INT DEFAULT ('CONSTRAINT x PRIMARY KEY'),"
                            + " CONSTRAINT -- )\n \"b\"\"c\" PRIMARY KEY (a))");
            statement.execute("CREATE INDEX \"WHERE\" ON p1 (b) WHERE/**/b <> ') WHERE x'");
        }
        List<String> keys = new ArrayList<>();
        for (String table : List.of("p1", "p2", "p3", "it's -- /*")) {
            keys.addAll(rows(data.getPrimaryKeys(null, null, table), "COLUMN_NAME", "PK_NAME"));
        }
        assertEquals(List.of("a|The Key", "b|The Key", "a|k", "a|schlüssel", "a|b\"c"), keys);
        assertTrue(rows(data.getIndexInfo(null, null, "p1", false, true), "FILTER_CONDITION")
                .contains("/**/b <> ') WHERE x'"));
        String[] names = {
            "PKTABLE_NAME", "PKCOLUMN_NAME", "FKCOLUMN_NAME", "KEY_SEQ", "FK_NAME", "PK_NAME"
        };
        assertEquals(
                List.of(
                        "P1|a|x|1|f 1|The Key",
                        "P1|b|y|2|f 1|The Key",
                        "missing|q|z|1|größe|",
                        "p2|a|w|1||k",
                        "p2|b|z|1||"),
                rows(data.getImportedKeys(null, null, "c"), names));
        assertEquals(
                List.of("p1|a|x|1|f 1|The Key", "p1|b|y|2|f 1|The Key"),
                rows(data.getExportedKeys(null, null, "P1"), names));
    }

    @Test
    void schemasAreSupportedWhereThereAreAny() throws SQLException {
        assertTrue(data.supportsSchemasInDataManipulation());
        assertTrue(data.supportsSchemasInTableDefinitions());
        assertTrue(data.supportsSchemasInIndexDefinitions());
        try (Connection alone = DriverManager.getConnection("jdbc:sqlvm::memory:")) {
            DatabaseMetaData other = alone.getMetaData();
            assertEquals(List.of(), rows(other.getSchemas(), "TABLE_SCHEM"));
            assertFalse(other.supportsSchemasInDataManipulation());
            assertFalse(other.supportsSchemasInTableDefinitions());
            assertFalse(other.supportsSchemasInIndexDefinitions());
        }
    }

    /** SQLite finds a name in any case, and keeps the case in which it was made, quoted or not. */
    @Test
    void identifiersInMixedCase() throws SQLException {
        assertFalse(data.supportsMixedCaseIdentifiers());
        assertTrue(data.storesMixedCaseIdentifiers());
        assertFalse(data.supportsMixedCaseQuotedIdentifiers());
        assertTrue(data.storesMixedCaseQuotedIdentifiers());
    }

    @Test
    void types() throws SQLException {
        assertEquals(
                List.of("NULL|0", "INTEGER|4", "REAL|7", "TEXT|12", "BLOB|2004"),
                rows(data.getTypeInfo(), "TYPE_NAME", "DATA_TYPE"));
    }

    @Test
    void indexes() throws SQLException {
        String[] names = {
            "NON_UNIQUE",
            "INDEX_NAME",
            "TYPE",
            "ORDINAL_POSITION",
            "COLUMN_NAME",
            "ASC_OR_DESC",
            "FILTER_CONDITION"
        };
        List<String> all = List.of(
                "0|sqlite_autoindex_child_1|3|1|u|A|null",
                "1|ci|3|1|pa|D|pa > 0",
                "1|ci|3|2|pb|A|pa > 0");
        assertEquals(all, rows(data.getIndexInfo(null, null, "child", false, true), names));
        assertEquals(
                all.subList(0, 1), rows(data.getIndexInfo(null, null, "child", true, true), names));
        try (ResultSet rows = data.getIndexInfo(null, null, "child", true, true)) {
            assertTrue(rows.next());
            assertFalse(rows.getBoolean("NON_UNIQUE"));
            assertNull(rows.getString("FILTER_CONDITION"));
            assertTrue(rows.wasNull());
        }
    }

    @Test
    void resultsHaveTheColumnsOfTheJavadoc() throws SQLException {
        assertEquals(
                "TABLE_CAT:V TABLE_SCHEM:V TABLE_NAME:V TABLE_TYPE:V REMARKS:V TYPE_CAT:V"
                        + " TYPE_SCHEM:V TYPE_NAME:V SELF_REFERENCING_COL_NAME:V REF_GENERATION:V",
                columns(data.getTables(null, null, null, null)));
        assertEquals(
                "TABLE_CAT:V TABLE_SCHEM:V TABLE_NAME:V COLUMN_NAME:V DATA_TYPE:I TYPE_NAME:V"
                    + " COLUMN_SIZE:I BUFFER_LENGTH:I DECIMAL_DIGITS:I NUM_PREC_RADIX:I NULLABLE:I"
                    + " REMARKS:V COLUMN_DEF:V SQL_DATA_TYPE:I SQL_DATETIME_SUB:I"
                    + " CHAR_OCTET_LENGTH:I ORDINAL_POSITION:I IS_NULLABLE:V SCOPE_CATALOG:V"
                    + " SCOPE_SCHEMA:V SCOPE_TABLE:V SOURCE_DATA_TYPE:S IS_AUTOINCREMENT:V"
                    + " IS_GENERATEDCOLUMN:V",
                columns(data.getColumns(null, null, null, null)));
        assertEquals(
                "TABLE_CAT:V TABLE_SCHEM:V TABLE_NAME:V NON_UNIQUE:B INDEX_QUALIFIER:V"
                        + " INDEX_NAME:V TYPE:S ORDINAL_POSITION:S COLUMN_NAME:V ASC_OR_DESC:V"
                        + " CARDINALITY:B PAGES:B FILTER_CONDITION:V",
                columns(data.getIndexInfo(null, null, "t", false, false)));
        assertEquals(
                "TYPE_NAME:V DATA_TYPE:I PRECISION:I LITERAL_PREFIX:V LITERAL_SUFFIX:V"
                    + " CREATE_PARAMS:V NULLABLE:S CASE_SENSITIVE:B SEARCHABLE:S"
                    + " UNSIGNED_ATTRIBUTE:B FIXED_PREC_SCALE:B AUTO_INCREMENT:B LOCAL_TYPE_NAME:V"
                    + " MINIMUM_SCALE:S MAXIMUM_SCALE:S SQL_DATA_TYPE:I SQL_DATETIME_SUB:I"
                    + " NUM_PREC_RADIX:I",
                columns(data.getTypeInfo()));
        assertEquals(
                "FUNCTION_CAT:V FUNCTION_SCHEM:V FUNCTION_NAME:V REMARKS:V FUNCTION_TYPE:S"
                        + " SPECIFIC_NAME:V",
                columns(data.getFunctions(null, null, "abs")));
    }

    @Test
    void emptyResultsHaveTheirColumns() throws SQLException {
        List<ResultSet> all = List.of(
                data.getProcedures(null, null, null),
                data.getProcedureColumns(null, null, null, null),
                data.getFunctionColumns(null, null, null, null),
                data.getCatalogs(),
                data.getColumnPrivileges(null, null, "t", null),
                data.getTablePrivileges(null, null, null),
                data.getVersionColumns(null, null, "t"),
                data.getUDTs(null, null, null, null),
                data.getSuperTypes(null, null, null),
                data.getSuperTables(null, null, null),
                data.getAttributes(null, null, null, null),
                data.getClientInfoProperties());
        List<Integer> counts = new ArrayList<>();
        for (ResultSet rows : all) {
            assertFalse(rows.next());
            counts.add(rows.getMetaData().getColumnCount());
        }
        assertEquals(List.of(8, 13, 17, 1, 8, 7, 8, 7, 6, 4, 21, 4), counts);
    }

    @Test
    void namesAndVersions() throws SQLException {
        assertTrue(SqlText.KEYWORDS.containsAll(List.of(data.getSQLKeywords().split(","))));
        assertEquals("SQLite", data.getDatabaseProductName());
        assertEquals("3.54.1", data.getDatabaseProductVersion());
        assertEquals("sqlvm JDBC", data.getDriverName());
        assertEquals(4, data.getJDBCMajorVersion());
        assertEquals(3, data.getJDBCMinorVersion());
        assertEquals("\"", data.getIdentifierQuoteString());
        assertTrue(data.supportsGetGeneratedKeys());
        assertTrue(data.supportsResultSetHoldability(ResultSet.HOLD_CURSORS_OVER_COMMIT));
        assertEquals(List.of("abs"), rows(data.getFunctions(null, null, "ABS"), "FUNCTION_NAME"));
    }

    @Test
    void columnsOfAResult() throws SQLException {
        try (Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery("SELECT id AS n, pb, 1 + 1 AS e FROM v")) {
            ResultSetMetaData columns = rows.getMetaData();
            assertEquals("n", columns.getColumnLabel(1));
            assertEquals("n", columns.getColumnName(1));
            assertEquals("child", columns.getTableName(1));
            assertTrue(columns.isAutoIncrement(1));
            assertFalse(columns.isAutoIncrement(2));
            assertEquals(ResultSetMetaData.columnNoNulls, columns.isNullable(2));
            assertEquals(ResultSetMetaData.columnNullableUnknown, columns.isNullable(3));
            assertEquals("", columns.getTableName(3));
            assertEquals("java.lang.Integer", columns.getColumnClassName(1));
            assertEquals(9, columns.getPrecision(2));
        }
    }
}
