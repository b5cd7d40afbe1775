package org.sqlvm.bench.serve;

/** A way of a result from one process to another. */
enum Way {
    EMBEDDED_JAVA("in the process, JDBC", Server.NONE, false),
    EMBEDDED_SQLITE("in the process, sqlite3 of CPython", Server.NONE, true),
    PGJDBC_TEXT("socket, pgjdbc, text", Server.SQLVM, false),
    PGJDBC_BINARY("socket, pgjdbc, binary", Server.SQLVM, false),
    OWN_JDBC("socket, own protocol, JDBC", Server.SQLVM, false),
    PSYCOPG_TEXT("Unix socket, psycopg, text", Server.SQLVM, true),
    PSYCOPG_BINARY("Unix socket, psycopg, binary", Server.SQLVM, true),
    COPY_ARROW("Unix socket, psycopg, COPY arrow", Server.SQLVM, true),
    HTTP_ARROW("HTTP, Arrow", Server.SQLVM, true),
    PIPE("pipe, Arrow", Server.SQLVM, true),
    MEMORY("memory file, Arrow", Server.SQLVM, true),
    PIPE_JAVA("pipe, Arrow's bytes in Java", Server.SQLVM, false),
    MEMORY_JAVA("memory file, Arrow's bytes in Java", Server.SQLVM, false),
    BUS_ROWS("D-Bus, rows in messages", Server.SQLVM, false),
    BUS_MEMORY("memory file through D-Bus, Arrow's bytes in Java", Server.SQLVM, false),
    POSTGRES_PGJDBC_TEXT("PostgreSQL, pgjdbc, text", Server.POSTGRESQL, false),
    POSTGRES_PGJDBC_BINARY("PostgreSQL, pgjdbc, binary", Server.POSTGRESQL, false),
    POSTGRES_PSYCOPG_TEXT("PostgreSQL, psycopg, text", Server.POSTGRESQL, true),
    POSTGRES_PSYCOPG_BINARY("PostgreSQL, psycopg, binary", Server.POSTGRESQL, true),
    POSTGRES_ADBC("PostgreSQL, ADBC", Server.POSTGRESQL, true);

    /** Who gives the result. */
    enum Server {
        NONE,
        SQLVM,
        POSTGRESQL
    }

    final String title;
    final Server server;
    final boolean isPython;

    Way(String title, Server server, boolean isPython) {
        this.title = title;
        this.server = server;
        this.isPython = isPython;
    }

    boolean isBus() {
        return this == BUS_ROWS || this == BUS_MEMORY;
    }

    /** Whether it gives the bytes of Arrow's stream, without looking at them. */
    boolean isBytes() {
        return this == PIPE_JAVA || this == MEMORY_JAVA || this == BUS_MEMORY;
    }

    /** Whether it gives a stream of Arrow, whose size of buffer may be chosen. */
    boolean isArrow() {
        return this == COPY_ARROW || this == HTTP_ARROW || this == PIPE || this == MEMORY;
    }
}
