package org.sqlvm.spark;

import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.StringType;
import org.sqlvm.api.DeclaredType;
import org.sqlvm.api.Rows;

/** The conversion of a column's stored values to values of a type of Spark. */
enum ValueKind {
    /** INTEGER as BIGINT. */
    LONG(DataTypes.LongType),
    /** INTEGER as INT, SMALLINT or TINYINT, for schemas of the caller's. */
    INT(DataTypes.IntegerType),
    SHORT(DataTypes.ShortType),
    BYTE(DataTypes.ByteType),
    /** REAL, and INTEGER without loss, as DOUBLE. */
    DOUBLE(DataTypes.DoubleType),
    FLOAT(DataTypes.FloatType),
    /** TEXT as STRING. */
    STRING(DataTypes.StringType),
    /** BLOB as BINARY. */
    BINARY(DataTypes.BinaryType),
    /** The integers 0 and 1 as BOOLEAN. */
    BOOLEAN(DataTypes.BooleanType),
    /** TEXT of the form YYYY-MM-DD as DATE. */
    DATE(DataTypes.DateType),
    /** TEXT of a date and time as TIMESTAMP_NTZ: without a time zone. */
    LOCAL_TIME(DataTypes.TimestampNTZType),
    /** TEXT of a date and time in UTC, or with its offset, as TIMESTAMP. */
    INSTANT(DataTypes.TimestampType);

    private final DataType type;

    ValueKind(DataType type) {
        this.type = type;
    }

    DataType type() {
        return type;
    }

    /**
     * Returns the conversion for a column by its declared type.
     *
     * @return null if the declared type does not determine it
     */
    static ValueKind ofDeclared(String declared) {
        DeclaredType parts = DeclaredType.of(declared);
        return switch (parts.name()) {
            case "BOOL", "BOOLEAN" -> BOOLEAN;
            case "DATE" -> DATE;
            case "DATETIME", "TIMESTAMP" -> LOCAL_TIME;
            case "TIMESTAMPTZ", "TIMESTAMP WITH TIME ZONE" -> INSTANT;
            default -> {
                Rows.Type storage = parts.storage();
                yield storage == null ? null : ofStorage(storage);
            }
        };
    }

    static ValueKind ofStorage(Rows.Type storage) {
        return switch (storage) {
            case INTEGER -> LONG;
            case REAL -> DOUBLE;
            case BLOB -> BINARY;
            case TEXT, NULL -> STRING;
        };
    }

    /**
     * Returns the conversion for a type of Spark.
     *
     * @throws IllegalArgumentException if there is none
     */
    static ValueKind ofType(String column, DataType type) {
        if (type instanceof StringType) {
            return STRING;
        }
        for (ValueKind kind : values()) {
            if (kind.type.equals(type)) {
                return kind;
            }
        }
        throw new IllegalArgumentException(
                "sqlvm cannot read the column '" + column + "' as " + type.simpleString());
    }
}
