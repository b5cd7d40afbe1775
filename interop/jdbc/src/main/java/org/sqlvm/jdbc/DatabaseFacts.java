package org.sqlvm.jdbc;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;

/** Names, versions and limits that are the same for all databases; a limit of 0 is none. */
abstract class DatabaseFacts extends DatabaseAbilities {
    /** SQLITE_MAX_COLUMN, SQLITE_MAX_LENGTH and the tables of a join (sqlite.org/limits.html). */
    private static final int COLUMNS_MAX = 2000;

    private static final int LENGTH_MAX = 1_000_000_000;
    private static final int TABLES_MAX = 64;

    @Override
    public String getDatabaseProductName() throws SQLException {
        return "SQLite";
    }

    @Override
    public String getDriverName() throws SQLException {
        return SqlvmDriver.NAME;
    }

    @Override
    public String getDriverVersion() throws SQLException {
        return SqlvmDriver.MAJOR + "." + SqlvmDriver.MINOR;
    }

    @Override
    public int getDriverMajorVersion() {
        return SqlvmDriver.MAJOR;
    }

    @Override
    public int getDriverMinorVersion() {
        return SqlvmDriver.MINOR;
    }

    @Override
    public String getIdentifierQuoteString() throws SQLException {
        return "\"";
    }

    @Override
    public String getSearchStringEscape() throws SQLException {
        return "\\";
    }

    @Override
    public String getExtraNameCharacters() throws SQLException {
        return "$";
    }

    @Override
    public String getSchemaTerm() throws SQLException {
        return "database";
    }

    @Override
    public String getProcedureTerm() throws SQLException {
        return "";
    }

    @Override
    public String getCatalogTerm() throws SQLException {
        return "";
    }

    @Override
    public String getCatalogSeparator() throws SQLException {
        return ".";
    }

    @Override
    public int getMaxBinaryLiteralLength() throws SQLException {
        return LENGTH_MAX;
    }

    @Override
    public int getMaxCharLiteralLength() throws SQLException {
        return LENGTH_MAX;
    }

    @Override
    public int getMaxColumnNameLength() throws SQLException {
        return 0;
    }

    @Override
    public int getMaxColumnsInGroupBy() throws SQLException {
        return COLUMNS_MAX;
    }

    @Override
    public int getMaxColumnsInIndex() throws SQLException {
        return COLUMNS_MAX;
    }

    @Override
    public int getMaxColumnsInOrderBy() throws SQLException {
        return COLUMNS_MAX;
    }

    @Override
    public int getMaxColumnsInSelect() throws SQLException {
        return COLUMNS_MAX;
    }

    @Override
    public int getMaxColumnsInTable() throws SQLException {
        return COLUMNS_MAX;
    }

    @Override
    public int getMaxConnections() throws SQLException {
        return 0;
    }

    @Override
    public int getMaxCursorNameLength() throws SQLException {
        return 0;
    }

    @Override
    public int getMaxIndexLength() throws SQLException {
        return 0;
    }

    @Override
    public int getMaxSchemaNameLength() throws SQLException {
        return 0;
    }

    @Override
    public int getMaxProcedureNameLength() throws SQLException {
        return 0;
    }

    @Override
    public int getMaxCatalogNameLength() throws SQLException {
        return 0;
    }

    @Override
    public int getMaxRowSize() throws SQLException {
        return LENGTH_MAX;
    }

    @Override
    public int getMaxStatementLength() throws SQLException {
        return 0;
    }

    @Override
    public int getMaxStatements() throws SQLException {
        return 0;
    }

    @Override
    public int getMaxTableNameLength() throws SQLException {
        return 0;
    }

    @Override
    public int getMaxTablesInSelect() throws SQLException {
        return TABLES_MAX;
    }

    @Override
    public int getMaxUserNameLength() throws SQLException {
        return 0;
    }

    @Override
    public int getDefaultTransactionIsolation() throws SQLException {
        return Connection.TRANSACTION_SERIALIZABLE;
    }

    @Override
    public int getResultSetHoldability() throws SQLException {
        return ResultSet.HOLD_CURSORS_OVER_COMMIT;
    }

    @Override
    public int getJDBCMajorVersion() throws SQLException {
        return 4;
    }

    @Override
    public int getJDBCMinorVersion() throws SQLException {
        return 3;
    }

    @Override
    public int getSQLStateType() throws SQLException {
        return sqlStateSQL;
    }
}
