package org.sqlvm.bench;

import org.graalvm.polyglot.Context;
import org.sqlvm.api.Database;

import java.nio.file.Path;

/** A database through sqlvm's interface for Java, in a context of its own. */
final class OpenDatabase implements AutoCloseable {
    private final Context context =
            Context.newBuilder("sqlvm").allowAllAccess(true).build();
    private final Database database;

    OpenDatabase(Path file) {
        database = context.getBindings("sqlvm")
                .getMember("open")
                .execute(file.toString())
                .getMember("host")
                .asHostObject();
    }

    Database get() {
        return database;
    }

    @Override
    public void close() {
        database.close();
        context.close();
    }
}
