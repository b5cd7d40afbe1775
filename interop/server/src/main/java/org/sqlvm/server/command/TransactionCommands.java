package org.sqlvm.server.command;

import org.sqlvm.api.text.SqlText;
import org.sqlvm.server.error.SqlState;
import org.sqlvm.server.sql.SqlTokens;

import java.util.Map;

/** BEGIN, COMMIT, ROLLBACK, SAVEPOINT and RELEASE, in the forms of both dialects. */
final class TransactionCommands {
    private final Session session;

    TransactionCommands(Session session) {
        this.session = session;
    }

    void register(Map<String, CommandParser> parsers) {
        parsers.put("BEGIN", this::begin);
        parsers.put("START", this::start);
        parsers.put("COMMIT", this::commit);
        parsers.put("END", this::commit);
        parsers.put("ROLLBACK", this::rollback);
        parsers.put("ABORT", this::rollback);
        parsers.put("SAVEPOINT", this::savepoint);
        parsers.put("RELEASE", this::release);
    }

    private Command start(SqlTokens tokens) {
        tokens.next().expect("TRANSACTION");
        return begin("START TRANSACTION", tokens);
    }

    private Command begin(SqlTokens tokens) {
        tokens.next();
        return begin("BEGIN", tokens);
    }

    /** Levels of isolation are read over: there is one, which is serializable. */
    private Command begin(String tag, SqlTokens tokens) {
        String mode = "DEFERRED";
        while (!tokens.isSymbol(';') && tokens.kind() != SqlTokens.Kind.END) {
            switch (tokens.word()) {
                case "DEFERRED", "IMMEDIATE", "EXCLUSIVE" -> mode = tokens.word();
                case "TRANSACTION", "WORK", "ISOLATION", "LEVEL", "READ", "WRITE", "ONLY" -> {}
                case "SERIALIZABLE", "REPEATABLE", "COMMITTED", "UNCOMMITTED" -> {}
                case "NOT", "DEFERRABLE" -> {}
                default -> {
                    if (!tokens.isSymbol(',')) {
                        throw tokens.error();
                    }
                }
            }
            tokens.next();
        }
        String begin = mode;
        return Action.of(tag, () -> {
            if (!session.transaction().begin(begin)) {
                session.warn(
                        SqlState.ACTIVE_TRANSACTION, "there is already a transaction in progress");
            }
        });
    }

    private static void skipNoise(SqlTokens tokens) {
        if (!tokens.accept("WORK")) {
            tokens.accept("TRANSACTION");
        }
    }

    private Command commit(SqlTokens tokens) {
        skipNoise(tokens.next());
        return Action.endOfTransaction("COMMIT", () -> {
            warnIfIdle();
            return session.transaction().commit();
        });
    }

    private Command rollback(SqlTokens tokens) {
        skipNoise(tokens.next());
        if (tokens.accept("TO")) {
            tokens.accept("SAVEPOINT");
            String name = tokens.expectName();
            return Action.endOfTransaction("ROLLBACK", () -> {
                session.transaction().savepoint("ROLLBACK TO " + SqlText.quoted(name));
                return "ROLLBACK";
            });
        }
        return Action.endOfTransaction("ROLLBACK", () -> {
            warnIfIdle();
            session.transaction().rollback();
            return "ROLLBACK";
        });
    }

    private void warnIfIdle() {
        if (!session.transaction().isOpen()) {
            session.warn(SqlState.NO_ACTIVE_TRANSACTION, "there is no transaction in progress");
        }
    }

    private Command savepoint(SqlTokens tokens) {
        String name = tokens.next().expectName();
        return Action.of(
                "SAVEPOINT",
                () -> session.transaction().savepoint("SAVEPOINT " + SqlText.quoted(name)));
    }

    private Command release(SqlTokens tokens) {
        tokens.next().accept("SAVEPOINT");
        String name = tokens.expectName();
        return Action.of(
                "RELEASE",
                () -> session.transaction().savepoint("RELEASE " + SqlText.quoted(name)));
    }
}
