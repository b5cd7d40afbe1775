package org.sqlvm.shell.command;

import org.sqlvm.api.SqlvmException;
import org.sqlvm.shell.session.Shell;
import org.sqlvm.shell.text.Quoting;

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
                : (schema == null ? "" : quoted(schema) + ".") + quoted(source);
        String path = Quoting.sql(shell.resolved(file));
        String options = format == null ? "" : " (FORMAT " + Quoting.sql(format) + ")";
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
        String lower = source.strip().toLowerCase(Locale.ROOT);
        return lower.matches("(?s)(select|values|with)[\\s(].*");
    }

    /** Gives what is wrong with the words, or null. */
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

    private static String quoted(String name) {
        return '"' + name.replace("\"", "\"\"") + '"';
    }
}
