package org.sqlvm.spark.write;

import org.apache.spark.sql.types.ArrayType;
import org.apache.spark.sql.types.BinaryType;
import org.apache.spark.sql.types.BooleanType;
import org.apache.spark.sql.types.ByteType;
import org.apache.spark.sql.types.CharType;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.DateType;
import org.apache.spark.sql.types.DecimalType;
import org.apache.spark.sql.types.DoubleType;
import org.apache.spark.sql.types.FloatType;
import org.apache.spark.sql.types.IntegerType;
import org.apache.spark.sql.types.LongType;
import org.apache.spark.sql.types.MapType;
import org.apache.spark.sql.types.ShortType;
import org.apache.spark.sql.types.StringType;
import org.apache.spark.sql.types.StructField;
import org.apache.spark.sql.types.StructType;
import org.apache.spark.sql.types.TimestampNTZType;
import org.apache.spark.sql.types.TimestampType;
import org.apache.spark.sql.types.VarcharType;
import org.sqlvm.api.text.SqlText;

import java.util.StringJoiner;

/** The declared types of columns for Spark's types. The scan maps them back. */
public final class SqlTypeNames {
    /**
     * The most digits of a DECIMAL that a REAL holds exactly. One with more is declared with TEXT
     * affinity, so that SQLite does not make a REAL of it.
     */
    static final int EXACT_DIGITS = 15;

    private SqlTypeNames() {}

    /**
     * Returns the declared type of a column.
     *
     * @throws IllegalArgumentException if the type cannot be stored
     */
    public static String of(DataType type) {
        return switch (type) {
            case BooleanType _ -> "BOOLEAN";
            case ByteType _ -> "TINYINT";
            case ShortType _ -> "SMALLINT";
            case IntegerType _ -> "INT";
            case LongType _ -> "BIGINT";
            case FloatType _ -> "FLOAT";
            case DoubleType _ -> "DOUBLE";
            case DecimalType decimal ->
                (decimal.precision() <= EXACT_DIGITS ? "DECIMAL(" : "DECIMAL_TEXT(")
                        + decimal.precision() + "," + decimal.scale() + ")";
            case DateType _ -> "DATE";
            case TimestampType _ -> "TIMESTAMPTZ";
            case TimestampNTZType _ -> "TIMESTAMP";
            case BinaryType _ -> "BLOB";
            case CharType text -> "CHAR(" + text.length() + ")";
            case VarcharType text -> "VARCHAR(" + text.length() + ")";
            case StringType _, ArrayType _, MapType _, StructType _ -> "TEXT";
            default ->
                throw new IllegalArgumentException("a column of type "
                        + type.sql()
                        + " cannot be stored in sqlvm; cast it to STRING");
        };
    }

    /** Returns CREATE TABLE IF NOT EXISTS for rows of a schema. */
    public static String createTable(String table, StructType schema) {
        StringJoiner columns = new StringJoiner(", ", "(", ")");
        for (StructField field : schema.fields()) {
            columns.add(SqlText.quoted(field.name())
                    + " "
                    + of(field.dataType())
                    + (field.nullable() ? "" : " NOT NULL"));
        }
        return "CREATE TABLE IF NOT EXISTS " + table + columns;
    }
}
