package org.sqlvm.server.session;

import java.util.Map;

/**
 * The parameters of a client's startup message.
 *
 * @param parameters the values by name, as in the startup message
 */
public record Login(Map<String, String> parameters) {
    /**
     * A parameter: the version of the protocol of own clients, docs/internals/client-protocol.md.
     */
    public static final String NATIVE = "_pq_.sqlvm_protocol";

    /**
     * A parameter: the absolute path of the folder in which relative names of files begin, for a
     * server whose sessions name their files.
     */
    public static final String DIRECTORY = "_pq_.sqlvm_directory";

    public String user() {
        return parameters.getOrDefault("user", "");
    }

    /** Whether the client is one of our own; the version that is spoken is the first one. */
    public boolean isNative() {
        return parameters.containsKey(NATIVE);
    }

    /** The file that the client wants to open; empty for none. */
    public String file() {
        return parameters.getOrDefault("database", "");
    }

    /** The folder in which relative names of files begin; empty if the client has none. */
    public String directory() {
        return parameters.getOrDefault(DIRECTORY, "");
    }

    /** The name by which the client knows the database: there is one, whatever it is called. */
    public String database() {
        String name = parameters.getOrDefault("database", "");
        return name.isEmpty() ? user() : name;
    }
}
