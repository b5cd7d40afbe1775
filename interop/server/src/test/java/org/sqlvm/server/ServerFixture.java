package org.sqlvm.server;

import org.sqlvm.Sqlvm;
import org.sqlvm.api.Database;

import java.io.IOException;
import java.nio.file.Path;

/** A database file with two tables, and servers for it. */
final class ServerFixture {
    private ServerFixture() {}

    /** The file. */
    static String file(Path folder) {
        Path file = folder.resolve("shop.db");
        try (Database database = Sqlvm.open(file.toString())) {
            database.execute("""
                CREATE TABLE parts(
                    id INTEGER PRIMARY KEY, name TEXT NOT NULL, price REAL, data BLOB, note);
                INSERT INTO parts VALUES
                    (1, 'bolt', 1.5, x'0102', 'x'), (2, 'nut', 0.1, NULL, 3);
                CREATE UNIQUE INDEX by_name ON parts(name);
                CREATE TABLE orders(id INTEGER PRIMARY KEY, part INT REFERENCES parts(id))
                """);
        }
        return file.toString();
    }

    static SqlvmServer.Builder builder(Path folder) {
        return SqlvmServer.builder(file(folder)).port(0).log(line -> {});
    }

    /** Another server for the file that is there. */
    static SqlvmServer.Builder reopen(Path folder) {
        return SqlvmServer.builder(folder.resolve("shop.db").toString()).port(0).log(line -> {});
    }

    static SqlvmServer start(Path folder) throws IOException {
        return builder(folder).start();
    }
}
