/** sqlite-jdbc's module, classes and URLs, on the driver of sqlvm. */
module org.xerial.sqlitejdbc {
    requires sqlvm.java;
    requires transitive java.sql;
    requires transitive sqlvm.engine;
    requires transitive sqlvm.jdbc;

    exports org.sqlite;
    exports org.sqlite.core;
    exports org.sqlite.javax;

    provides java.sql.Driver with
            org.sqlite.JDBC;
}
