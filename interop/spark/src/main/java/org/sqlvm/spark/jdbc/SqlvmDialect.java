package org.sqlvm.spark.jdbc;

import org.apache.spark.sql.connector.catalog.Identifier;
import org.apache.spark.sql.connector.expressions.Expression;
import org.apache.spark.sql.execution.datasources.jdbc.JDBCOptions;
import org.apache.spark.sql.jdbc.JdbcDialect;
import org.apache.spark.sql.jdbc.JdbcType;
import org.apache.spark.sql.types.BinaryType;
import org.apache.spark.sql.types.BooleanType;
import org.apache.spark.sql.types.ByteType;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.DateType;
import org.apache.spark.sql.types.DecimalType;
import org.apache.spark.sql.types.DoubleType;
import org.apache.spark.sql.types.FloatType;
import org.apache.spark.sql.types.IntegerType;
import org.apache.spark.sql.types.LongType;
import org.apache.spark.sql.types.MetadataBuilder;
import org.apache.spark.sql.types.ShortType;
import org.apache.spark.sql.types.StringType;
import org.apache.spark.sql.types.TimestampNTZType;
import org.apache.spark.sql.types.TimestampType;
import org.sqlvm.api.text.SqlText;
import org.sqlvm.spark.write.SqlTypeNames;

import scala.Option;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.SQLFeatureNotSupportedException;
import java.sql.Types;
import java.util.Locale;

/**
 * The dialect of {@code jdbc:sqlvm:} URLs. Spark finds it as a service.
 *
 * <p>Integers of any declared type are read as BIGINT, since SQLite stores 64 bits in all of them,
 * and numbers with a fraction as DOUBLE. Conditions are pushed down if {@link Conditions} has SQL
 * of the same meaning. LIMIT is pushed down. Aggregates, sorts, samples and joins are not: Spark
 * converts values when it reads them, and then groups and compares what it has read.
 */
public class SqlvmDialect extends JdbcDialect {
    private static final long serialVersionUID = 1L;
    private static final String PREFIX = "jdbc:sqlvm:";
    private static final String SCHEME = "file:";
    private static final String MAIN = "main";

    /** The first bytes of a file, up to the one that says how texts are encoded. */
    private static final int HEADER_BYTES = 60;

    private static final int UTF8 = 1;

    /** Whether this is the dialect of files that have their texts in UTF-8. */
    private final boolean isUtf8;

    /** Makes the dialect of files that have their texts in UTF-8. */
    public SqlvmDialect() {
        this(true);
    }

    SqlvmDialect(boolean isUtf8) {
        this.isUtf8 = isUtf8;
    }

    /** Spark gives a dialect nothing but the URL to know a file by. */
    @Override
    public boolean canHandle(String url) {
        return url.regionMatches(true, 0, PREFIX, 0, PREFIX.length()) && isUtf8(url) == isUtf8;
    }

    /** Returns whether a URL is that of a file on this machine with its texts in UTF-8. */
    private static boolean isUtf8(String url) {
        String path = url.substring(PREFIX.length());
        if (path.startsWith("//")) {
            return false;
        }
        int parameters = path.indexOf('?');
        path = parameters < 0 ? path : path.substring(0, parameters);
        path = path.startsWith(SCHEME) ? path.substring(SCHEME.length()) : path;
        try (InputStream file = Files.newInputStream(Path.of(path))) {
            byte[] header = file.readNBytes(HEADER_BYTES);
            return header.length == HEADER_BYTES && header[HEADER_BYTES - 1] == UTF8;
        } catch (IOException | InvalidPathException _) {
            return false;
        }
    }

    @Override
    public Option<DataType> getCatalystType(
            int sqlType, String typeName, int size, MetadataBuilder metadata) {
        if (typeName == null || typeName.isBlank()) {
            return Option.apply(DataTypes.StringType);
        }
        return Option.apply(
                switch (sqlType) {
                    case Types.TINYINT, Types.SMALLINT, Types.INTEGER, Types.BIGINT ->
                        DataTypes.LongType;
                    case Types.REAL, Types.FLOAT, Types.DOUBLE, Types.DECIMAL, Types.NUMERIC ->
                        DataTypes.DoubleType;
                    case Types.CHAR, Types.VARCHAR, Types.CLOB -> DataTypes.StringType;
                    default -> null;
                });
    }

    @Override
    public Option<JdbcType> getJDBCType(DataType type) {
        int jdbc = switch (type) {
            case BooleanType _ -> Types.BOOLEAN;
            case ByteType _, ShortType _, IntegerType _ -> Types.INTEGER;
            case LongType _ -> Types.BIGINT;
            case FloatType _, DoubleType _ -> Types.DOUBLE;
            case DecimalType _ -> Types.DECIMAL;
            case DateType _ -> Types.DATE;
            case TimestampType _, TimestampNTZType _ -> Types.TIMESTAMP;
            case BinaryType _ -> Types.BLOB;
            case StringType _ -> Types.VARCHAR;
            default -> Types.OTHER;
        };
        return jdbc == Types.OTHER
                ? Option.empty()
                : Option.apply(new JdbcType(SqlTypeNames.of(type), jdbc));
    }

    @Override
    public String quoteIdentifier(String name) {
        return SqlText.quoted(name);
    }

    @Override
    public Option<String> compileExpression(Expression expression) {
        return Option.apply(new Conditions(isUtf8).sql(expression));
    }

    @Override
    public boolean supportsLimit() {
        return true;
    }

    @Override
    public String getTruncateQuery(String table, Option<Object> cascade) {
        return "DELETE FROM " + table;
    }

    @Override
    public Option<Object> isCascadingTruncateTable() {
        return Option.apply(false);
    }

    /** A schema is an attached database, of which a new connection has only {@code main}. */
    @Override
    public boolean schemasExists(Connection connection, JDBCOptions options, String schema) {
        return schema.equalsIgnoreCase(MAIN);
    }

    @Override
    public String[][] listSchemas(Connection connection, JDBCOptions options) {
        return new String[][] {{MAIN}};
    }

    /** The new name of ALTER TABLE RENAME has no schema. */
    @Override
    public String renameTable(Identifier from, Identifier to) {
        return "ALTER TABLE " + getFullyQualifiedQuotedTableName(from) + " RENAME TO "
                + quoteIdentifier(to.name());
    }

    @Override
    public boolean isObjectNotFoundException(SQLException error) {
        return error.getMessage().toLowerCase(Locale.ROOT).contains("no such table");
    }

    @Override
    public boolean isSyntaxErrorBestEffort(SQLException error) {
        return error.getMessage().contains("syntax error");
    }

    @Override
    public String getUpdateColumnTypeQuery(String table, String column, String type) {
        throw unsupported("ALTER COLUMN TYPE");
    }

    @Override
    public String getUpdateColumnNullabilityQuery(String table, String column, boolean nullable) {
        throw unsupported("ALTER COLUMN NULL");
    }

    @Override
    public String getTableCommentQuery(String table, String comment) {
        throw unsupported("COMMENT ON TABLE");
    }

    /** The statement is not in the dialect; Spark declares the methods without an exception. */
    private static RuntimeException unsupported(String statement) {
        return new UnsupportedOperationException(
                new SQLFeatureNotSupportedException(statement + " is not supported by sqlvm"));
    }
}
