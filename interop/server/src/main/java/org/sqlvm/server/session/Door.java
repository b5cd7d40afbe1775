package org.sqlvm.server.session;

import java.io.IOException;

/**
 * A way into a server: an address, and the protocol that clients speak there. For each client that
 * comes a door adds a {@link ClientConnection} to the {@link Clients}, as a rule a
 * {@link ConnectedClient}, which has a thread, the time limits and the end of all others.
 *
 * <p>The options of {@code sqlvm serve} that open doors are in one list, {@code DoorOption}. A way
 * from another jar is a {@code ServerExtension}.
 */
public interface Door {
    /**
     * Binds the address. Clients that connect wait until {@link #start}.
     *
     * @param clients the server's clients, with its settings
     * @throws IOException if the address cannot be bound
     */
    void open(Clients clients) throws IOException;

    /** Begins to take clients. The door is open. */
    void start();

    /** The protocol and the address for the log, once it is open: {@code listens at …}. */
    String announcement();

    /**
     * Returns whether clients get sessions through this door. A server without such a door listens
     * at PostgreSQL's port.
     */
    default boolean hasSessions() {
        return true;
    }

    /** Takes no more clients; those that have come stay. Does nothing if it is not open. */
    void close() throws IOException;
}
