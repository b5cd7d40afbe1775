package org.sqlvm.server.http;

import org.sqlvm.api.SqlvmException;
import org.sqlvm.server.error.ServerError;
import org.sqlvm.server.error.SqlState;

/** A request that is answered with an error. */
final class HttpError extends RuntimeException {
    private static final long serialVersionUID = 1L;

    static final int BAD_REQUEST = 400;
    static final int UNAUTHORIZED = 401;
    static final int FORBIDDEN = 403;
    static final int NOT_FOUND = 404;
    static final int METHOD_NOT_ALLOWED = 405;
    static final int NOT_ACCEPTABLE = 406;
    static final int CONFLICT = 409;
    static final int TOO_LARGE = 413;
    static final int UNSUPPORTED_TYPE = 415;
    static final int EXPECTATION_FAILED = 417;
    static final int HEADERS_TOO_LARGE = 431;
    static final int SERVER_ERROR = 500;
    static final int NOT_IMPLEMENTED = 501;
    static final int UNAVAILABLE = 503;
    static final int TIMEOUT = 504;

    /** Primary result codes (sqlite.org/rescode.html). */
    private static final int PERM = 3;

    private static final int BUSY = 5;
    private static final int LOCKED = 6;
    private static final int NOMEM = 7;
    private static final int READONLY = 8;
    private static final int INTERRUPT = 9;
    private static final int IOERR = 10;
    private static final int CORRUPT = 11;
    private static final int FULL = 13;
    private static final int CANTOPEN = 14;
    private static final int CONSTRAINT = 19;
    private static final int AUTH = 23;
    private static final int NOTADB = 26;
    private static final int PRIMARY = 0xff;

    private final int status;
    /** Null if the database has no part in it. */
    private final Integer code;

    private final String state;
    /** -1 if it is not known. */
    private final int offset;

    private HttpError(
            int status, String message, Integer code, String state, int offset, Throwable cause) {
        super(message, cause);
        this.status = status;
        this.code = code;
        this.state = state;
        this.offset = offset;
    }

    HttpError(int status, String message) {
        this(status, message, null, null, -1, null);
    }

    static HttpError of(SqlvmException error) {
        return new HttpError(
                status(error.code()),
                error.getMessage(),
                error.code(),
                error.sqlState(),
                error.position(),
                error);
    }

    private static int status(int code) {
        return switch (code & PRIMARY) {
            case CONSTRAINT -> CONFLICT;
            case PERM, AUTH, READONLY -> FORBIDDEN;
            case BUSY, LOCKED -> UNAVAILABLE;
            case INTERRUPT -> TIMEOUT;
            case NOMEM, IOERR, CORRUPT, FULL, CANTOPEN, NOTADB -> SERVER_ERROR;
            default -> BAD_REQUEST;
        };
    }

    static HttpError of(ServerError error) {
        if (error.getCause() instanceof SqlvmException cause) {
            return of(cause);
        }
        boolean isFull = error.state().equals(SqlState.TOO_MANY_CONNECTIONS);
        return new HttpError(
                isFull ? UNAVAILABLE : BAD_REQUEST,
                error.getMessage(),
                null,
                error.state(),
                error.position() - 1,
                error);
    }

    int status() {
        return status;
    }

    /** The error as an object of JSON. */
    void write(JsonText out) {
        out.raw("{\"message\":").string(getMessage());
        out.raw(",\"code\":").raw(code == null ? "null" : code.toString());
        out.raw(",\"sqlstate\":");
        if (state == null) {
            out.raw("null");
        } else {
            out.string(state);
        }
        out.raw(",\"offset\":")
                .raw(offset < 0 ? "null" : String.valueOf(offset))
                .raw("}");
    }

    static String reason(int status) {
        return switch (status) {
            case 200 -> "OK";
            case 204 -> "No Content";
            case 304 -> "Not Modified";
            case BAD_REQUEST -> "Bad Request";
            case UNAUTHORIZED -> "Unauthorized";
            case FORBIDDEN -> "Forbidden";
            case NOT_FOUND -> "Not Found";
            case METHOD_NOT_ALLOWED -> "Method Not Allowed";
            case NOT_ACCEPTABLE -> "Not Acceptable";
            case CONFLICT -> "Conflict";
            case TOO_LARGE -> "Content Too Large";
            case UNSUPPORTED_TYPE -> "Unsupported Media Type";
            case EXPECTATION_FAILED -> "Expectation Failed";
            case HEADERS_TOO_LARGE -> "Request Header Fields Too Large";
            case NOT_IMPLEMENTED -> "Not Implemented";
            case UNAVAILABLE -> "Service Unavailable";
            case TIMEOUT -> "Gateway Timeout";
            default -> "Internal Server Error";
        };
    }
}
