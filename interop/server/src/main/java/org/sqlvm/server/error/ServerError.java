package org.sqlvm.server.error;

import org.sqlvm.api.SqlvmException;

/** An error that is sent to a client (postgresql.org/docs/current/protocol-error-fields.html). */
public final class ServerError extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final String state;
    private final int position;
    private final boolean isFatal;
    private int code;
    private String routine;

    private ServerError(
            String state, String message, int position, boolean isFatal, Throwable cause) {
        super(message, cause);
        this.state = state;
        this.position = position;
        this.isFatal = isFatal;
    }

    public ServerError(String state, String message) {
        this(state, message, 0, false, null);
    }

    /** After it the server closes the connection. */
    public static ServerError fatal(String state, String message) {
        return new ServerError(state, message, 0, true, null);
    }

    /** Returns the error for a message that violates the protocol. */
    public static ServerError protocol(String message) {
        return new ServerError(SqlState.PROTOCOL_VIOLATION, message);
    }

    /** Returns the error for a violation after which the next message cannot be found. */
    public static ServerError brokenProtocol(String message) {
        return fatal(SqlState.PROTOCOL_VIOLATION, message);
    }

    /** @param token the index of the character in the text that is not understood */
    public static ServerError syntax(String text, int token) {
        int end = token;
        while (end < text.length() && Character.isLetterOrDigit(text.charAt(end))) {
            end++;
        }
        String near = text.substring(token, Math.min(text.length(), Math.max(end, token + 1)));
        String message =
                near.isEmpty() ? "incomplete input" : "near \"" + near + "\": syntax error";
        return new ServerError(
                SqlState.SYNTAX_ERROR, message, characters(text, token), false, null);
    }

    /**
     * Rows are none of what the client has been told of a statement. Clients know this error by its
     * text or its routine, and prepare the statement again.
     */
    public static ServerError changedResult() {
        ServerError error = new ServerError(
                SqlState.FEATURE_NOT_SUPPORTED, "cached plan must not change result type");
        error.routine = "RevalidateCachedQuery";
        return error;
    }

    public static ServerError notSupported(String what) {
        return new ServerError(SqlState.FEATURE_NOT_SUPPORTED, what + " is not supported");
    }

    /** An error of the engine while a statement runs. */
    public static ServerError of(SqlvmException error) {
        return new ServerError(SqlState.of(error), error.getMessage(), 0, false, error);
    }

    /**
     * Returns the error for an exception of the engine while a statement is compiled.
     *
     * @param text the text from the client; null if the engine has compiled another text
     */
    public static ServerError of(SqlvmException error, String text) {
        boolean isPlaced = text != null && error.position() >= 0;
        int position = isPlaced ? characters(text, error.position()) : 0;
        return new ServerError(SqlState.of(error), error.getMessage(), position, false, error);
    }

    /** An error with SQLite's own state. */
    public static ServerError ofNative(SqlvmException error, String text) {
        boolean isPlaced = text != null && error.position() >= 0;
        int position = isPlaced ? characters(text, error.position()) : 0;
        return new ServerError(error.sqlState(), error.getMessage(), position, false, error)
                .withCode(error.code());
    }

    /** The number of the character, from 1. */
    private static int characters(String text, int index) {
        return text.codePointCount(0, Math.min(index, text.length())) + 1;
    }

    public String state() {
        return state;
    }

    /** The number of the character in the text to blame, from 1; 0 if it is not known. */
    public int position() {
        return position;
    }

    /** Adds SQLite's result code, for clients that know them. */
    ServerError withCode(int value) {
        code = value;
        return this;
    }

    /** Returns SQLite's result code, the extended one if there is one; 0 if it is not sent. */
    public int code() {
        return code;
    }

    /** The name of PostgreSQL's function that has this error; null if no client looks at it. */
    public String routine() {
        return routine;
    }

    public boolean isFatal() {
        return isFatal;
    }
}
