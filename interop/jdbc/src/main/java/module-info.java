/** The JDBC driver for URLs that begin with {@code jdbc:sqlvm:}. */
module sqlvm.jdbc {
    requires sqlvm.client;
    requires sqlvm.java;
    requires transitive java.sql;
    requires transitive sqlvm.engine;

    exports org.sqlvm.jdbc;

    provides java.sql.Driver with
            org.sqlvm.jdbc.SqlvmDriver;
}
