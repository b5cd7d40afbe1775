package org.sqlvm.jdbc;

import org.sqlvm.api.DeclaredType;
import org.sqlvm.api.Rows;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.RowIdLifetime;
import java.sql.SQLException;
import java.sql.Types;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Pattern;

/** A connection's DatabaseMetaData: tables and columns here, keys in {@link KeyMetaData}. */
final class SqlvmDatabaseMetaData extends EmptyMetaData {
    /** Words of SQLite that are none of SQL:2003, as getSQLKeywords wants them. */
    private static final String KEYWORDS = "ABORT,AFTER,ALWAYS,ANALYZE,ATTACH,AUTOINCREMENT,BEFORE,"
        + "CONFLICT,DATABASE,DEFERRABLE,DEFERRED,DETACH,DO,EXCLUDE,EXCLUSIVE,EXPLAIN,FAIL,GENERATED,"
        + "GLOB,GROUPS,IF,IGNORE,IMMEDIATE,INDEX,INDEXED,INITIALLY,INSTEAD,ISNULL,KEY,LIMIT,"
        + "MATERIALIZED,NOTHING,NOTNULL,NULLS,OFFSET,OTHERS,PLAN,PRAGMA,QUERY,RAISE,REGEXP,REINDEX,"
        + "RENAME,REPLACE,RESTRICT,RETURNING,TEMP,TEMPORARY,TIES,TRANSACTION,VACUUM,VIEW,VIRTUAL";

    /** The size of a type without a length, as in sqlite-jdbc. */
    private static final int UNLIMITED = 2_000_000_000;

    private static final List<String> TABLE_TYPES =
            List.of("GLOBAL TEMPORARY", "SYSTEM TABLE", "TABLE", "VIEW");

    private final SqlvmConnection connection;
    private final Catalog catalog;
    private final KeyMetaData keys;
    /** The result of sqlite_version(); null before the first use. */
    private String version;

    SqlvmDatabaseMetaData(SqlvmConnection connection) {
        this.connection = connection;
        this.catalog = new Catalog(connection);
        this.keys = new KeyMetaData(catalog);
    }

    @Override
    SqlvmConnection connection() {
        return connection;
    }

    @Override
    public ResultSet getTables(
            String catalogName, String schemaPattern, String tableNamePattern, String[] types)
            throws SQLException {
        MetaRows rows = new MetaRows("TABLE_CAT VARCHAR, TABLE_SCHEM VARCHAR, TABLE_NAME VARCHAR,"
                + " TABLE_TYPE VARCHAR, REMARKS VARCHAR, TYPE_CAT VARCHAR, TYPE_SCHEM VARCHAR,"
                + " TYPE_NAME VARCHAR, SELF_REFERENCING_COL_NAME VARCHAR, REF_GENERATION VARCHAR");
        Set<String> wanted = new HashSet<>();
        for (String type : types == null ? TABLE_TYPES : Arrays.asList(types)) {
            wanted.add(type.toUpperCase(Locale.ROOT));
        }
        for (Catalog.Table table : catalog.tables(catalogName, schemaPattern, tableNamePattern)) {
            if (wanted.contains(table.type())) {
                rows.add(
                        null,
                        table.schema(),
                        table.name(),
                        table.type(),
                        null,
                        null,
                        null,
                        null,
                        null,
                        null);
            }
        }
        return rows.sorted("TABLE_TYPE", "TABLE_CAT", "TABLE_SCHEM", "TABLE_NAME")
                .resultSet(connection);
    }

    @Override
    public ResultSet getTableTypes() throws SQLException {
        MetaRows rows = new MetaRows("TABLE_TYPE VARCHAR");
        TABLE_TYPES.forEach(rows::add);
        return rows.resultSet(connection);
    }

    @Override
    public ResultSet getColumns(
            String catalogName,
            String schemaPattern,
            String tableNamePattern,
            String columnNamePattern)
            throws SQLException {
        MetaRows rows = new MetaRows("TABLE_CAT VARCHAR, TABLE_SCHEM VARCHAR, TABLE_NAME VARCHAR,"
                + " COLUMN_NAME VARCHAR, DATA_TYPE INTEGER, TYPE_NAME VARCHAR, COLUMN_SIZE INTEGER,"
                + " BUFFER_LENGTH INTEGER, DECIMAL_DIGITS INTEGER, NUM_PREC_RADIX INTEGER,"
                + " NULLABLE INTEGER, REMARKS VARCHAR, COLUMN_DEF VARCHAR, SQL_DATA_TYPE INTEGER,"
                + " SQL_DATETIME_SUB INTEGER, CHAR_OCTET_LENGTH INTEGER, ORDINAL_POSITION INTEGER,"
                + " IS_NULLABLE VARCHAR, SCOPE_CATALOG VARCHAR, SCOPE_SCHEMA VARCHAR,"
                + " SCOPE_TABLE VARCHAR, SOURCE_DATA_TYPE SMALLINT, IS_AUTOINCREMENT VARCHAR,"
                + " IS_GENERATEDCOLUMN VARCHAR");
        Pattern pattern = Catalog.pattern(columnNamePattern);
        for (Catalog.Table table : catalog.tables(catalogName, schemaPattern, tableNamePattern)) {
            int position = 0;
            for (Catalog.Column column : catalog.columns(table)) {
                if (column.hidden() == 1) {
                    continue;
                }
                position++;
                if (pattern.matcher(column.name()).matches()) {
                    addColumn(rows, table, column, position);
                }
            }
        }
        return rows.sorted("TABLE_CAT", "TABLE_SCHEM", "TABLE_NAME", "ORDINAL_POSITION")
                .resultSet(connection);
    }

    private void addColumn(
            MetaRows rows, Catalog.Table table, Catalog.Column column, int position) {
        DeclaredType declared = DeclaredType.of(column.type());
        int type = connection.isStrict()
                ? SqlTypes.ofDeclared(declared)
                : SqlTypes.asSqliteJdbcTells(declared);
        // sqlite-jdbc has all figures for all types.
        boolean numeric = !connection.isStrict() || isNumeric(type);
        int size = declared.length() + (connection.isStrict() ? 0 : declared.scale());
        rows.add(
                null,
                table.schema(),
                table.name(),
                column.name(),
                type,
                declared.name(),
                size == 0 ? UNLIMITED : size,
                null,
                numeric ? (Object) digits(column.type()) : null,
                numeric ? (Object) 10 : null,
                column.notNull() ? columnNoNulls : columnNullable,
                null,
                column.defaultValue(),
                null,
                null,
                octets(numeric, size),
                position,
                column.notNull() ? "NO" : "YES",
                null,
                null,
                null,
                null,
                column.autoincrement() ? "YES" : "NO",
                column.isGenerated() ? "YES" : "NO");
    }

    private int digits(String declared) {
        return connection.isStrict()
                ? DeclaredType.of(declared).scale()
                : SqlTypes.digitsAsSqliteJdbcTells(declared);
    }

    private Object octets(boolean numeric, int size) {
        if (!connection.isStrict()) {
            return UNLIMITED;
        }
        return numeric ? null : (Object) (size == 0 ? UNLIMITED : size);
    }

    private static boolean isNumeric(int type) {
        return switch (type) {
            case Types.TINYINT,
                    Types.SMALLINT,
                    Types.INTEGER,
                    Types.BIGINT,
                    Types.REAL,
                    Types.FLOAT,
                    Types.DOUBLE,
                    Types.NUMERIC,
                    Types.DECIMAL -> true;
            default -> false;
        };
    }

    /** The rowid of every table that has one. */
    @Override
    public ResultSet getPseudoColumns(
            String catalogName,
            String schemaPattern,
            String tableNamePattern,
            String columnNamePattern)
            throws SQLException {
        MetaRows rows = new MetaRows("TABLE_CAT VARCHAR, TABLE_SCHEM VARCHAR, TABLE_NAME VARCHAR,"
                + " COLUMN_NAME VARCHAR, DATA_TYPE INTEGER, COLUMN_SIZE INTEGER,"
                + " DECIMAL_DIGITS INTEGER, NUM_PREC_RADIX INTEGER, COLUMN_USAGE VARCHAR,"
                + " REMARKS VARCHAR, CHAR_OCTET_LENGTH INTEGER, IS_NULLABLE VARCHAR");
        if (Catalog.pattern(columnNamePattern).matcher("rowid").matches()) {
            for (Catalog.Table table :
                    catalog.tables(catalogName, schemaPattern, tableNamePattern)) {
                if (!table.withoutRowid() && !table.type().equals("VIEW")) {
                    rows.add(
                            null,
                            table.schema(),
                            table.name(),
                            "rowid",
                            Types.BIGINT,
                            19,
                            0,
                            10,
                            "NO_USAGE_RESTRICTIONS",
                            null,
                            null,
                            "NO");
                }
            }
        }
        return rows.sorted("TABLE_CAT", "TABLE_SCHEM", "TABLE_NAME", "COLUMN_NAME")
                .resultSet(connection);
    }

    @Override
    public ResultSet getSchemas() throws SQLException {
        return getSchemas(null, null);
    }

    /** Attached databases; main and temp have no name that JDBC must know. */
    @Override
    public ResultSet getSchemas(String catalogName, String schemaPattern) throws SQLException {
        MetaRows rows = new MetaRows("TABLE_SCHEM VARCHAR, TABLE_CATALOG VARCHAR");
        for (Catalog.Database database : catalog.databases(null, schemaPattern)) {
            if (database.schema() != null) {
                rows.add(database.schema(), null);
            }
        }
        return rows.sorted("TABLE_CATALOG", "TABLE_SCHEM").resultSet(connection);
    }

    /** Returns whether {@link #getSchemas} has any schema. */
    private boolean hasSchemas() throws SQLException {
        return catalog.databases(null, null).stream()
                .anyMatch(database -> database.schema() != null);
    }

    @Override
    public boolean supportsSchemasInDataManipulation() throws SQLException {
        return hasSchemas();
    }

    @Override
    public boolean supportsSchemasInTableDefinitions() throws SQLException {
        return hasSchemas();
    }

    @Override
    public boolean supportsSchemasInIndexDefinitions() throws SQLException {
        return hasSchemas();
    }

    @Override
    public ResultSet getPrimaryKeys(String catalogName, String schema, String table)
            throws SQLException {
        return keys.primaryKeys(catalog.table(catalogName, schema, table)).resultSet(connection);
    }

    @Override
    public ResultSet getImportedKeys(String catalogName, String schema, String table)
            throws SQLException {
        return keys.importedKeys(catalog.table(catalogName, schema, table)).resultSet(connection);
    }

    @Override
    public ResultSet getExportedKeys(String catalogName, String schema, String table)
            throws SQLException {
        return keys.exportedKeys(catalog.table(catalogName, schema, table)).resultSet(connection);
    }

    @Override
    public ResultSet getCrossReference(
            String parentCatalog,
            String parentSchema,
            String parentTable,
            String foreignCatalog,
            String foreignSchema,
            String foreignTable)
            throws SQLException {
        Catalog.Table parent = catalog.table(parentCatalog, parentSchema, parentTable);
        Catalog.Table foreign = catalog.table(foreignCatalog, foreignSchema, foreignTable);
        return keys.crossReference(parent, foreign).resultSet(connection);
    }

    @Override
    public ResultSet getIndexInfo(
            String catalogName, String schema, String table, boolean unique, boolean approximate)
            throws SQLException {
        return keys.indexInfo(catalog.table(catalogName, schema, table), unique)
                .resultSet(connection);
    }

    @Override
    public ResultSet getBestRowIdentifier(
            String catalogName, String schema, String table, int scope, boolean nullable)
            throws SQLException {
        Catalog.Table found = table == null ? null : catalog.table(catalogName, schema, table);
        return keys.bestRowIdentifier(found, scope).resultSet(connection);
    }

    @Override
    public ResultSet getFunctions(
            String catalogName, String schemaPattern, String functionNamePattern)
            throws SQLException {
        MetaRows rows = new MetaRows("FUNCTION_CAT VARCHAR, FUNCTION_SCHEM VARCHAR,"
                + " FUNCTION_NAME VARCHAR, REMARKS VARCHAR, FUNCTION_TYPE SMALLINT,"
                + " SPECIFIC_NAME VARCHAR");
        Pattern pattern = Catalog.pattern(functionNamePattern);
        for (String[] function : catalog.functions()) {
            if (pattern.matcher(function[0]).matches()) {
                rows.add(null, null, function[0], null, functionNoTable, function[0]);
            }
        }
        return rows.sorted("FUNCTION_CAT", "FUNCTION_SCHEM", "FUNCTION_NAME").resultSet(connection);
    }

    /** The storage classes, which are all types that there are. */
    @Override
    public ResultSet getTypeInfo() throws SQLException {
        MetaRows rows = new MetaRows("TYPE_NAME VARCHAR, DATA_TYPE INTEGER, PRECISION INTEGER,"
                + " LITERAL_PREFIX VARCHAR, LITERAL_SUFFIX VARCHAR, CREATE_PARAMS VARCHAR,"
                + " NULLABLE SMALLINT, CASE_SENSITIVE BOOLEAN, SEARCHABLE SMALLINT,"
                + " UNSIGNED_ATTRIBUTE BOOLEAN, FIXED_PREC_SCALE BOOLEAN, AUTO_INCREMENT BOOLEAN,"
                + " LOCAL_TYPE_NAME VARCHAR, MINIMUM_SCALE SMALLINT, MAXIMUM_SCALE SMALLINT,"
                + " SQL_DATA_TYPE INTEGER, SQL_DATETIME_SUB INTEGER, NUM_PREC_RADIX INTEGER");
        if (!connection.isStrict()) {
            return typesAsSqliteJdbcTells(rows);
        }
        addType(rows, "BLOB", Types.BLOB, 0, "X'", "'", false);
        addType(rows, "INTEGER", Types.INTEGER, 19, null, null, true);
        addType(rows, "NULL", Types.NULL, 0, null, null, false);
        addType(rows, "REAL", Types.REAL, 16, null, null, false);
        addType(rows, "TEXT", Types.VARCHAR, 0, "'", "'", false);
        return rows.sorted("DATA_TYPE").resultSet(connection);
    }

    /** Returns the types in sqlite-jdbc's order, without sizes and prefixes. */
    private ResultSet typesAsSqliteJdbcTells(MetaRows rows) {
        addType(rows, "NULL", Types.NULL, 0, null, null, false);
        addType(rows, "INTEGER", Types.INTEGER, 0, null, null, true);
        addType(rows, "REAL", Types.REAL, 0, null, null, false);
        addType(rows, "TEXT", Types.VARCHAR, 0, null, null, false);
        addType(rows, "BLOB", Types.BLOB, 0, null, null, false);
        return rows.sorted("DATA_TYPE").resultSet(connection);
    }

    private static void addType(
            MetaRows rows,
            String name,
            int type,
            int precision,
            String prefix,
            String suffix,
            boolean autoIncrement) {
        rows.add(
                name,
                type,
                precision,
                prefix,
                suffix,
                null,
                typeNullable,
                type == Types.VARCHAR,
                typeSearchable,
                !isNumeric(type),
                false,
                autoIncrement,
                null,
                0,
                0,
                0,
                0,
                10);
    }

    @Override
    public String getURL() throws SQLException {
        return connection.url();
    }

    @Override
    public boolean isReadOnly() throws SQLException {
        return connection.isReadOnly();
    }

    @Override
    public Connection getConnection() throws SQLException {
        return connection;
    }

    @Override
    public String getUserName() throws SQLException {
        return connection.link().userName();
    }

    @Override
    public String getDatabaseProductVersion() throws SQLException {
        if (version == null) {
            try (Rows rows = connection.ask("SELECT sqlite_version()")) {
                rows.next();
                version = rows.getText(0);
            }
        }
        return version;
    }

    private int versionPart(int index) throws SQLException {
        return Integer.parseInt(getDatabaseProductVersion().split("\\.", -1)[index]);
    }

    @Override
    public int getDatabaseMajorVersion() throws SQLException {
        return versionPart(0);
    }

    @Override
    public int getDatabaseMinorVersion() throws SQLException {
        return versionPart(1);
    }

    @Override
    public String getSQLKeywords() throws SQLException {
        return KEYWORDS;
    }

    @Override
    public String getNumericFunctions() throws SQLException {
        return "abs,acos,asin,atan,atan2,ceiling,cos,degrees,exp,floor,log,log10,mod,pi,power,radians,round,"
            + "sign,sin,sqrt,tan";
    }

    @Override
    public String getStringFunctions() throws SQLException {
        return "ascii,char,char_length,character_length,concat,lcase,left,length,locate,ltrim,octet_length,"
            + "replace,right,rtrim,soundex,substring,ucase";
    }

    @Override
    public String getSystemFunctions() throws SQLException {
        return "ifnull";
    }

    @Override
    public String getTimeDateFunctions() throws SQLException {
        return "curdate,current_date,current_time,current_timestamp,curtime,now";
    }

    /** Returns false: the escape {@code CONVERT} is not supported, for any pair of types. */
    @Override
    public boolean supportsConvert() throws SQLException {
        return false;
    }

    @Override
    public boolean supportsConvert(int fromType, int toType) throws SQLException {
        return false;
    }

    @Override
    public boolean supportsTransactionIsolationLevel(int level) throws SQLException {
        return switch (level) {
            case Connection.TRANSACTION_READ_UNCOMMITTED,
                    Connection.TRANSACTION_READ_COMMITTED,
                    Connection.TRANSACTION_REPEATABLE_READ,
                    Connection.TRANSACTION_SERIALIZABLE -> true;
            default -> false;
        };
    }

    @Override
    public boolean supportsResultSetType(int type) throws SQLException {
        return type == ResultSet.TYPE_FORWARD_ONLY || type == ResultSet.TYPE_SCROLL_INSENSITIVE;
    }

    @Override
    public boolean supportsResultSetConcurrency(int type, int concurrency) throws SQLException {
        return supportsResultSetType(type) && concurrency == ResultSet.CONCUR_READ_ONLY;
    }

    @Override
    public boolean supportsResultSetHoldability(int holdability) throws SQLException {
        return holdability == ResultSet.HOLD_CURSORS_OVER_COMMIT
                || holdability == ResultSet.CLOSE_CURSORS_AT_COMMIT;
    }

    /** A rowid may change in VACUUM, if no column is its alias. */
    @Override
    public RowIdLifetime getRowIdLifetime() throws SQLException {
        return RowIdLifetime.ROWID_UNSUPPORTED;
    }

    @Override
    public <T> T unwrap(Class<T> type) throws SQLException {
        return Wrapped.unwrap(this, type);
    }

    @Override
    public boolean isWrapperFor(Class<?> type) throws SQLException {
        return type.isInstance(this);
    }
}
