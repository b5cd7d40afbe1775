/** A page in the browser for a database. */
module sqlvm.console {
    requires sqlvm.java;
    requires transitive sqlvm.server;

    exports org.sqlvm.console;
}
