package org.sqlvm.jdbc;

import org.sqlvm.Sqlvm;
import org.sqlvm.api.Database;
import org.sqlvm.engine.advice.Door;

import java.io.IOException;
import java.io.InputStream;
import java.net.MalformedURLException;
import java.net.URI;
import java.net.URISyntaxException;
import java.net.URL;
import java.nio.file.Path;
import java.sql.SQLException;

/**
 * A database that is a resource of the program, {@code :resource:name}, or at a URL. It can only be
 * read. One in a jar is kept in memory, as SQLite's sqlite3_deserialize keeps it.
 */
final class Resource {
    private Resource() {}

    static Database open(String name, Sqlvm.Opener opener) throws SQLException {
        URL url = find(name);
        try {
            if (url.getProtocol().equals("file")) {
                String uri = uri(Path.of(url.toURI()));
                return Door.JDBC.open(() -> opener.open(uri));
            }
            byte[] image;
            try (InputStream stream = url.openStream()) {
                image = stream.readAllBytes();
            }
            return inMemory(image, opener);
        } catch (IOException | URISyntaxException e) {
            throw new SQLException("the resource cannot be read: " + name, "08001", 14, e);
        }
    }

    private static Database inMemory(byte[] image, Sqlvm.Opener opener) {
        Database database = Door.JDBC.open(() -> opener.readOnly(false).open(":memory:"));
        boolean ready = false;
        try {
            database.deserialize("main", image);
            database.execute("PRAGMA query_only = true");
            ready = true;
            return database;
        } finally {
            if (!ready) {
                database.close();
            }
        }
    }

    private static String uri(Path path) {
        return "file:" + path.toUri().getRawPath() + "?immutable=1&mode=ro";
    }

    private static URL find(String name) throws SQLException {
        ClassLoader own = Thread.currentThread().getContextClassLoader();
        ClassLoader loader = own == null ? Resource.class.getClassLoader() : own;
        URL url = loader.getResource(name);
        if (url != null) {
            return url;
        }
        try {
            return new URI(name).toURL();
        } catch (URISyntaxException | MalformedURLException | IllegalArgumentException e) {
            throw new SQLException("no such resource: " + name, "08001", 14, e);
        }
    }
}
