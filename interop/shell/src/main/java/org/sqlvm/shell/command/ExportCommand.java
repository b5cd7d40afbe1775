package org.sqlvm.shell.command;

import org.sqlvm.api.SqlvmException;
import org.sqlvm.api.text.SqlText;
import org.sqlvm.api.text.StatementKind;
import org.sqlvm.shell.session.Shell;

import java.util.List;
import java.util.Locale;

/** {@code .export}: the rows of a table or query into a file, by COPY. */
final class ExportCommand {
    private final Shell shell;
    private String file;
    private String source;
    private String schema;
    private String format;

    ExportCommand(Shell shell) {
        this.shell = shell;
    }

    Shell.Outcome run(List<String> words) {
        shell.failIfSafe("run .export");
        String wrong = options(words);
        if (wrong != null) {
            shell.output.sink().line("ERROR: " + wrong + " Usage:");
            new Help(shell.output.sink()).show("export");
            return Shell.Outcome.FAILED;
        }
        String from = isQuery()
                ? "(" + source + ")"
                : (schema == null ? "" : SqlText.quoted(schema) + ".") + SqlText.quoted(source);
        String path = SqlText.literal(shell.resolved(file));
        String options = format == null ? "" : " (FORMAT " + SqlText.literal(format) + ")";
        try {
            CopyRun.run(shell, "COPY " + from + " TO " + path + options);
            return Shell.Outcome.DONE;
        } catch (SqlvmException e) {
            shell.report("Error: " + e.getMessage());
            return Shell.Outcome.FAILED;
        }
    }

    /** A name of one word is that of a table, whatever it is. */
    private boolean isQuery() {
        boolean isOneWord = SqlText.tokens(source.strip()).size() == 1;
        return !isOneWord && StatementKind.of(source) == StatementKind.QUERY;
    }

    /** Parses the options; returns an error message, or null. */
    private String options(List<String> words) {
        for (int i = 1; i < words.size(); i++) {
            String word = words.get(i);
            String option = word.startsWith("--") ? word.substring(1) : word;
            boolean more = i + 1 < words.size();
            if (option.equals("-format") && more) {
                format = words.get(++i).toLowerCase(Locale.ROOT);
            } else if (option.equals("-schema") && more) {
                schema = words.get(++i);
            } else if (option.startsWith("-")) {
                return "unknown option: \"" + option + "\". ";
            } else if (file == null) {
                file = word;
            } else if (source == null) {
                source = word;
            } else {
                return "extra argument: \"" + word + "\". ";
            }
        }
        return source != null
                ? null
                : "missing " + (file == null ? "FILE" : "TABLE") + " argument.";
    }
}
