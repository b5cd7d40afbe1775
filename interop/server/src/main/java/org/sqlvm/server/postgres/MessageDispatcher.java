package org.sqlvm.server.postgres;

import org.sqlvm.api.Database;
import org.sqlvm.api.SqlvmException;
import org.sqlvm.server.command.Session;
import org.sqlvm.server.error.ServerError;
import org.sqlvm.server.message.MessageReader;
import org.sqlvm.server.message.Messages.Frontend;
import org.sqlvm.server.message.Replies;
import org.sqlvm.server.session.Conversation;

/** PostgreSQL's protocol: has each message answered by those who know it. */
final class MessageDispatcher implements Conversation {
    private final Session session;
    private final MessageReader in;
    private final SimpleQuery simple;
    private final ExtendedQuery extended;

    MessageDispatcher(Session session, MessageReader in, Replies replies) {
        this.session = session;
        this.in = in;
        this.simple = new SimpleQuery(session, replies);
        this.extended = new ExtendedQuery(session, in, replies);
    }

    @Override
    public Database database() {
        return session.database();
    }

    @Override
    public boolean isFollowedBySync(int kind) {
        return switch (kind) {
            case Frontend.PARSE, Frontend.BIND, Frontend.DESCRIBE, Frontend.EXECUTE -> true;
            case Frontend.CLOSE, Frontend.FLUSH -> true;
            default -> false;
        };
    }

    @Override
    public void dispatch(int kind) {
        switch (kind) {
            case Frontend.QUERY -> {
                String text = in.readString();
                in.checkEnd();
                session.activity().begin(text);
                simple.run(text);
                session.ready();
            }
            case Frontend.PARSE -> extended.parse();
            case Frontend.BIND -> extended.bind();
            case Frontend.DESCRIBE -> extended.describe();
            case Frontend.EXECUTE -> extended.execute();
            case Frontend.CLOSE -> extended.close();
            case Frontend.SYNC -> {
                in.checkEnd();
                extended.sync();
                session.ready();
            }
            case Frontend.FLUSH -> in.checkEnd();
            case Frontend.COPY_DATA, Frontend.COPY_DONE, Frontend.COPY_FAIL -> {
                // The rest of the data of a COPY that has failed.
            }
            case Frontend.FUNCTION_CALL -> throw ServerError.notSupported("a function call");
            default -> throw ServerError.brokenProtocol("invalid frontend message type " + kind);
        }
    }

    @Override
    public void ready() {
        session.ready();
    }

    @Override
    public void fail() {
        session.fail();
    }

    @Override
    public ServerError error(SqlvmException error) {
        return ServerError.of(error);
    }

    @Override
    public void cancel() {
        session.cancel();
    }

    @Override
    public void close() {
        session.close();
    }
}
