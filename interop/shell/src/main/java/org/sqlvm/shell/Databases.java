package org.sqlvm.shell;

import org.graalvm.polyglot.Context;
import org.graalvm.polyglot.Value;
import org.sqlvm.api.Database;

import java.util.ArrayDeque;
import java.util.Deque;

/**
 * Opens databases through the language: the only class of the shell that knows the polyglot API.
 * The context is made when the first database is opened, so that {@code -help} need not wait for
 * it.
 */
final class Databases implements Shell.DatabaseSource, AutoCloseable {
    private static final String LANGUAGE = "sqlvm";

    private final Deque<Context> contexts = new ArrayDeque<>();

    @Override
    public Database open(String path, boolean readOnly) {
        if (contexts.isEmpty()) {
            contexts.push(Context.newBuilder(LANGUAGE).allowAllAccess(true).build());
        }
        Value language = contexts.peek().getBindings(LANGUAGE);
        return language.getMember("open").execute(path, readOnly).asHostObject();
    }

    @Override
    public void close() {
        while (!contexts.isEmpty()) {
            contexts.pop().close(true);
        }
    }
}
