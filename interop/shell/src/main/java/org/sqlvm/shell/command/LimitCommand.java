package org.sqlvm.shell.command;

import org.sqlvm.shell.session.Shell;
import org.sqlvm.shell.text.CommandWords;

import java.util.List;
import java.util.Locale;

/** {@code .limit}: the limits of statements, which are fixed here (sqlite.org/limits.html). */
final class LimitCommand {
    private record Limit(String name, int value) {}

    private static final List<Limit> LIMITS = List.of(
            new Limit("length", 1_000_000_000),
            new Limit("sql_length", 1_000_000_000),
            new Limit("column", 2000),
            new Limit("expr_depth", 1000),
            new Limit("compound_select", 500),
            new Limit("vdbe_op", 250_000_000),
            new Limit("function_arg", 1000),
            new Limit("attached", 10),
            new Limit("like_pattern_length", 50_000),
            new Limit("variable_number", 32_766),
            new Limit("trigger_depth", 1000),
            new Limit("worker_threads", 0));

    private final Shell shell;

    LimitCommand(Shell shell) {
        this.shell = shell;
    }

    Shell.Outcome run(List<String> words) {
        if (words.size() == 1) {
            LIMITS.forEach(this::print);
            return Shell.Outcome.DONE;
        }
        if (words.size() > 3) {
            return failed("Usage: .limit NAME ?NEW-VALUE?");
        }
        String name = words.get(1);
        List<Limit> meant = LIMITS.stream()
                .filter(limit -> limit.name.startsWith(name.toLowerCase(Locale.ROOT)))
                .toList();
        if (meant.isEmpty()) {
            return failed("unknown limit: \"" + name
                    + "\"\nenter \".limits\" with no arguments for a list.");
        }
        if (meant.size() > 1) {
            return failed("ambiguous limit: \"" + name + "\"");
        }
        Limit limit = meant.getFirst();
        if (words.size() == 3 && CommandWords.integer(words.get(2)) != limit.value) {
            return failed("Error: the limit " + limit.name + " cannot be changed");
        }
        print(limit);
        return Shell.Outcome.DONE;
    }

    private void print(Limit limit) {
        shell.output.sink().line(String.format(Locale.ROOT, "%20s %d", limit.name, limit.value));
    }

    private Shell.Outcome failed(String message) {
        shell.report(message);
        return Shell.Outcome.FAILED;
    }
}
