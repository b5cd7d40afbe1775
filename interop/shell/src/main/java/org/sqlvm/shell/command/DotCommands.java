package org.sqlvm.shell.command;

import org.sqlvm.api.Counting;
import org.sqlvm.shell.mode.Mode;
import org.sqlvm.shell.mode.Settings;
import org.sqlvm.shell.session.Shell;
import org.sqlvm.shell.terminal.ShellExit;
import org.sqlvm.shell.text.CommandWords;

import java.util.List;

/** The commands that begin with a dot. Every name may be abbreviated as sqlite3 allows it. */
public final class DotCommands implements Shell.Commands {
    private final Shell shell;
    private final Settings settings;
    private final SchemaCommands schema;
    private final OutputCommands outputs;
    private final CopyCommands copies;

    /** A command's words and its result. */
    @FunctionalInterface
    private interface Action {
        Shell.Outcome run(List<String> words);
    }

    /** @param shortest how many letters of the name an abbreviation needs */
    private record Command(String name, int shortest, Action action) {
        boolean isMeant(String word) {
            return word.length() >= shortest && name.startsWith(word);
        }
    }

    /** Commands of sqlite3 that are not there; docs/compatibility says why. */
    public static final List<String> MISSING = List.of(
            "archive",
            "auth",
            "check",
            "connection",
            "dbconfig",
            "excel",
            "expert",
            "filectrl",
            "imposter",
            "load",
            "log",
            "nonce",
            "progress",
            "selftest",
            "session",
            "stats",
            "testcase",
            "testctrl",
            "trace",
            "vfsinfo",
            "vfslist",
            "vfsname");

    /** In the order in which abbreviations are tried. */
    private final List<Command> commands;

    public DotCommands(Shell shell) {
        this.shell = shell;
        settings = shell.settings;
        schema = new SchemaCommands(shell);
        outputs = new OutputCommands(shell);
        copies = new CopyCommands(shell);
        commands = List.of(
                new Command("backup", 3, copies::backup),
                new Command("bail", 3, words -> flag(words, "bail", on -> settings.bail = on)),
                new Command("binary", 3, words -> flag(words, "binary", on -> {})),
                new Command("cd", 2, this::directory),
                new Command(
                        "changes", 3, words -> flag(words, "changes", on -> settings.changes = on)),
                new Command("clone", 3, words -> new CloneCommand(shell).run(words)),
                new Command("databases", 2, schema::databases),
                new Command("dbinfo", 3, schema::information),
                new Command("dump", 1, words -> new DumpCommand(shell).run(words)),
                new Command("echo", 1, words -> flag(words, "echo", on -> settings.echo = on)),
                new Command("eqp", 1, this::plans),
                new Command("exit", 1, this::exit),
                new Command("explain", 1, this::explain),
                new Command("export", 4, words -> new ExportCommand(shell).run(words)),
                new Command("fullschema", 1, words -> new FullSchemaCommand(shell).run(words)),
                new Command(
                        "geopackage",
                        3,
                        words -> flag(
                                words, "geopackage", on -> shell.database().setGeoPackage(on))),
                new Command("headers", 1, this::headers),
                new Command("help", 1, words -> new Help(shell.output.sink()).run(words)),
                new Command("import", 3, words -> new ImportCommand(shell).run(words)),
                new Command("indices", 1, schema::indexes),
                new Command("indexes", 1, schema::indexes),
                new Command("limit", 5, words -> new LimitCommand(shell).run(words)),
                new Command("lint", 3, words -> new LintCommand(shell).run(words)),
                new Command("mode", 1, outputs::mode),
                new Command("nullvalue", 1, this::nullValue),
                new Command("open", 2, words -> new OpenCommand(shell).run(words)),
                new Command("output", 1, words -> outputs.redirect(words, false)),
                new Command("once", 1, words -> outputs.redirect(words, true)),
                new Command("page", 3, words -> new PageCommand(shell).run(words)),
                new Command("parameter", 3, words -> Parameters.run(shell, words)),
                new Command("print", 3, this::print),
                new Command("prompt", 1, this::prompt),
                new Command("quit", 1, words -> Shell.Outcome.QUIT),
                new Command("read", 3, this::read),
                new Command("recover", 3, words -> new RecoverCommand(shell).run(words)),
                new Command("restore", 3, copies::restore),
                new Command("save", 3, copies::backup),
                new Command("sha3sum", 4, words -> new HashCommand(shell).run(words)),
                new Command("schema", 1, schema::schema),
                new Command("scanstats", 3, this::counters),
                new Command("separator", 1, this::separator),
                new Command("shell", 1, outputs::system),
                new Command("system", 1, outputs::system),
                new Command("show", 1, outputs::show),
                new Command("tables", 2, schema::tables),
                new Command("timeout", 5, this::timeout),
                new Command("timer", 5, words -> flag(words, "timer", on -> settings.timer = on)),
                new Command("version", 1, this::version),
                new Command("width", 1, this::width));
    }

    /** All of them, for completion. */
    @Override
    public List<String> names() {
        return commands.stream().map(command -> "." + command.name).toList();
    }

    /** Runs a line that begins with a dot. */
    @Override
    public Shell.Outcome run(String line) {
        List<String> words = CommandWords.of(line);
        if (words.isEmpty()) {
            return Shell.Outcome.DONE;
        }
        Shell.Outcome outcome = action(words.getFirst()).run(words);
        shell.output.endCommand();
        return outcome;
    }

    private Action action(String word) {
        for (Command command : commands) {
            if (!word.isEmpty() && command.isMeant(word)) {
                return command.action;
            }
        }
        if (MISSING.contains(word)) {
            return _ -> failed("Error: ." + word + " is not supported");
        }
        return words -> failed("Error: unknown command or invalid arguments:  \"" + words.getFirst()
                + "\". Enter \".help\" for help");
    }

    private Shell.Outcome failed(String message) {
        shell.report(message);
        return Shell.Outcome.FAILED;
    }

    private Shell.Outcome usage(String usage) {
        return failed("Usage: " + usage);
    }

    /** Receives an on or off. */
    @FunctionalInterface
    private interface Switch {
        void set(boolean on);
    }

    private Shell.Outcome flag(List<String> words, String name, Switch target) {
        if (words.size() != 2) {
            return usage("." + name + " on|off");
        }
        target.set(isOn(shell, words.get(1)));
        return Shell.Outcome.DONE;
    }

    /** On, off, yes, no or a number; anything else is complained about and taken for no. */
    static boolean isOn(Shell shell, String word) {
        return booleanOrNumber(shell, word) != 0;
    }

    private static int booleanOrNumber(Shell shell, String word) {
        if (CommandWords.isInteger(word)) {
            return (int) CommandWords.integer(word);
        }
        if (word.equalsIgnoreCase("on") || word.equalsIgnoreCase("yes")) {
            return 1;
        }
        if (!word.equalsIgnoreCase("off") && !word.equalsIgnoreCase("no")) {
            shell.report("ERROR: Not a boolean value: \"" + word + "\". Assuming \"no\".");
        }
        return 0;
    }

    private Shell.Outcome directory(List<String> words) {
        shell.failIfSafe("run .cd");
        if (words.size() != 2) {
            return usage(".cd DIRECTORY");
        }
        return shell.changeDirectory(words.get(1))
                ? Shell.Outcome.DONE
                : failed("Cannot change to directory \"" + words.get(1) + "\"");
    }

    private Shell.Outcome plans(List<String> words) {
        if (words.size() != 2) {
            return usage(".eqp off|on|trace|trigger|full");
        }
        settings.autoPlan = switch (words.get(1)) {
            case "full" -> Settings.AutoPlan.FULL;
            case "trigger" -> Settings.AutoPlan.TRIGGER;
            default -> {
                int value = booleanOrNumber(shell, words.get(1));
                Settings.AutoPlan[] all = Settings.AutoPlan.values();
                yield all[Math.clamp(value, 0, all.length - 1)];
            }
        };
        return Shell.Outcome.DONE;
    }

    private Shell.Outcome counters(List<String> words) {
        if (words.size() != 2) {
            return usage(".scanstats on|off|vm");
        }
        if (words.get(1).equals("est")) {
            return failed("Error: .scanstats est is not supported: no estimates are kept");
        }
        settings.counting = words.get(1).equals("vm")
                ? Counting.INSTRUCTIONS
                : isOn(shell, words.get(1)) ? Counting.STEPS : Counting.NOTHING;
        return Shell.Outcome.DONE;
    }

    private Shell.Outcome exit(List<String> words) {
        int code = words.size() > 1 ? (int) CommandWords.integer(words.get(1)) : 0;
        if (code != 0) {
            throw new ShellExit(code & 0xff);
        }
        return Shell.Outcome.QUIT;
    }

    private Shell.Outcome explain(List<String> words) {
        boolean auto = words.size() > 1 && words.get(1).equals("auto");
        int value = words.size() < 2 ? 1 : auto ? 0 : booleanOrNumber(shell, words.get(1));
        if (value == 1) {
            if (settings.mode != Mode.EXPLAIN) {
                settings.normalMode = settings.mode;
                settings.mode = Mode.EXPLAIN;
                settings.autoExplain = false;
            }
        } else if (value == 0) {
            if (settings.mode == Mode.EXPLAIN) {
                settings.mode = settings.normalMode;
            }
            settings.autoExplain = auto;
        }
        return Shell.Outcome.DONE;
    }

    private Shell.Outcome headers(List<String> words) {
        return flag(words, "headers", on -> {
            settings.headers = on;
            settings.headersSet = true;
        });
    }

    private Shell.Outcome nullValue(List<String> words) {
        if (words.size() != 2) {
            return usage(".nullvalue STRING");
        }
        settings.nullValue = Settings.limited(words.get(1));
        return Shell.Outcome.DONE;
    }

    private Shell.Outcome print(List<String> words) {
        shell.output.sink().line(String.join(" ", words.subList(1, words.size())));
        return Shell.Outcome.DONE;
    }

    private Shell.Outcome prompt(List<String> words) {
        if (words.size() > 1) {
            shell.prompts.first = words.get(1);
        }
        if (words.size() > 2) {
            shell.prompts.next = words.get(2);
        }
        return Shell.Outcome.DONE;
    }

    private Shell.Outcome read(List<String> words) {
        shell.failIfSafe("run .read");
        if (words.size() != 2) {
            return usage(".read FILE");
        }
        String name = words.get(1);
        Boolean failed =
                name.startsWith("|") ? outputs.readCommand(name.substring(1)) : shell.runFile(name);
        if (failed == null) {
            return failed("Error: cannot open \"" + name + "\"");
        }
        return failed ? Shell.Outcome.FAILED : Shell.Outcome.DONE;
    }

    private Shell.Outcome separator(List<String> words) {
        if (words.size() >= 2) {
            settings.columnSeparator = Settings.limited(words.get(1));
        }
        if (words.size() >= 3) {
            settings.rowSeparator = Settings.limited(words.get(2));
        }
        return words.size() == 2 || words.size() == 3
                ? Shell.Outcome.DONE
                : usage(".separator COL ?ROW?");
    }

    private Shell.Outcome timeout(List<String> words) {
        long milliseconds = words.size() > 1 ? CommandWords.integer(words.get(1)) : 0;
        shell.database().execute("PRAGMA busy_timeout=" + (int) milliseconds);
        return Shell.Outcome.DONE;
    }

    private Shell.Outcome version(List<String> words) {
        shell.output.sink().line("sqlvm " + Shell.VERSION + " (SQLite " + Shell.DIALECT + ")");
        shell.output.sink().line("Java " + Runtime.version());
        if (shell.runtime() != null) {
            shell.output.sink().line(shell.runtime());
        }
        return Shell.Outcome.DONE;
    }

    private Shell.Outcome width(List<String> words) {
        settings.widths = words.stream()
                .skip(1)
                .mapToInt(word -> (int) CommandWords.integer(word))
                .toArray();
        return Shell.Outcome.DONE;
    }
}
