package org.sqlvm.server;

import java.io.IOException;

/** Another way to a server, from another jar, which {@code sqlvm serve} finds as a service. */
public interface ServerExtension {
    /** The option that asks for it, such as {@code --dbus}. It has a value. */
    String option();

    /**
     * Begins to take clients.
     *
     * @param value of the option
     * @return is closed before the server
     * @throws IOException if it cannot
     */
    AutoCloseable start(SqlvmServer server, String value) throws IOException;
}
