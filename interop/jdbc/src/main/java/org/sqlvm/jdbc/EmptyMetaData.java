package org.sqlvm.jdbc;

import java.sql.ResultSet;
import java.sql.SQLException;

/** Results about things that SQLite has none of: their columns, and no rows. */
abstract class EmptyMetaData extends DatabaseFacts {
    /** Columns of getProcedureColumns that came with JDBC 4. */
    private static final String NEWER = ", COLUMN_DEF VARCHAR, SQL_DATA_TYPE INTEGER,"
            + " SQL_DATETIME_SUB INTEGER, CHAR_OCTET_LENGTH INTEGER, ORDINAL_POSITION INTEGER,"
            + " IS_NULLABLE VARCHAR, SPECIFIC_NAME VARCHAR";

    abstract SqlvmConnection connection();

    /** Whether results have the columns of sqlite-jdbc, which are those of JDBC 3. */
    private boolean isOld() {
        return !connection().isStrict();
    }

    private ResultSet empty(String columns) {
        return new MetaRows(columns).resultSet(connection());
    }

    @Override
    public ResultSet getProcedures(
            String catalog, String schemaPattern, String procedureNamePattern) throws SQLException {
        return empty("PROCEDURE_CAT VARCHAR, PROCEDURE_SCHEM VARCHAR, PROCEDURE_NAME VARCHAR,"
                + " RESERVED1 VARCHAR, RESERVED2 VARCHAR, RESERVED3 VARCHAR, REMARKS VARCHAR,"
                + " PROCEDURE_TYPE SMALLINT" + (isOld() ? "" : ", SPECIFIC_NAME VARCHAR"));
    }

    @Override
    public ResultSet getProcedureColumns(
            String catalog,
            String schemaPattern,
            String procedureNamePattern,
            String columnNamePattern)
            throws SQLException {
        return empty("PROCEDURE_CAT VARCHAR, PROCEDURE_SCHEM VARCHAR, PROCEDURE_NAME VARCHAR,"
            + " COLUMN_NAME VARCHAR, COLUMN_TYPE SMALLINT, DATA_TYPE INTEGER, TYPE_NAME VARCHAR,"
            + " PRECISION INTEGER, LENGTH INTEGER, SCALE SMALLINT, RADIX SMALLINT, NULLABLE"
            + " SMALLINT, REMARKS VARCHAR" + (isOld() ? "" : NEWER));
    }

    @Override
    public ResultSet getFunctionColumns(
            String catalog,
            String schemaPattern,
            String functionNamePattern,
            String columnNamePattern)
            throws SQLException {
        return empty("FUNCTION_CAT VARCHAR, FUNCTION_SCHEM VARCHAR, FUNCTION_NAME VARCHAR,"
            + " COLUMN_NAME VARCHAR, COLUMN_TYPE SMALLINT, DATA_TYPE INTEGER, TYPE_NAME VARCHAR,"
            + " PRECISION INTEGER, LENGTH INTEGER, SCALE SMALLINT, RADIX SMALLINT, NULLABLE"
            + " SMALLINT, REMARKS VARCHAR, CHAR_OCTET_LENGTH INTEGER, ORDINAL_POSITION INTEGER,"
            + " IS_NULLABLE VARCHAR, SPECIFIC_NAME VARCHAR");
    }

    @Override
    public ResultSet getCatalogs() throws SQLException {
        return empty("TABLE_CAT VARCHAR");
    }

    @Override
    public ResultSet getColumnPrivileges(
            String catalog, String schema, String table, String columnNamePattern)
            throws SQLException {
        return empty("TABLE_CAT VARCHAR, TABLE_SCHEM VARCHAR, TABLE_NAME VARCHAR,"
                + " COLUMN_NAME VARCHAR, GRANTOR VARCHAR, GRANTEE VARCHAR, PRIVILEGE VARCHAR,"
                + " IS_GRANTABLE VARCHAR");
    }

    @Override
    public ResultSet getTablePrivileges(
            String catalog, String schemaPattern, String tableNamePattern) throws SQLException {
        return empty("TABLE_CAT VARCHAR, TABLE_SCHEM VARCHAR, TABLE_NAME VARCHAR,"
                + " GRANTOR VARCHAR, GRANTEE VARCHAR, PRIVILEGE VARCHAR, IS_GRANTABLE VARCHAR");
    }

    @Override
    public ResultSet getVersionColumns(String catalog, String schema, String table)
            throws SQLException {
        return empty("SCOPE SMALLINT, COLUMN_NAME VARCHAR, DATA_TYPE INTEGER, TYPE_NAME VARCHAR,"
                + " COLUMN_SIZE INTEGER, BUFFER_LENGTH INTEGER, DECIMAL_DIGITS SMALLINT,"
                + " PSEUDO_COLUMN SMALLINT");
    }

    @Override
    public ResultSet getUDTs(
            String catalog, String schemaPattern, String typeNamePattern, int[] types)
            throws SQLException {
        return empty("TYPE_CAT VARCHAR, TYPE_SCHEM VARCHAR, TYPE_NAME VARCHAR, CLASS_NAME VARCHAR,"
                + " DATA_TYPE INTEGER, REMARKS VARCHAR, BASE_TYPE SMALLINT");
    }

    @Override
    public ResultSet getSuperTypes(String catalog, String schemaPattern, String typeNamePattern)
            throws SQLException {
        return empty("TYPE_CAT VARCHAR, TYPE_SCHEM VARCHAR, TYPE_NAME VARCHAR,"
                + " SUPERTYPE_CAT VARCHAR, SUPERTYPE_SCHEM VARCHAR, SUPERTYPE_NAME VARCHAR");
    }

    @Override
    public ResultSet getSuperTables(String catalog, String schemaPattern, String tableNamePattern)
            throws SQLException {
        return empty("TABLE_CAT VARCHAR, TABLE_SCHEM VARCHAR, TABLE_NAME VARCHAR,"
                + " SUPERTABLE_NAME VARCHAR");
    }

    @Override
    public ResultSet getAttributes(
            String catalog,
            String schemaPattern,
            String typeNamePattern,
            String attributeNamePattern)
            throws SQLException {
        return empty("TYPE_CAT VARCHAR, TYPE_SCHEM VARCHAR, TYPE_NAME VARCHAR, ATTR_NAME VARCHAR,"
                + " DATA_TYPE INTEGER, ATTR_TYPE_NAME VARCHAR, ATTR_SIZE INTEGER,"
                + " DECIMAL_DIGITS INTEGER, NUM_PREC_RADIX INTEGER, NULLABLE INTEGER,"
                + " REMARKS VARCHAR, ATTR_DEF VARCHAR, SQL_DATA_TYPE INTEGER,"
                + " SQL_DATETIME_SUB INTEGER, CHAR_OCTET_LENGTH INTEGER, ORDINAL_POSITION INTEGER,"
                + " IS_NULLABLE VARCHAR, SCOPE_CATALOG VARCHAR, SCOPE_SCHEMA VARCHAR,"
                + " SCOPE_TABLE VARCHAR, SOURCE_DATA_TYPE SMALLINT");
    }

    /** Any name may be set; none means anything. */
    @Override
    public ResultSet getClientInfoProperties() throws SQLException {
        return empty("NAME VARCHAR, MAX_LEN INTEGER, DEFAULT_VALUE VARCHAR, DESCRIPTION VARCHAR");
    }
}
