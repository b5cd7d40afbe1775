package org.sqlvm.server.command;

import org.sqlvm.api.text.SqlText;
import org.sqlvm.server.rows.CopyOptions;
import org.sqlvm.server.sql.SqlTokens;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** COPY between a table and the client. With a file it is a statement of the database. */
final class CopyCommands {
    private final Session session;

    CopyCommands(Session session) {
        this.session = session;
    }

    void register(Map<String, CommandParser> parsers) {
        parsers.put("COPY", this::copy);
    }

    private Command copy(SqlTokens tokens) {
        if (tokens.next().isSymbol('(')) {
            String query = parenthesized(tokens);
            return tokens.accept("TO") && tokens.accept("STDOUT") ? out(query, tokens) : null;
        }
        String table = table(tokens);
        List<String> columns = tokens.accept('(') ? names(tokens) : List.of();
        boolean isIn = tokens.accept("FROM");
        if (!isIn && !tokens.accept("TO")) {
            return null;
        }
        if (!tokens.accept(isIn ? "STDIN" : "STDOUT")) {
            return null;
        }
        String list = columns.isEmpty() ? "*" : String.join(", ", quoted(columns));
        String query = "SELECT " + list + " FROM " + table;
        if (!isIn) {
            return out(query, tokens);
        }
        return new CopyInCommand(session, query, CopyOptions.parse(tokens));
    }

    private Command out(String query, SqlTokens tokens) {
        CopyOptions options = CopyOptions.parse(tokens);
        return new CopyOutCommand(session, session.sqlCommand(query, "COPY"), options);
    }

    /** The text between two parentheses; goes behind the second. */
    private static String parenthesized(SqlTokens tokens) {
        int start = tokens.end();
        int depth = 0;
        do {
            if (tokens.kind() == SqlTokens.Kind.END) {
                throw tokens.error();
            }
            if (tokens.isSymbol('(')) {
                depth++;
            } else if (tokens.isSymbol(')')) {
                depth--;
            }
            if (depth > 0) {
                tokens.next();
            }
        } while (depth > 0);
        String text = tokens.text().substring(start, tokens.start());
        tokens.next();
        return text;
    }

    /** The schema public is main. */
    private static String table(SqlTokens tokens) {
        String name = tokens.expectName();
        if (!tokens.accept('.')) {
            return SqlText.quoted(name);
        }
        String schema = name.equalsIgnoreCase("public") ? "main" : name;
        return SqlText.quoted(schema) + "." + SqlText.quoted(tokens.expectName());
    }

    private static List<String> names(SqlTokens tokens) {
        List<String> names = new ArrayList<>();
        do {
            names.add(tokens.expectName());
        } while (tokens.accept(','));
        tokens.expect(')');
        return names;
    }

    private static List<String> quoted(List<String> names) {
        return names.stream().map(SqlText::quotedColumn).toList();
    }
}
