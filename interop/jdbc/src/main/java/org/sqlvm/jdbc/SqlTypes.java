package org.sqlvm.jdbc;

import org.sqlvm.api.DeclaredType;
import org.sqlvm.api.DeclaredType.Affinity;
import org.sqlvm.api.Rows;

import java.sql.Types;
import java.util.EnumSet;
import java.util.Map;
import java.util.Set;

/**
 * The constants of {@link Types} for columns. The name of the declared type determines the type if
 * the current value has a storage class that goes with the name; if not, the value determines it.
 * Both are as in sqlite-jdbc. Without a value, an unknown name determines it by its affinity.
 */
final class SqlTypes {
    private static final Set<Rows.Type> INTEGERS = EnumSet.of(Rows.Type.INTEGER);
    private static final Set<Rows.Type> REALS = EnumSet.of(Rows.Type.REAL);
    private static final Set<Rows.Type> TEXTS = EnumSet.of(Rows.Type.TEXT);
    private static final Set<Rows.Type> BLOBS = EnumSet.of(Rows.Type.BLOB);
    private static final Set<Rows.Type> MOMENTS = EnumSet.of(Rows.Type.INTEGER, Rows.Type.TEXT);
    /**
     * The storage classes of names that sqlite-jdbc does not know: any value determines the type
     * itself.
     */
    private static final Set<Rows.Type> NONE = EnumSet.noneOf(Rows.Type.class);

    /** @param values the storage classes of values for which the name determines the type */
    private record Known(int type, Set<Rows.Type> values) {}

    private static final Map<String, Known> BY_NAME = Map.ofEntries(
            known("BOOLEAN", Types.BOOLEAN, INTEGERS),
            known("BOOL", Types.BOOLEAN, NONE),
            known("BIT", Types.BOOLEAN, NONE),
            known("TINYINT", Types.TINYINT, INTEGERS),
            known("SMALLINT", Types.SMALLINT, INTEGERS),
            known("INT2", Types.SMALLINT, INTEGERS),
            known("INTEGER", Types.INTEGER, INTEGERS),
            known("INT", Types.INTEGER, INTEGERS),
            known("INT4", Types.INTEGER, NONE),
            known("MEDIUMINT", Types.INTEGER, INTEGERS),
            known("BIGINT", Types.BIGINT, INTEGERS),
            known("INT8", Types.BIGINT, INTEGERS),
            known("UNSIGNED BIG INT", Types.BIGINT, INTEGERS),
            known("DATE", Types.DATE, MOMENTS),
            known("TIME", Types.TIME, NONE),
            known("DATETIME", Types.TIMESTAMP, MOMENTS),
            known("TIMESTAMP", Types.TIMESTAMP, MOMENTS),
            known("DECIMAL", Types.DECIMAL, REALS),
            known("NUMERIC", Types.NUMERIC, REALS),
            known("REAL", Types.REAL, REALS),
            known("FLOAT", Types.FLOAT, REALS),
            known("DOUBLE", Types.DOUBLE, REALS),
            known("DOUBLE PRECISION", Types.DOUBLE, REALS),
            known("CHAR", Types.CHAR, TEXTS),
            known("CHARACTER", Types.CHAR, TEXTS),
            known("NCHAR", Types.CHAR, TEXTS),
            known("NATIVE CHARACTER", Types.CHAR, TEXTS),
            known("CLOB", Types.CLOB, TEXTS),
            known("VARCHAR", Types.VARCHAR, TEXTS),
            known("VARYING CHARACTER", Types.VARCHAR, TEXTS),
            known("NVARCHAR", Types.VARCHAR, TEXTS),
            known("TEXT", Types.VARCHAR, TEXTS),
            known("BINARY", Types.BINARY, BLOBS),
            known("VARBINARY", Types.VARBINARY, NONE),
            known("BLOB", Types.BLOB, BLOBS));

    private SqlTypes() {}

    private static Map.Entry<String, Known> known(String name, int type, Set<Rows.Type> values) {
        return Map.entry(name, new Known(type, values));
    }

    /** The type that a declared type means. */
    static int ofDeclared(DeclaredType declared) {
        Known known = BY_NAME.get(declared.name());
        if (known != null) {
            return known.type();
        }
        return switch (declared.affinity()) {
            case INTEGER -> Types.INTEGER;
            case TEXT -> Types.VARCHAR;
            case BLOB -> Types.BLOB;
            case REAL -> Types.REAL;
            case NUMERIC -> Types.NUMERIC;
        };
    }

    /**
     * Returns the type of a table's column as in sqlite-jdbc's DatabaseMetaData: one of three, by
     * the declared name and not by its affinity alone. Tools that know SQLite read the name.
     */
    static int asSqliteJdbcTells(DeclaredType declared) {
        Affinity affinity = declared.affinity();
        String name = declared.name();
        if (affinity == Affinity.INTEGER || name.contains("BOOL")) {
            return Types.INTEGER;
        }
        boolean isNumber =
                affinity == Affinity.NUMERIC && (name.contains("DEC") || name.contains("NUM"));
        return affinity == Affinity.REAL || isNumber ? Types.FLOAT : Types.VARCHAR;
    }

    /** The DECIMAL_DIGITS of sqlite-jdbc: a scale, and else 0 or 10 by the name. */
    static int digitsAsSqliteJdbcTells(String text) {
        DeclaredType declared = DeclaredType.of(text);
        if (text.indexOf('(') >= 0) {
            return declared.scale();
        }
        boolean isTextOrBlob = declared.affinity() == Affinity.TEXT
                || (declared.affinity() == Affinity.BLOB && !text.isBlank());
        return isTextOrBlob || asSqliteJdbcTells(declared) == Types.INTEGER ? 0 : 10;
    }

    /**
     * Returns the type of a result's column.
     *
     * @param declared null for an expression
     * @param value the storage class of the current value; NULL if there is none
     * @param number the value, if it is an INTEGER
     */
    static int ofColumn(String declared, Rows.Type value, long number) {
        if (value == Rows.Type.NULL) {
            return declared == null ? Types.NUMERIC : ofDeclared(DeclaredType.of(declared));
        }
        Known known =
                declared == null ? null : BY_NAME.get(DeclaredType.of(declared).name());
        int type = known != null && known.values().contains(value) ? known.type() : ofValue(value);
        return type == Types.INTEGER && number != (int) number ? Types.BIGINT : type;
    }

    private static int ofValue(Rows.Type type) {
        return switch (type) {
            case INTEGER -> Types.INTEGER;
            case REAL -> Types.FLOAT;
            case TEXT -> Types.VARCHAR;
            case BLOB -> Types.BLOB;
            case NULL -> Types.NUMERIC;
        };
    }

    /** The name of the type of an expression with this value. */
    static String nameOfValue(Rows.Type type) {
        return switch (type) {
            case INTEGER -> "INTEGER";
            case REAL -> "FLOAT";
            case TEXT -> "TEXT";
            case BLOB -> "BLOB";
            case NULL -> "NUMERIC";
        };
    }

    /**
     * Returns the class of the object that getObject returns for this value, or, without a value,
     * for most values of the column's type.
     */
    static Class<?> javaClass(int columnType, Rows.Type value, long number) {
        return switch (value) {
            case INTEGER -> number == (int) number ? Integer.class : Long.class;
            case REAL -> Double.class;
            case TEXT -> String.class;
            case BLOB -> byte[].class;
            case NULL -> javaClass(columnType);
        };
    }

    private static Class<?> javaClass(int type) {
        return switch (type) {
            case Types.BOOLEAN, Types.TINYINT, Types.SMALLINT, Types.INTEGER -> Integer.class;
            case Types.BIGINT -> Long.class;
            case Types.REAL, Types.FLOAT, Types.DOUBLE -> Double.class;
            case Types.BLOB, Types.BINARY, Types.VARBINARY -> byte[].class;
            case Types.CHAR, Types.VARCHAR, Types.CLOB -> String.class;
            default -> Object.class;
        };
    }
}
