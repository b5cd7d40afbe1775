package org.sqlvm.server.command;

import org.sqlvm.api.text.SqlText;
import org.sqlvm.server.error.ServerError;
import org.sqlvm.server.sql.SqlTokens;

import java.util.Map;

/** SET, SHOW, RESET, DISCARD, and what is read over: LISTEN, UNLISTEN, NOTIFY, DEALLOCATE. */
final class SettingCommands {
    private final Session session;

    SettingCommands(Session session) {
        this.session = session;
    }

    void register(Map<String, CommandParser> parsers) {
        parsers.put("SET", this::set);
        parsers.put("SHOW", this::show);
        parsers.put("RESET", this::reset);
        parsers.put("DISCARD", this::discard);
        parsers.put("DEALLOCATE", this::deallocate);
        parsers.put("DO", SettingCommands::perform);
        parsers.put("LISTEN", SettingCommands::readOver);
        parsers.put("UNLISTEN", SettingCommands::readOver);
        parsers.put("NOTIFY", SettingCommands::readOver);
    }

    private static void skip(SqlTokens tokens) {
        while (!tokens.isSymbol(';') && tokens.kind() != SqlTokens.Kind.END) {
            tokens.next();
        }
    }

    /** There are no notifications: listening hears none. */
    private static Command readOver(SqlTokens tokens) {
        String tag = tokens.word();
        skip(tokens);
        return Action.of(tag, () -> {});
    }

    /**
     * Handles DO. PL/pgSQL is not supported: only asyncpg's block that ends listening is accepted.
     * It has no effect, since no client can listen.
     */
    private static Command perform(SqlTokens tokens) {
        tokens.next();
        boolean isListening = tokens.kind() == SqlTokens.Kind.STRING
                && tokens.value().contains("pg_listening_channels()");
        if (!isListening) {
            throw ServerError.notSupported("DO");
        }
        tokens.next();
        return Action.of("DO", () -> {});
    }

    private Command set(SqlTokens tokens) {
        tokens.next();
        boolean isLocal = tokens.accept("LOCAL");
        if (!isLocal) {
            tokens.accept("SESSION");
        }
        if (tokens.isWord("CONSTRAINTS")) {
            // SQLite has no switch for deferred ones; they are checked at the commit.
            skip(tokens);
            return Action.of("SET CONSTRAINTS", () -> {});
        }
        if (tokens.isWord("TRANSACTION") || tokens.isWord("CHARACTERISTICS")) {
            // Levels of isolation: there is one.
            skip(tokens);
            return Action.of("SET", () -> {});
        }
        String name = name(tokens);
        if (!tokens.accept("TO") && !name.equals("timezone") && !name.equals("names")) {
            tokens.expect('=');
        } else if (name.equals("timezone") || name.equals("names")) {
            tokens.accept('=');
        }
        String value = value(tokens);
        String key = name.equals("names") ? "client_encoding" : name;
        return Action.of("SET", () -> session.setParameter(key, value));
    }

    /** The name of a parameter, some of which have two words. */
    private static String name(SqlTokens tokens) {
        if (tokens.accept("TIME")) {
            tokens.expect("ZONE");
            return "timezone";
        }
        if (tokens.accept("TRANSACTION")) {
            tokens.expect("ISOLATION");
            tokens.expect("LEVEL");
            return "transaction_isolation";
        }
        if (tokens.isWord("SESSION")) {
            tokens.next().expect("AUTHORIZATION");
            return "session_authorization";
        }
        StringBuilder name = new StringBuilder(tokens.expectName());
        while (tokens.accept('.')) {
            name.append('.').append(tokens.expectName());
        }
        return name.toString().toLowerCase(java.util.Locale.ROOT);
    }

    /** Null for DEFAULT. */
    private static String value(SqlTokens tokens) {
        if (tokens.accept("DEFAULT")) {
            return null;
        }
        StringBuilder value = new StringBuilder();
        while (!tokens.isSymbol(';') && tokens.kind() != SqlTokens.Kind.END) {
            value.append(tokens.isSymbol(',') ? ", " : tokens.value());
            tokens.next();
        }
        if (value.isEmpty()) {
            return "";
        }
        return value.toString();
    }

    private Command reset(SqlTokens tokens) {
        tokens.next();
        if (tokens.accept("ALL")) {
            return Action.of("RESET", session::resetParameters);
        }
        String name = name(tokens);
        return Action.of("RESET", () -> session.setParameter(name, null));
    }

    private Command discard(SqlTokens tokens) {
        String what = tokens.next().word();
        tokens.next();
        return switch (what) {
            case "ALL" -> Action.of("DISCARD ALL", session::discardAll);
            case "PLANS", "SEQUENCES", "TEMP", "TEMPORARY" ->
                Action.of("DISCARD " + what, () -> {});
            default -> throw tokens.error();
        };
    }

    private Command deallocate(SqlTokens tokens) {
        tokens.next().accept("PREPARE");
        if (tokens.accept("ALL")) {
            return Action.of("DEALLOCATE ALL", () -> session.statements().clear());
        }
        String name = tokens.expectName();
        return Action.of("DEALLOCATE", () -> session.statements().remove(name));
    }

    /** As a query, so that its value is read when it runs. */
    private Command show(SqlTokens tokens) {
        tokens.next();
        if (tokens.accept("ALL")) {
            return session.sqlCommand(
                    "SELECT name, setting, '' AS description FROM pg_settings", "SHOW");
        }
        String name = name(tokens);
        String literal = SqlText.literal(name);
        String column = SqlText.quoted(name);
        return session.sqlCommand("SELECT current_setting(" + literal + ") AS " + column, "SHOW");
    }
}
