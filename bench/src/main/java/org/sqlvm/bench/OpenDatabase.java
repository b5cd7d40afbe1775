package org.sqlvm.bench;

import org.sqlvm.Sqlvm;
import org.sqlvm.api.Database;

import java.nio.file.Path;

/** A database through sqlvm's interface for Java. */
final class OpenDatabase implements AutoCloseable {
    private final Database database;

    OpenDatabase(Path file) {
        database = Sqlvm.open(file.toString());
    }

    Database get() {
        return database;
    }

    @Override
    public void close() {
        database.close();
    }
}
