package org.sqlvm.server.command;

import org.sqlvm.server.error.ServerError;
import org.sqlvm.server.error.SqlState;
import org.sqlvm.server.value.Field;
import org.sqlvm.server.value.PgType;

import java.util.List;

/** DECLARE: begins to run a query under a name. The parameters are those of the query. */
final class DeclareCommand extends Command {
    private static final int[] TEXT = {};

    private final Session session;
    private final String name;
    private final Command query;
    private final boolean isHeld;

    DeclareCommand(Session session, String name, Command query, boolean isHeld) {
        super("DECLARE CURSOR");
        this.session = session;
        this.name = name;
        this.query = query;
        this.isHeld = isHeld;
    }

    @Override
    public List<PgType> parameterTypes() {
        return query.parameterTypes();
    }

    @Override
    public List<Field> fields() {
        return null;
    }

    @Override
    public Run start(List<Object> values) {
        return Action.of(tag(), () -> declare(values)).start(List.of());
    }

    private void declare(List<Object> values) {
        if (!isHeld && !session.transaction().isExplicit()) {
            throw new ServerError(
                    SqlState.NO_ACTIVE_TRANSACTION,
                    "DECLARE CURSOR can only be used in transaction blocks");
        }
        Portal portal = new Portal(query, query.start(values), TEXT, isHeld);
        if (query instanceof SqlCommand sql) {
            // The compiled statement belongs to the cursor now.
            sql.close();
        }
        session.portals().add(name, portal);
    }
}
