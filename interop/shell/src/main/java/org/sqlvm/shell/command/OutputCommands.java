package org.sqlvm.shell.command;

import org.sqlvm.shell.mode.Mode;
import org.sqlvm.shell.mode.Settings;
import org.sqlvm.shell.session.Shell;
import org.sqlvm.shell.terminal.ByteSink;
import org.sqlvm.shell.terminal.LineSource;
import org.sqlvm.shell.text.CommandWords;
import org.sqlvm.shell.text.Quoting;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;

/**
 * The dot-commands that set the form and the destination of results, and that run other programs.
 */
final class OutputCommands {
    private static final byte[] BYTE_ORDER_MARK = {(byte) 0xef, (byte) 0xbb, (byte) 0xbf};

    private final Shell shell;
    private final Settings settings;

    OutputCommands(Shell shell) {
        this.shell = shell;
        settings = shell.settings;
    }

    private Shell.Outcome failed(String message) {
        shell.report(message);
        return Shell.Outcome.FAILED;
    }

    /** {@code .mode MODE ?TABLE? ?OPTIONS?}; without a mode it shows the current one. */
    Shell.Outcome mode(List<String> words) {
        String name = null;
        String table = null;
        Settings.Wrapping wrapping = Settings.Wrapping.USUAL;
        for (int i = 1; i < words.size(); i++) {
            String word = words.get(i);
            boolean more = i + 1 < words.size();
            int width = wrapping.width();
            boolean atWords = wrapping.atWords();
            boolean quoted = wrapping.quoted();
            if (CommandWords.isOption(word, "wrap") && more) {
                width = (int) CommandWords.integer(words.get(++i));
            } else if (CommandWords.isOption(word, "ww")) {
                atWords = true;
            } else if (CommandWords.isOption(word, "wordwrap") && more) {
                atWords = DotCommands.isOn(shell, words.get(++i));
            } else if (CommandWords.isOption(word, "quote")) {
                quoted = true;
            } else if (CommandWords.isOption(word, "noquote")) {
                quoted = false;
            } else if (name == null) {
                name = word;
                if (word.equals("qbox")) {
                    name = "box";
                    wrapping = Settings.Wrapping.QUOTED_BOX;
                    continue;
                }
            } else if (table == null) {
                table = word;
            } else if (word.startsWith("-")) {
                return failed("unknown option: " + word + "\noptions:\n  --noquote\n  --quote\n"
                        + "  --wordwrap on/off\n  --wrap N\n  --ww");
            } else {
                return failed("extra argument: \"" + word + "\"");
            }
            wrapping = new Settings.Wrapping(width, atWords, quoted);
        }
        if (name == null) {
            shell.output.sink().line("current output mode: " + description());
            name = settings.mode.label();
        }
        return mode(name, table, wrapping);
    }

    private Shell.Outcome mode(String name, String table, Settings.Wrapping wrapping) {
        Mode mode = Mode.named(name);
        if (mode == null) {
            return failed(
                    "Error: mode should be one of: ascii box column csv html insert json line list"
                            + " markdown qbox quote table tabs tcl");
        }
        settings.mode = mode;
        if (mode.isColumnar()) {
            settings.wrapping = wrapping;
        }
        switch (mode) {
            case LINE -> settings.rowSeparator = Settings.limited(Settings.NEWLINE);
            case COLUMN -> {
                settings.rowSeparator = Settings.limited(Settings.NEWLINE);
                settings.headers |= !settings.headersSet;
            }
            case LIST -> settings.separators(Settings.PLAIN_COLUMN, Settings.NEWLINE);
            case TCL -> settings.separators(" ", Settings.NEWLINE);
            case CSV -> settings.separators(",", Settings.CRLF);
            case TABS -> {
                settings.mode = Mode.LIST;
                settings.columnSeparator = Settings.limited("\t");
            }
            case INSERT -> settings.insertTable = table == null ? "table" : table;
            case QUOTE -> settings.separators(",", Settings.NEWLINE);
            case ASCII -> settings.separators(Settings.UNIT, Settings.RECORD);
            default -> {
                // The others have no separators.
            }
        }
        return Shell.Outcome.DONE;
    }

    private String description() {
        String name = settings.mode.label();
        if (!settings.mode.isColumnar()) {
            return name;
        }
        Settings.Wrapping wrapping = settings.wrapping;
        return name + " --wrap " + wrapping.width() + " --wordwrap " + onOff(wrapping.atWords())
                + (wrapping.quoted() ? " --quote" : " --noquote");
    }

    private static String onOff(boolean on) {
        return on ? "on" : "off";
    }

    Shell.Outcome show(List<String> words) {
        if (words.size() != 1) {
            return failed("Usage: .show");
        }
        item("echo", onOff(settings.echo));
        item("eqp", settings.autoPlan.name().toLowerCase(Locale.ROOT));
        item(
                "explain",
                settings.mode == Mode.EXPLAIN ? "on" : settings.autoExplain ? "auto" : "off");
        item("headers", onOff(settings.headers));
        item("mode", description());
        quoted("nullvalue", settings.nullValue);
        item("output", shell.output.name());
        quoted("colseparator", settings.columnSeparator);
        quoted("rowseparator", settings.rowSeparator);
        item("stats", "off");
        StringBuilder widths = new StringBuilder();
        for (int width : settings.widths) {
            widths.append(width).append(' ');
        }
        item("width", widths.toString());
        item("filename", shell.databaseName());
        return Shell.Outcome.DONE;
    }

    private static final int LABEL_WIDTH = 12;

    private ByteSink label(String name) {
        return shell.output
                .sink()
                .repeat(' ', LABEL_WIDTH - name.length())
                .put(name)
                .put(": ");
    }

    private void item(String name, String value) {
        label(name).line(value);
    }

    private void quoted(String name, byte[] value) {
        Quoting.cString(label(name), value);
        shell.output.sink().put('\n');
    }

    /** {@code .output} for good, {@code .once} for the next input. */
    Shell.Outcome redirect(List<String> words, boolean once) {
        String command = words.getFirst();
        shell.failIfSafe("run ." + command);
        String target = null;
        boolean mark = false;
        for (int i = 1; i < words.size(); i++) {
            String word = words.get(i);
            if (word.startsWith("-")) {
                if (!CommandWords.isOption(word, "bom")) {
                    return wrong("unknown option", word, command);
                }
                mark = true;
            } else if (target != null) {
                return wrong("extra parameter", word, command);
            } else if (word.startsWith("|")) {
                target = String.join(" ", words.subList(i, words.size()));
                break;
            } else {
                target = word;
            }
        }
        shell.output.expectOnce(once);
        shell.output.reset();
        return redirect(target == null ? "stdout" : target, mark);
    }

    private Shell.Outcome redirect(String target, boolean mark) {
        if (target.equals("off")) {
            // sqlite3 does the same: no output is lost, and the command counts as failed.
            return Shell.Outcome.FAILED;
        }
        Path file = Path.of(shell.resolved(target));
        if (!shell.output.redirect(target, file, shell::start)) {
            shell.report("Error: cannot open \"" + target + "\"");
            return failed("Error: cannot write to \"" + target + "\"");
        }
        if (mark) {
            shell.output.sink().put(BYTE_ORDER_MARK);
        }
        return Shell.Outcome.DONE;
    }

    private Shell.Outcome wrong(String what, String word, String command) {
        shell.output.sink().line("ERROR: " + what + ": \"" + word + "\".  Usage:");
        new Help(shell.output.sink()).show(command);
        return Shell.Outcome.FAILED;
    }

    /** {@code .shell} and {@code .system}: runs a command of the operating system. */
    Shell.Outcome system(List<String> words) {
        shell.failIfSafe("run ." + words.getFirst());
        if (words.size() < 2) {
            return failed("Usage: .system COMMAND");
        }
        StringBuilder command = new StringBuilder();
        for (String word : words.subList(1, words.size())) {
            command.append(command.isEmpty() ? "" : " ");
            command.append(word.indexOf(' ') < 0 ? word : "\"" + word + "\"");
        }
        shell.output.flush();
        shell.activity.hide();
        try {
            int code = shell.start(command.toString(), 0, 1, 2).waitFor();
            if (code != 0) {
                // The result of C's system(), with the exit code in the second byte.
                shell.report("System command returns " + (code << 8));
            }
            return Shell.Outcome.DONE;
        } catch (IOException e) {
            return failed("Error: " + e.getMessage());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return Shell.Outcome.FAILED;
        }
    }

    /** Runs what a command of the operating system prints. Null if it cannot be started. */
    Boolean readCommand(String command) {
        try {
            Process process = shell.start(command, 0, 2);
            try (InputStream in = process.getInputStream()) {
                return shell.run(LineSource.of(in));
            }
        } catch (IOException e) {
            return null;
        }
    }
}
