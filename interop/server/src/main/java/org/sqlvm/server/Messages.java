package org.sqlvm.server;

/** The kinds of messages (postgresql.org/docs/current/protocol-message-formats.html). */
final class Messages {
    /** What clients send. */
    static final class Frontend {
        static final char BIND = 'B';
        static final char CLOSE = 'C';
        static final char COPY_DATA = 'd';
        static final char COPY_DONE = 'c';
        static final char COPY_FAIL = 'f';
        static final char DESCRIBE = 'D';
        static final char EXECUTE = 'E';
        static final char FLUSH = 'H';
        static final char FUNCTION_CALL = 'F';
        static final char PARSE = 'P';
        static final char PASSWORD = 'p';
        static final char QUERY = 'Q';
        static final char SYNC = 'S';
        static final char TERMINATE = 'X';

        private Frontend() {}
    }

    /** What the server sends. */
    static final class Backend {
        static final char AUTHENTICATION = 'R';
        static final char BACKEND_KEY_DATA = 'K';
        static final char BIND_COMPLETE = '2';
        static final char CLOSE_COMPLETE = '3';
        static final char COMMAND_COMPLETE = 'C';
        static final char COPY_DATA = 'd';
        static final char COPY_DONE = 'c';
        static final char COPY_IN_RESPONSE = 'G';
        static final char COPY_OUT_RESPONSE = 'H';
        static final char DATA_ROW = 'D';
        static final char EMPTY_QUERY_RESPONSE = 'I';
        static final char ERROR_RESPONSE = 'E';
        static final char NEGOTIATE_PROTOCOL_VERSION = 'v';
        static final char NO_DATA = 'n';
        static final char NOTICE_RESPONSE = 'N';
        static final char PARAMETER_DESCRIPTION = 't';
        static final char PARAMETER_STATUS = 'S';
        static final char PARSE_COMPLETE = '1';
        static final char PORTAL_SUSPENDED = 's';
        static final char READY_FOR_QUERY = 'Z';
        static final char ROW_DESCRIPTION = 'T';

        private Backend() {}
    }

    private Messages() {}
}
