package org.sqlvm.server.command;

import org.sqlvm.api.Database;
import org.sqlvm.api.Statement;
import org.sqlvm.server.sql.CommandTag;
import org.sqlvm.server.sql.DialectRewriter;
import org.sqlvm.server.sql.QueryForms;
import org.sqlvm.server.sql.SqlTokens;
import org.sqlvm.server.sql.TableDefinition;
import org.sqlvm.server.typing.DefaultValues;

import java.util.HashMap;
import java.util.Map;

/** Statements of clients as commands: those of the session by their first word, else SQL. */
public final class CommandCompiler {
    private final Session session;
    private final Map<String, CommandParser> parsers = new HashMap<>();

    CommandCompiler(Session session) {
        this.session = session;
        new TransactionCommands(session).register(parsers);
        new SettingCommands(session).register(parsers);
        new ConstraintCommands(session).register(parsers);
        new CopyCommands(session).register(parsers);
        new CursorCommands(session, this).register(parsers);
    }

    /**
     * A command.
     *
     * @param command null if there are only blanks and comments
     * @param end where the next one begins
     */
    public record Compiled(Command command, int end) {}

    /** Compiles the first statement from {@code start} on. */
    public Compiled compile(String text, int start) {
        SqlTokens tokens = new SqlTokens(text, start).next();
        while (tokens.accept(';')) {}
        if (tokens.kind() == SqlTokens.Kind.END) {
            return new Compiled(null, text.length());
        }
        int first = tokens.start();
        CommandParser parser = parsers.get(tokens.word());
        if (parser != null) {
            Command command = parser.parse(tokens);
            if (command != null) {
                return new Compiled(command, tokens.expectEnd());
            }
        }
        return sql(text, first);
    }

    /** The query that the tokens which are left are, up to the end of the statement. */
    Command compileQuery(SqlTokens tokens) {
        if (!QueryForms.QUERIES.contains(tokens.word())) {
            throw tokens.error();
        }
        Compiled rest = sql(tokens.text(), tokens.start());
        tokens.endAt(rest.end());
        return rest.command();
    }

    /** Definitions of PostgreSQL's, and DEFAULT as a value, as SQLite has them. */
    private String inSqlitesGrammar(String text, String tag) {
        return switch (tag) {
            case "CREATE TABLE", "CREATE INDEX" ->
                TableDefinition.concerns(text) ? TableDefinition.rewrite(text) : text;
            case "INSERT", "UPDATE" ->
                DefaultValues.concerns(text)
                        ? DefaultValues.rewrite(text, session.schemaColumns())
                        : text;
            case "ALTER TABLE", "DROP TABLE", "DROP VIEW", "DROP INDEX" ->
                QueryForms.withoutBehavior(text);
            default -> text;
        };
    }

    private Compiled sql(String text, int start) {
        int end = SqlTokens.statementEnd(text, start);
        String own = text.substring(start, end);
        String tag = CommandTag.of(text, start);
        String plain = inSqlitesGrammar(own, tag);
        if (!plain.equals(own)) {
            String rewritten =
                    DialectRewriter.concerns(plain) ? DialectRewriter.rewrite(plain) : plain;
            return new Compiled(session.sqlCommand(rewritten, tag), end);
        }
        // A trigger has statements in it, each of which ends with a semicolon.
        if (DialectRewriter.concerns(own) && !tag.equals("CREATE TRIGGER")) {
            String rewritten = DialectRewriter.rewrite(own);
            return new Compiled(session.sqlCommand(rewritten, tag), end);
        }
        Database.Prepared prepared = session.prepare(text, start, text);
        Statement statement = prepared.statement();
        if (statement == null) {
            return new Compiled(null, prepared.end());
        }
        return new Compiled(new SqlCommand(session, statement, tag, false), prepared.end());
    }
}
