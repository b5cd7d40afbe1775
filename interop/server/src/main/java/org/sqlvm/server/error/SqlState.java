package org.sqlvm.server.error;

import org.sqlvm.api.SqlvmException;

/** The SQLSTATEs of PostgreSQL (postgresql.org/docs/current/errcodes-appendix.html). */
public final class SqlState {
    static final String WARNING = "01000";
    public static final String PROTOCOL_VIOLATION = "08P01";
    public static final String FEATURE_NOT_SUPPORTED = "0A000";
    public static final String INVALID_PARAMETER_VALUE = "22023";
    public static final String INVALID_REGULAR_EXPRESSION = "2201B";
    public static final String CHARACTER_NOT_IN_REPERTOIRE = "22021";
    public static final String INVALID_TEXT_REPRESENTATION = "22P02";
    public static final String INVALID_BINARY_REPRESENTATION = "22P03";
    public static final String BAD_COPY_FILE_FORMAT = "22P04";
    public static final String ACTIVE_TRANSACTION = "25001";
    public static final String NO_ACTIVE_TRANSACTION = "25P01";
    public static final String FAILED_TRANSACTION = "25P02";
    public static final String IDLE_IN_TRANSACTION = "25P03";
    public static final String INVALID_STATEMENT_NAME = "26000";
    public static final String INVALID_AUTHORIZATION = "28000";
    public static final String INVALID_PASSWORD = "28P01";
    public static final String INVALID_CURSOR_NAME = "34000";
    public static final String SYNTAX_ERROR = "42601";
    public static final String UNDEFINED_OBJECT = "42704";
    public static final String UNDEFINED_PARAMETER = "42P02";
    public static final String DUPLICATE_CURSOR = "42P03";
    public static final String DUPLICATE_STATEMENT = "42P05";
    public static final String TOO_MANY_CONNECTIONS = "53300";
    public static final String LIMIT_EXCEEDED = "54000";
    public static final String OBJECT_NOT_IN_STATE = "55000";
    public static final String QUERY_CANCELED = "57014";
    public static final String ADMIN_SHUTDOWN = "57P01";
    public static final String INTERNAL_ERROR = "XX000";

    private SqlState() {}

    /** PostgreSQL's for those that are of ODBC, or that name no kind of error. */
    public static String of(SqlvmException error) {
        String state = error.sqlState();
        return switch (state) {
            case "42S02" -> "42P01"; // undefined_table
            case "42S22" -> "42703"; // undefined_column
            case "42S12" -> UNDEFINED_OBJECT;
            case "42S01", "42S11" -> "42P07"; // duplicate_table, for indexes too
            case "42S21" -> "42701"; // duplicate_column
            case "42000" -> SYNTAX_ERROR;
            case "28000" -> "42501"; // insufficient_privilege: the client has logged in
            case "07009" -> PROTOCOL_VIOLATION;
            case "08001" -> "58P01"; // undefined_file
            case "08003", "HY000" -> INTERNAL_ERROR;
            default -> state;
        };
    }
}
