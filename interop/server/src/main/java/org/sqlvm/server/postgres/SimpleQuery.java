package org.sqlvm.server.postgres;

import org.sqlvm.server.command.Command;
import org.sqlvm.server.command.CommandCompiler.Compiled;
import org.sqlvm.server.command.Portal;
import org.sqlvm.server.command.Session;
import org.sqlvm.server.command.SqlCommand;
import org.sqlvm.server.message.MessageWriter;
import org.sqlvm.server.message.Messages.Backend;
import org.sqlvm.server.message.Replies;
import org.sqlvm.server.rows.RowWriter;
import org.sqlvm.server.sql.SqlTokens;
import org.sqlvm.server.value.Field;

import java.util.List;

/**
 * Statements in one text, run one after the other. They are one transaction, unless they say where
 * one begins and ends: an error undoes all of them.
 */
final class SimpleQuery {
    private static final int[] TEXT = {};

    private final Session session;
    private final Replies replies;

    SimpleQuery(Session session, Replies replies) {
        this.session = session;
        this.replies = replies;
    }

    void run(String text) {
        session.statements().remove("");
        session.portals().close("");
        Compiled next = compile(text, 0);
        if (next.command() == null) {
            replies.out().send(Backend.EMPTY_QUERY_RESPONSE);
        }
        boolean isFirst = true;
        while (next.command() != null) {
            boolean isLast = SqlTokens.isBlank(text, next.end());
            if (!isFirst || !isLast) {
                session.transaction().beginImplicit(next.command());
            }
            run(next.command());
            next = isLast ? new Compiled(null, next.end()) : compile(text, next.end());
            isFirst = false;
        }
        session.transaction().endImplicit();
    }

    private Compiled compile(String text, int start) {
        Compiled compiled = session.compiler().compile(text, start);
        if (compiled.command() != null) {
            session.transaction().check(compiled.command());
        }
        return compiled;
    }

    private void run(Command command) {
        MessageWriter out = replies.out();
        try (Portal portal = new Portal(command, command.start(List.of()), TEXT, false)) {
            portal.begin();
            List<Field> fields = portal.fields();
            if (fields != null) {
                RowWriter.describe(out, fields, TEXT);
            }
            portal.run(out, 0);
            replies.complete(portal.tag());
        } finally {
            if (command instanceof SqlCommand sql) {
                sql.close();
            }
        }
    }
}
