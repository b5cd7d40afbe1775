package org.sqlvm.server.value;

import org.sqlvm.api.DeclaredType;
import org.sqlvm.api.Rows;

import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Pattern;

/** The types of PostgreSQL that values, parameters and columns of the catalog have. */
public enum PgType {
    BOOL(16, 1, 'B', 1000),
    BYTEA(17, -1, 'U', 1001),
    CHAR(18, 1, 'Z', 1002),
    NAME(19, 64, 'S', 1003),
    INT8(20, 8, 'N', 1016),
    INT2(21, 2, 'N', 1005),
    INT2VECTOR(22, -1, 'A', 1006),
    INT4(23, 4, 'N', 1007),
    REGPROC(24, 4, 'N', 1008),
    TEXT(25, -1, 'S', 1009),
    OID(26, 4, 'N', 1028),
    OIDVECTOR(30, -1, 'A', 1013),
    JSON(114, -1, 'U', 199),
    FLOAT4(700, 4, 'N', 1021),
    FLOAT8(701, 8, 'N', 1022),
    UNKNOWN(705, -2, 'X', 0),
    BPCHAR(1042, -1, 'S', 1014),
    VARCHAR(1043, -1, 'S', 1015),
    DATE(1082, 4, 'D', 1182),
    TIME(1083, 8, 'D', 1183),
    TIMESTAMP(1114, 8, 'D', 1115),
    TIMESTAMPTZ(1184, 8, 'D', 1185),
    INTERVAL(1186, 16, 'T', 1187),
    NUMERIC(1700, -1, 'N', 1231),
    REGCLASS(2205, 4, 'N', 2210),
    REGTYPE(2206, 4, 'N', 2211),
    VOID(2278, 4, 'P', 0),
    /** Arrays. */
    BOOL_ARRAY(1000, -1, 'A', 0),
    INT2_ARRAY(1005, -1, 'A', 0),
    INT4_ARRAY(1007, -1, 'A', 0),
    TEXT_ARRAY(1009, -1, 'A', 0),
    VARCHAR_ARRAY(1015, -1, 'A', 0),
    INT8_ARRAY(1016, -1, 'A', 0),
    FLOAT4_ARRAY(1021, -1, 'A', 0),
    FLOAT8_ARRAY(1022, -1, 'A', 0),
    OID_ARRAY(1028, -1, 'A', 0),
    UUID(2950, 16, 'U', 2951),
    JSONB(3802, -1, 'U', 3807);

    private static final Pattern ZONE = Pattern.compile("\\bWITH\\s+TIME\\s+ZONE");
    private static final Map<Integer, PgType> BY_OID = new HashMap<>();
    private static final Map<String, PgType> BY_NAME = new HashMap<>();

    static {
        for (PgType type : values()) {
            BY_OID.put(type.oid, type);
            BY_NAME.put(type.typeName(), type);
        }
        BY_NAME.put("boolean", BOOL);
        BY_NAME.put("smallint", INT2);
        BY_NAME.put("int", INT4);
        BY_NAME.put("integer", INT4);
        BY_NAME.put("bigint", INT8);
        BY_NAME.put("real", FLOAT4);
        BY_NAME.put("float", FLOAT8);
        BY_NAME.put("double", FLOAT8);
        BY_NAME.put("decimal", NUMERIC);
        BY_NAME.put("character", BPCHAR);
    }

    private final int oid;
    private final int size;
    private final char category;
    private final int arrayOid;

    /** @param size in bytes; -1 for any, -2 for texts that a zero ends */
    PgType(int oid, int size, char category, int arrayOid) {
        this.oid = oid;
        this.size = size;
        this.category = category;
        this.arrayOid = arrayOid;
    }

    public int oid() {
        return oid;
    }

    public int size() {
        return size;
    }

    public char category() {
        return category;
    }

    /** Returns the OID of arrays of this type; 0 if there are none. */
    public int arrayOid() {
        return arrayOid;
    }

    public boolean isArray() {
        return name().endsWith("_ARRAY");
    }

    /** The name in pg_type. */
    public String typeName() {
        if (this == CHAR) {
            return "char";
        }
        String lower = name().toLowerCase(Locale.ROOT);
        return isArray() ? "_" + lower.substring(0, lower.indexOf('_')) : lower;
    }

    /** Null if it is none of these. */
    public static PgType of(int oid) {
        return BY_OID.get(oid);
    }

    /** Null if it is none of these. */
    public static PgType named(String name) {
        return BY_NAME.get(name.toLowerCase(Locale.ROOT));
    }

    /**
     * Returns the type for a column's declared type: that of its storage class, or the type of
     * PostgreSQL with its name.
     *
     * @param declared the declared type; null for none
     * @return the type; null if the declared type does not determine it
     */
    public static PgType ofDeclared(String declared) {
        Rows.Type storage = DeclaredType.of(declared).storage();
        if (storage == null) {
            return declared == null ? null : ofPostgresql(declared.toUpperCase(Locale.ROOT));
        }
        return switch (storage) {
            case INTEGER -> INT8;
            case REAL -> FLOAT8;
            case TEXT -> TEXT;
            case BLOB -> BYTEA;
            case NULL -> null;
        };
    }

    /** Types that SQLite has not: their values are 0 and 1, bytes, or texts of one form. */
    private static PgType ofPostgresql(String name) {
        if (name.startsWith("BOOL")) {
            return BOOL;
        }
        if (name.startsWith("TIMESTAMP") || name.startsWith("DATETIME")) {
            boolean hasZone =
                    name.startsWith("TIMESTAMPTZ") || ZONE.matcher(name).find();
            return hasZone ? TIMESTAMPTZ : TIMESTAMP;
        }
        return switch (name) {
            case "BYTEA" -> BYTEA;
            case "DATE" -> DATE;
            case "TIME" -> TIME;
            case "UUID" -> UUID;
            default -> null;
        };
    }
}
