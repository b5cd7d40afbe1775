package org.sqlvm.server.postgres;

import org.sqlvm.server.command.Action;
import org.sqlvm.server.command.Command;
import org.sqlvm.server.command.CommandCompiler.Compiled;
import org.sqlvm.server.command.Portal;
import org.sqlvm.server.command.PreparedStatements.Prepared;
import org.sqlvm.server.command.Session;
import org.sqlvm.server.error.ServerError;
import org.sqlvm.server.error.SqlState;
import org.sqlvm.server.message.MessageReader;
import org.sqlvm.server.message.MessageWriter;
import org.sqlvm.server.message.Messages.Backend;
import org.sqlvm.server.message.Messages.Frontend;
import org.sqlvm.server.message.Replies;
import org.sqlvm.server.rows.RowWriter;
import org.sqlvm.server.sql.SqlTokens;
import org.sqlvm.server.value.Field;
import org.sqlvm.server.value.ParameterValue;
import org.sqlvm.server.value.PgType;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/**
 * Statements whose parsing, binding and running are messages of their own
 * (postgresql.org/docs/current/protocol-flow.html#PROTOCOL-FLOW-EXT-QUERY). Those up to a Sync are
 * one transaction, unless they say where one begins and ends.
 */
final class ExtendedQuery {
    private static final char STATEMENT = 'S';
    private static final char PORTAL = 'P';

    private final Session session;
    private final MessageReader in;
    private final Replies replies;

    ExtendedQuery(Session session, MessageReader in, Replies replies) {
        this.session = session;
        this.in = in;
        this.replies = replies;
    }

    void parse() {
        String name = in.readString();
        String text = in.readString();
        int typeCount = in.readShort() & 0xffff;
        List<PgType> types = new ArrayList<>();
        for (int i = 0; i < typeCount; i++) {
            types.add(type(in.readInt()));
        }
        in.checkEnd();
        Command command = compileOne(text);
        if (command != null) {
            session.transaction().check(command);
            addTypes(types, command.parameterTypes());
        }
        session.statements().add(name, new Prepared(text, command, types));
        replies.out().send(Backend.PARSE_COMPLETE);
    }

    /** Null for an empty text. */
    private Command compileOne(String text) {
        Compiled compiled = session.compiler().compile(text, 0);
        if (compiled.command() != null && !SqlTokens.isBlank(text, compiled.end())) {
            throw new ServerError(
                    SqlState.SYNTAX_ERROR,
                    "cannot insert multiple commands into a prepared statement");
        }
        return compiled.command();
    }

    /** An OID that is not known is one of a type that comes as text. */
    private static PgType type(int oid) {
        PgType type = PgType.of(oid);
        return type == null ? PgType.UNKNOWN : type;
    }

    /** Adds the types that the text specifies and the client does not. */
    private static void addTypes(List<PgType> types, List<PgType> ofText) {
        for (int i = 0; i < ofText.size(); i++) {
            if (i >= types.size()) {
                types.add(ofText.get(i));
            } else if (types.get(i) == PgType.UNKNOWN) {
                types.set(i, ofText.get(i));
            }
        }
    }

    void bind() {
        String portalName = in.readString();
        Prepared statement = session.statements().get(in.readString());
        int[] parameterFormats = readShorts();
        List<Object> values = readValues(statement, parameterFormats);
        int[] resultFormats = readShorts();
        in.checkEnd();
        Command command = statement.command();
        if (command == null) {
            command = Action.of("", () -> {});
        }
        session.transaction().check(command);
        if (portalName.isEmpty()) {
            session.portals().close(portalName);
        }
        Portal portal = new Portal(command, command.start(values), resultFormats, false);
        portal.setFields(statement.described());
        portal.setOrigin(statement);
        session.portals().add(portalName, portal);
        replies.out().send(Backend.BIND_COMPLETE);
    }

    private int[] readShorts() {
        int[] values = new int[in.readShort() & 0xffff];
        for (int i = 0; i < values.length; i++) {
            values[i] = in.readShort();
        }
        return values;
    }

    /** A text may be anything, whatever the client has been told of the parameter. */
    private List<Object> readValues(Prepared statement, int[] formats) {
        List<PgType> types = statement.parameterTypes();
        int count = in.readShort() & 0xffff;
        if (count != types.size()) {
            throw ServerError.protocol("bind message supplies " + count
                    + " parameters, but prepared statement requires " + types.size());
        }
        if (formats.length > 1 && formats.length != count) {
            throw ServerError.protocol("bind message has " + formats.length
                    + " parameter formats but " + count + " parameters");
        }
        List<Object> values = new ArrayList<>(Collections.nCopies(count, null));
        for (int i = 0; i < count; i++) {
            int format = RowWriter.format(formats, i);
            boolean isTold = statement.isDescribed() && format != 0;
            PgType type = isTold ? statement.describedTypes().get(i) : types.get(i);
            values.set(
                    i,
                    type == PgType.UNKNOWN
                            ? ParameterValue.readUntyped(in, place(statement, i), format)
                            : ParameterValue.read(in, type, format));
        }
        return values;
    }

    /**
     * Returns the type of a parameter by its position in the statement; null if it is not known.
     */
    private PgType place(Prepared statement, int parameter) {
        return statement.places(session::places).get(parameter + 1);
    }

    void describe() {
        int kind = in.readByte();
        String name = in.readString();
        in.checkEnd();
        switch (kind) {
            case STATEMENT -> describeStatement(name, session.statements().get(name));
            case PORTAL -> {
                Portal portal = session.portals().get(name);
                if (in.isNext(Frontend.EXECUTE) && portal.command().needsTransaction()) {
                    // It runs in any case, and then its rows say what they are.
                    prepareRun(portal);
                    portal.begin();
                }
                List<Field> fields = portal.describe();
                if (portal.origin() != null) {
                    portal.origin().setDescribed(fields);
                }
                describe(fields, portal.formats());
            }
            default -> throw ServerError.protocol("invalid DESCRIBE message subtype " + kind);
        }
    }

    /**
     * The number of a type as a client is told of it. Go's pgx, which calls its statements like
     * this, encodes no value but those of that type: where any value may go, or the client may know
     * a truth as a number, it is told nothing, and sends texts.
     */
    private static int told(String statement, PgType said, PgType type) {
        boolean isFree = said == PgType.UNKNOWN && (type == PgType.TEXT || type == PgType.BOOL);
        boolean isPgx = statement.startsWith("stmtcache_") || statement.startsWith("lrupsc_");
        return isFree && isPgx ? 0 : type.oid();
    }

    private void describeStatement(String name, Prepared statement) {
        MessageWriter out = replies.out();
        Command command = statement.command();
        List<PgType> types = session.guess(command, statement.parameterTypes());
        statement.setDescribedTypes(types);
        out.begin(Backend.PARAMETER_DESCRIPTION).writeShort(types.size());
        for (int i = 0; i < types.size(); i++) {
            out.writeInt(told(name, statement.parameterTypes().get(i), types.get(i)));
        }
        out.end();
        List<Field> fields = command == null ? null : command.fields();
        statement.setDescribed(fields);
        describe(fields, new int[0]);
    }

    private void describe(List<Field> fields, int[] formats) {
        if (fields == null) {
            replies.out().send(Backend.NO_DATA);
        } else {
            RowWriter.describe(replies.out(), fields, formats);
        }
    }

    void execute() {
        String name = in.readString();
        int limit = in.readInt();
        in.checkEnd();
        Portal portal = session.portals().get(name);
        if (portal.isEmpty()) {
            replies.out().send(Backend.EMPTY_QUERY_RESPONSE);
            return;
        }
        prepareRun(portal);
        if (portal.run(replies.out(), Math.max(0, limit))) {
            replies.complete(portal.tag());
        } else {
            replies.out().send(Backend.PORTAL_SUSPENDED);
        }
    }

    /**
     * A statement that a Sync follows is a transaction by itself: that costs nothing. But what
     * fails because of its rows has to be undone.
     */
    private void prepareRun(Portal portal) {
        session.transaction().check(portal.command());
        session.activity().begin(portal.origin() == null ? "" : portal.origin().text());
        if (!in.isNext(Frontend.SYNC) || portal.mayMismatch()) {
            session.transaction().beginImplicit(portal.command());
        }
    }

    void close() {
        int kind = in.readByte();
        String name = in.readString();
        in.checkEnd();
        switch (kind) {
            case STATEMENT -> session.statements().remove(name);
            case PORTAL -> session.portals().close(name);
            default -> throw ServerError.protocol("invalid CLOSE message subtype " + kind);
        }
        replies.out().send(Backend.CLOSE_COMPLETE);
    }

    /** Ends the transaction of the statements before it. */
    void sync() {
        session.transaction().endImplicit();
        if (!session.transaction().isOpen()) {
            session.portals().endTransaction();
        }
    }
}
