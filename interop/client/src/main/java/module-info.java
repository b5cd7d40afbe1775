/** A client of sqlvm's server, which knows nothing of the database itself. */
module sqlvm.client {
    exports org.sqlvm.client;
}
