package org.sqlvm.server.session;

import org.sqlvm.api.Database;
import org.sqlvm.api.SqlvmException;
import org.sqlvm.server.error.ServerError;

/**
 * The exchange of messages with a client after its login. Messages are answered one after the
 * other. Only one thread at a time may use it, except for {@link #cancel}.
 */
public interface Conversation extends AutoCloseable {
    /** Answers the message that has been read. */
    void dispatch(int kind);

    /**
     * Whether an error in such a message is followed by a Sync, up to which nothing is answered.
     */
    boolean isFollowedBySync(int kind);

    /** The client may send the next statement. */
    void ready();

    /** A statement has failed. */
    void fail();

    /** Returns the error that is sent to the client for an error of the engine. */
    ServerError error(SqlvmException error);

    /** Returns its connection to the database, for what any thread may ask. */
    Database database();

    /** Ends the statement that runs, if one does. Any thread may call. */
    void cancel();

    @Override
    void close();
}
