package org.sqlvm.server.command;

import org.sqlvm.server.error.ServerError;
import org.sqlvm.server.error.SqlState;
import org.sqlvm.server.rows.RowSink;
import org.sqlvm.server.sql.CommandTag;
import org.sqlvm.server.value.Field;

import java.util.List;

/** FETCH and MOVE: the next rows of a cursor, or of a portal. */
final class FetchCommand extends Command {
    private final Session session;
    private final String name;
    private final long count;
    private final boolean sends;

    /**
     * @param count the number of rows; 0 for all
     * @param sends false for MOVE, which skips the rows
     */
    FetchCommand(Session session, String name, long count, boolean sends) {
        super(sends ? "FETCH" : "MOVE");
        this.session = session;
        this.name = name;
        this.count = count;
        this.sends = sends;
    }

    @Override
    public List<Field> fields() {
        return sends ? source().nextFields(count) : null;
    }

    /** A portal of FETCH is refused: it could fetch from this one, and so without an end. */
    private Portal source() {
        Portal portal = session.portals().get(name);
        if (portal.command() instanceof FetchCommand) {
            throw new ServerError(
                    SqlState.OBJECT_NOT_IN_STATE, "portal \"" + name + "\" cannot be run");
        }
        return portal;
    }

    @Override
    public Run start(List<Object> values) {
        return new Run() {
            private long fetched;

            @Override
            public List<Field> fields() {
                return FetchCommand.this.fields();
            }

            @Override
            public boolean run(RowSink rows, long limit) {
                fetched = source().fetch(rows, count);
                return true;
            }

            @Override
            public long count() {
                return fetched;
            }

            @Override
            public String tag() {
                return CommandTag.withCount(FetchCommand.this.tag(), fetched);
            }
        };
    }
}
