package org.sqlvm.jdbc;

import org.sqlvm.api.Rows;

import java.math.BigDecimal;
import java.sql.Types;
import java.util.Locale;
import java.util.Map;

/**
 * Types of columns as {@link Types} has them. A declared type decides by its name, one that nobody
 * knows by its affinity (sqlite.org/datatype3.html section 3.1); an expression is of the type of
 * its value.
 */
final class SqlTypes {
    private static final Map<String, Integer> BY_NAME = Map.ofEntries(
            Map.entry("BOOLEAN", Types.BOOLEAN),
            Map.entry("BOOL", Types.BOOLEAN),
            Map.entry("BIT", Types.BOOLEAN),
            Map.entry("TINYINT", Types.TINYINT),
            Map.entry("SMALLINT", Types.SMALLINT),
            Map.entry("INT2", Types.SMALLINT),
            Map.entry("INTEGER", Types.INTEGER),
            Map.entry("INT", Types.INTEGER),
            Map.entry("INT4", Types.INTEGER),
            Map.entry("MEDIUMINT", Types.INTEGER),
            Map.entry("BIGINT", Types.BIGINT),
            Map.entry("INT8", Types.BIGINT),
            Map.entry("UNSIGNED BIG INT", Types.BIGINT),
            Map.entry("DATE", Types.DATE),
            Map.entry("TIME", Types.TIME),
            Map.entry("DATETIME", Types.TIMESTAMP),
            Map.entry("TIMESTAMP", Types.TIMESTAMP),
            Map.entry("DECIMAL", Types.DECIMAL),
            Map.entry("NUMERIC", Types.NUMERIC),
            Map.entry("REAL", Types.REAL),
            Map.entry("FLOAT", Types.FLOAT),
            Map.entry("DOUBLE", Types.DOUBLE),
            Map.entry("DOUBLE PRECISION", Types.DOUBLE),
            Map.entry("CHAR", Types.CHAR),
            Map.entry("CHARACTER", Types.CHAR),
            Map.entry("NCHAR", Types.CHAR),
            Map.entry("NATIVE CHARACTER", Types.CHAR),
            Map.entry("CLOB", Types.CLOB),
            Map.entry("VARCHAR", Types.VARCHAR),
            Map.entry("VARYING CHARACTER", Types.VARCHAR),
            Map.entry("NVARCHAR", Types.VARCHAR),
            Map.entry("TEXT", Types.VARCHAR),
            Map.entry("BINARY", Types.BINARY),
            Map.entry("VARBINARY", Types.VARBINARY),
            Map.entry("BLOB", Types.BLOB));

    private SqlTypes() {}

    /** The name of a declared type in capitals, without what stands in parentheses. */
    static String name(String declared) {
        int end = declared.indexOf('(');
        return (end < 0 ? declared : declared.substring(0, end)).strip().toUpperCase(Locale.ROOT);
    }

    /** The type that a declared type means. */
    static int ofDeclared(String declared) {
        String name = name(declared);
        Integer known = BY_NAME.get(name);
        if (known != null) {
            return known;
        }
        if (name.contains("INT")) {
            return Types.INTEGER;
        }
        if (name.contains("CHAR") || name.contains("CLOB") || name.contains("TEXT")) {
            return Types.VARCHAR;
        }
        if (name.isEmpty() || name.contains("BLOB")) {
            return Types.BLOB;
        }
        boolean real = name.contains("REAL") || name.contains("FLOA") || name.contains("DOUB");
        return real ? Types.REAL : Types.NUMERIC;
    }

    /** The type of a value; that of NULL if there is none. */
    static int ofValue(Rows.Type type) {
        return switch (type) {
            case null -> Types.NULL;
            case INTEGER -> Types.INTEGER;
            case REAL -> Types.REAL;
            case TEXT -> Types.VARCHAR;
            case BLOB -> Types.BLOB;
            case NULL -> Types.NULL;
        };
    }

    /** What getObject gives for most values of a column of this type. */
    static Class<?> javaClass(int type) {
        return switch (type) {
            case Types.BOOLEAN, Types.TINYINT, Types.SMALLINT, Types.INTEGER -> Integer.class;
            case Types.BIGINT -> Long.class;
            case Types.REAL, Types.FLOAT, Types.DOUBLE -> Double.class;
            case Types.DECIMAL, Types.NUMERIC -> BigDecimal.class;
            case Types.BLOB, Types.BINARY, Types.VARBINARY -> byte[].class;
            case Types.CHAR, Types.VARCHAR, Types.CLOB -> String.class;
            default -> Object.class;
        };
    }

    /** The first number in parentheses: a length or precision; 0 if there is none. */
    static int precision(String declared) {
        return number(declared, 0);
    }

    /** The second number in parentheses; 0 if there is none. */
    static int scale(String declared) {
        return number(declared, 1);
    }

    private static int number(String declared, int index) {
        int start = declared == null ? -1 : declared.indexOf('(');
        int end = start < 0 ? -1 : declared.indexOf(')', start);
        if (end < 0) {
            return 0;
        }
        String[] numbers = declared.substring(start + 1, end).split(",", -1);
        try {
            return index < numbers.length ? Integer.parseInt(numbers[index].strip()) : 0;
        } catch (NumberFormatException _) {
            return 0;
        }
    }
}
