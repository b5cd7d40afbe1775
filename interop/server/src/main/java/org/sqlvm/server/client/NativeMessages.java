package org.sqlvm.server.client;

/**
 * The kinds of messages of own clients, and what is in them (docs/internals/client-protocol.md).
 * Framing, login, cancelling, Sync, ReadyForQuery and ErrorResponse are PostgreSQL's.
 */
final class NativeMessages {
    /** The version of the protocol. */
    static final String VERSION = "1";

    /** The kinds of messages that clients send. */
    static final class Frontend {
        static final char CLOSE = 'C';
        static final char EXECUTE = 'E';
        static final char FETCH = 'F';
        static final char MEMORY = 'M';
        static final char PREPARE = 'P';
        static final char RESET = 'R';
        static final char SCRIPT = 'Q';
        static final char SYNC = 'S';

        private Frontend() {}
    }

    /** The kinds of messages that the server sends. */
    static final class Backend {
        static final char COLUMNS = 'T';
        static final char COMPLETE = 'C';
        static final char COUNTS = 'n';
        static final char MEMORY_FILE = 'm';
        static final char PREPARED = 'p';
        static final char READY = 'Z';
        static final char ROWIDS = 'i';
        static final char ROWS = 'D';
        static final char SUSPENDED = 's';

        private Backend() {}
    }

    /** The flags of the message Prepared, which describe a statement. */
    static final class StatementFlag {
        /** There is one: not only white space and comments. */
        static final int EXISTS = 1;

        static final int QUERY = 2;
        static final int READ_ONLY = 4;
        static final int CHANGES_ROWS = 8;

        private StatementFlag() {}
    }

    /** How a statement is to run: flags of Execute. */
    static final class RunFlag {
        /** The rowids of the rows that it inserts are told. */
        static final int ROWIDS = 1;
        /** Its rows are computed and not sent. */
        static final int NO_ROWS = 2;
        /** Each of its parameters must have a value. */
        static final int ALL_BOUND = 4;
        /** The rows of the first answer are kept: a memory file may be asked for. */
        static final int KEEP_ROWS = 8;

        static final int ALL = ROWIDS | NO_ROWS | ALL_BOUND | KEEP_ROWS;

        private RunFlag() {}
    }

    /** Storage classes by SQLite's numbers (sqlite.org/c3ref/c_blob.html). */
    static final class Type {
        /** Values of several: each has its own. */
        static final int MIXED = 0;

        static final int INTEGER = 1;
        static final int REAL = 2;
        static final int TEXT = 3;
        static final int BLOB = 4;
        static final int NULL = 5;

        private Type() {}
    }

    private NativeMessages() {}
}
