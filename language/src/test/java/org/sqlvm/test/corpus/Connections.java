package org.sqlvm.test.corpus;

import org.sqlvm.test.engines.TestEngine;

import java.util.HashMap;
import java.util.Map;

/** The connections of a script: the first one, and those that its records name. */
final class Connections implements AutoCloseable {
    private final TestEngine first;
    private final Map<String, TestEngine> named = new HashMap<>();

    /** @param first is not closed with the others */
    Connections(TestEngine first) {
        this.first = first;
    }

    /** The connection that runs {@code entry}; it stays open to the end of the script. */
    TestEngine of(Entry entry) {
        return entry.connection() == null
                ? first
                : named.computeIfAbsent(entry.connection(), name -> first.connect());
    }

    @Override
    public void close() {
        named.values().forEach(TestEngine::close);
    }
}
