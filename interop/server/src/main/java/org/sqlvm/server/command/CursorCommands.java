package org.sqlvm.server.command;

import org.sqlvm.server.error.ServerError;
import org.sqlvm.server.error.SqlState;
import org.sqlvm.server.sql.SqlTokens;

import java.util.List;
import java.util.Map;

/** Cursors of SQL: DECLARE, FETCH, MOVE and CLOSE. They are portals with a name. */
final class CursorCommands {
    private final Session session;
    private final CommandCompiler compiler;

    CursorCommands(Session session, CommandCompiler compiler) {
        this.session = session;
        this.compiler = compiler;
    }

    void register(Map<String, CommandParser> parsers) {
        parsers.put("DECLARE", this::declare);
        parsers.put("FETCH", tokens -> fetch(tokens, true));
        parsers.put("MOVE", tokens -> fetch(tokens, false));
        parsers.put("CLOSE", this::close);
    }

    private Command declare(SqlTokens tokens) {
        String name = tokens.next().expectName();
        while (!tokens.accept("CURSOR")) {
            switch (tokens.word()) {
                // All of them are forward, and none sees later changes.
                case "INSENSITIVE", "ASENSITIVE", "NO", "SCROLL" -> tokens.next();
                case "BINARY" -> throw ServerError.notSupported("a binary cursor");
                default -> throw tokens.error();
            }
        }
        boolean isHeld = tokens.accept("WITH");
        if (isHeld || tokens.accept("WITHOUT")) {
            tokens.expect("HOLD");
        }
        tokens.expect("FOR");
        return new DeclareCommand(session, name, compiler.compileQuery(tokens), isHeld);
    }

    private Command fetch(SqlTokens tokens, boolean sends) {
        tokens.next();
        long count = count(tokens);
        if (!tokens.accept("FROM")) {
            tokens.accept("IN");
        }
        String name = tokens.expectName();
        return new FetchCommand(session, name, count, sends);
    }

    /** The rows that are wanted; 0 for all that are left. */
    private static long count(SqlTokens tokens) {
        boolean isForward = tokens.accept("FORWARD");
        if (tokens.kind() == SqlTokens.Kind.NUMBER) {
            long count = number(tokens);
            if (count == 0) {
                throw ServerError.notSupported("FETCH of the current row again");
            }
            return count;
        }
        if (tokens.accept("ALL")) {
            return 0;
        }
        boolean isBackward = tokens.isSymbol('-')
                || List.of("PRIOR", "BACKWARD", "FIRST", "LAST", "ABSOLUTE", "RELATIVE")
                        .contains(tokens.word());
        if (!isForward && isBackward) {
            throw new ServerError(SqlState.OBJECT_NOT_IN_STATE, "cursor can only scan forward");
        }
        tokens.accept("NEXT");
        return 1;
    }

    private static long number(SqlTokens tokens) {
        try {
            long number = Long.parseLong(tokens.token());
            tokens.next();
            return number;
        } catch (NumberFormatException e) {
            throw tokens.error();
        }
    }

    private Command close(SqlTokens tokens) {
        tokens.next();
        if (tokens.accept("ALL")) {
            return Action.of("CLOSE CURSOR ALL", () -> session.portals().closeAll());
        }
        String name = tokens.expectName();
        return Action.of("CLOSE CURSOR", () -> {
            session.portals().get(name);
            session.portals().close(name);
        });
    }
}
