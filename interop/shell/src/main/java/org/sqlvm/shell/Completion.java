package org.sqlvm.shell;

import org.jline.builtins.Completers.FileNameCompleter;
import org.jline.reader.Candidate;
import org.jline.reader.Completer;
import org.jline.reader.LineReader;
import org.jline.reader.ParsedLine;
import org.jline.reader.impl.DefaultParser;
import org.sqlvm.api.Database;
import org.sqlvm.api.Rows;
import org.sqlvm.api.SqlvmException;
import org.sqlvm.api.text.SqlText;
import org.sqlvm.shell.mode.Mode;
import org.sqlvm.shell.session.Shell;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * The completions that Tab offers: dot-commands with their files and modes; keywords, tables and
 * columns in SQL. Each completion queries the database, so that it includes tables that were just
 * created.
 */
final class Completion implements Completer {
    private static final String RELATIONS =
            "SELECT name FROM sqlite_schema WHERE type IN ('table', 'view')"
                    + " AND name NOT LIKE 'sqlite~_%' ESCAPE '~' ORDER BY name";
    private static final List<String> WITH_FILE =
            List.of(".cd", ".export", ".import", ".once", ".open", ".output", ".read");
    private static final List<String> WITH_RELATION =
            List.of(".dump", ".indexes", ".indices", ".schema", ".tables");

    private final Shell shell;
    private final FileNameCompleter files = new FileNameCompleter();

    Completion(Shell shell) {
        this.shell = shell;
    }

    /** Cuts a line into words: names of SQL; in a dot-command what blanks divide. */
    static DefaultParser words() {
        DefaultParser parser = new DefaultParser() {
            @Override
            public boolean isDelimiterChar(CharSequence line, int position) {
                char c = line.charAt(position);
                boolean command = line.charAt(0) == '.';
                return command
                        ? Character.isWhitespace(c)
                        : !Character.isLetterOrDigit(c) && c != '_' && c != '.';
            }
        };
        parser.setQuoteChars(new char[0]);
        parser.setEscapeChars(new char[0]);
        return parser;
    }

    @Override
    public void complete(LineReader reader, ParsedLine line, List<Candidate> candidates) {
        if (line.line().startsWith(".")) {
            command(reader, line, candidates);
        } else {
            sql(line.word(), candidates);
        }
    }

    private void command(LineReader reader, ParsedLine line, List<Candidate> candidates) {
        String name = line.words().getFirst();
        if (line.wordIndex() == 0) {
            offer(shell.commandNames(), "commands", candidates);
        } else if (name.equals(".mode")) {
            offer(Mode.names(), "modes", candidates);
        } else if (WITH_FILE.contains(name)) {
            files.complete(reader, line, candidates);
        } else if (WITH_RELATION.contains(name)) {
            offer(relations(), "tables", candidates);
        }
    }

    private void sql(String word, List<Candidate> candidates) {
        List<String> relations = relations();
        int point = word.lastIndexOf('.');
        if (point >= 0) {
            String relation = word.substring(0, point);
            for (String column : columns(relation)) {
                candidates.add(candidate(relation + "." + column, "columns"));
            }
            return;
        }
        offer(relations, "tables", candidates);
        for (String relation : relations) {
            offer(columns(relation), "columns", candidates);
        }
        boolean lower = !word.isEmpty() && Character.isLowerCase(word.charAt(0));
        for (String keyword : SqlText.KEYWORDS) {
            String spelled = lower ? keyword.toLowerCase(Locale.ROOT) : keyword;
            candidates.add(candidate(spelled, "keywords"));
        }
    }

    private static void offer(List<String> words, String group, List<Candidate> candidates) {
        for (String word : words) {
            candidates.add(candidate(word, group));
        }
    }

    private static Candidate candidate(String word, String group) {
        return new Candidate(word, word, group, null, null, null, true);
    }

    private List<String> relations() {
        return column(RELATIONS, 0);
    }

    private List<String> columns(String relation) {
        return column("PRAGMA table_info(" + SqlText.literal(relation) + ")", 1);
    }

    /** One column of a result as names; none where the database does not answer. */
    private List<String> column(String query, int column) {
        List<String> names = new ArrayList<>();
        if (!shell.isOpen()) {
            return names;
        }
        Database database = shell.database();
        try (Rows rows = database.query(query)) {
            while (rows.next()) {
                names.add(SqlText.quotedIfNeeded(rows.getText(column)));
            }
        } catch (SqlvmException e) {
            // A Tab shows no error; running the statement will.
            return names;
        }
        return names;
    }
}
