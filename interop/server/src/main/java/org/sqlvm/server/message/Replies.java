package org.sqlvm.server.message;

import org.sqlvm.server.error.ServerError;
import org.sqlvm.server.message.Messages.Backend;

/** Answers of the server that are not rows. */
public final class Replies {
    /** The field of an error that has SQLite's result code. PostgreSQL has none of this kind. */
    private static final char RESULT_CODE = 'X';

    private final MessageWriter out;

    public Replies(MessageWriter out) {
        this.out = out;
    }

    public MessageWriter out() {
        return out;
    }

    public void parameterStatus(String name, String value) {
        out.begin(Backend.PARAMETER_STATUS).writeString(name).writeString(value).end();
    }

    public void backendKey(int processId, int secret) {
        out.begin(Backend.BACKEND_KEY_DATA).writeInt(processId).writeInt(secret).end();
    }

    public void complete(String tag) {
        out.begin(Backend.COMMAND_COMPLETE).writeString(tag).end();
    }

    /** The client may send the next statement. */
    public void ready(char status) {
        out.begin(Backend.READY_FOR_QUERY).writeByte(status).end();
        out.flush();
    }

    public void warning(String state, String message) {
        out.begin(Backend.NOTICE_RESPONSE);
        writeFields("WARNING", state, message);
        out.writeByte(0).end();
    }

    public void error(ServerError error) {
        out.takeBack();
        out.begin(Backend.ERROR_RESPONSE);
        writeFields(error.isFatal() ? "FATAL" : "ERROR", error.state(), error.getMessage());
        if (error.position() > 0) {
            out.writeByte('P').writeString(Integer.toString(error.position()));
        }
        if (error.routine() != null) {
            out.writeByte('R').writeString(error.routine());
        }
        if (error.code() != 0) {
            out.writeByte(RESULT_CODE).writeString(Integer.toString(error.code()));
        }
        out.writeByte(0).end();
    }

    private void writeFields(String severity, String state, String message) {
        out.writeByte('S').writeString(severity);
        // The same in no language.
        out.writeByte('V').writeString(severity);
        out.writeByte('C').writeString(state);
        out.writeByte('M').writeString(String.valueOf(message).replace('\0', ' '));
    }
}
