package org.sqlvm.server;

import java.io.IOException;

/** Another way to a server, from another jar, which {@code sqlvm serve} finds as a service. */
public interface ServerExtension {
    /**
     * Returns the option that enables the extension, such as {@code --dbus}; the option has a
     * value.
     */
    String option();

    /**
     * Begins to accept clients.
     *
     * @param value the option's value
     * @return an object that is closed before the server
     * @throws IOException if the extension cannot start
     */
    AutoCloseable start(SqlvmServer server, String value) throws IOException;
}
