/** Serves a database to other processes, in PostgreSQL's protocol. */
module sqlvm.server {
    requires jdk.httpserver;
    requires jdk.net;
    requires sqlvm.java;
    requires transitive sqlvm.engine;

    exports org.sqlvm.columns;
    exports org.sqlvm.server;
    exports org.sqlvm.server.page;

    uses org.sqlvm.server.ServerExtension;
}
