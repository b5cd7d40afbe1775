package org.sqlvm.server.session;

import org.sqlvm.api.SqlvmException;
import org.sqlvm.server.error.ServerError;

/**
 * What a client and the server say to each other after the login: messages that are answered one
 * after the other. One thread at a time, but for {@link #cancel}.
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

    /** What the client is told of an error of the engine. */
    ServerError error(SqlvmException error);

    /** Ends the statement that runs, if one does. Any thread may call. */
    void cancel();

    @Override
    void close();
}
