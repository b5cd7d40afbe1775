package org.sqlvm.build;

import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.regex.PatternSyntaxException;

/**
 * The arguments of a command for developers. The usage says which options there are:
 * {@code [--name]} is a flag, {@code [--name VALUE]} has a value.
 */
public final class CommandLine {
    private static final Pattern OPTION = Pattern.compile("\\[(--[a-z-]+)( [^\\]]+)?\\]");

    private static final int MISUSED = 2;

    private final Map<String, String> values = new HashMap<>();
    private final List<String> words = new ArrayList<>();

    /** A command's work. */
    @FunctionalInterface
    public interface Command {
        /** Returns whether all was as it should be. */
        boolean run(CommandLine line) throws Exception;
    }

    /** The arguments are none of the command's; the message says why. */
    public static final class MisuseException extends IllegalArgumentException {
        private static final long serialVersionUID = 1;

        /** With its message. */
        public MisuseException(String message) {
            super(message);
        }
    }

    /**
     * Reads arguments.
     *
     * @throws MisuseException if an option is not in the usage, or has no value
     */
    public CommandLine(String usage, List<String> arguments) {
        Map<String, Boolean> options = new HashMap<>();
        Matcher found = OPTION.matcher(usage);
        while (found.find()) {
            options.put(found.group(1), found.group(2) != null);
        }
        for (int i = 0; i < arguments.size(); i++) {
            String word = arguments.get(i);
            if (!word.startsWith("--")) {
                words.add(word);
            } else if (!options.containsKey(word)) {
                throw new MisuseException("unknown option " + word);
            } else if (!options.get(word)) {
                values.put(word, "");
            } else if (++i < arguments.size()) {
                values.put(word, arguments.get(i));
            } else {
                throw new MisuseException(word + " needs a value");
            }
        }
    }

    /**
     * Runs a command. {@code --help} prints the usage alone.
     *
     * @param arguments the first is the launcher's, and the first of the words
     * @return the process's exit code: 0, 1 if the command has found something, 2 after an error in
     *     the arguments
     */
    public static int run(
            String usage, String[] arguments, PrintStream out, PrintStream errors, Command command)
            throws Exception {
        List<String> all = List.of(arguments);
        List<String> own = all.subList(Math.min(1, all.size()), all.size());
        if (own.contains("--help") || own.contains("-h")) {
            out.print(usage);
            return 0;
        }
        try {
            CommandLine line = new CommandLine(usage, own);
            line.words.addAll(0, all.subList(0, all.size() - own.size()));
            return command.run(line) ? 0 : 1;
        } catch (MisuseException e) {
            errors.print("error: " + e.getMessage() + '\n' + usage);
            return MISUSED;
        }
    }

    /** Returns the arguments that are no options. */
    public List<String> words() {
        return words;
    }

    /** Returns whether an option was given. */
    public boolean has(String option) {
        return values.containsKey(option);
    }

    /** Returns an option's value. */
    public String text(String option, String otherwise) {
        return values.getOrDefault(option, otherwise);
    }

    /** Returns an option's value, a whole number. */
    public long number(String option, long otherwise) {
        String value = values.get(option);
        try {
            return value == null ? otherwise : Long.parseLong(value);
        } catch (NumberFormatException e) {
            throw new MisuseException(option + ": " + value + " is no number");
        }
    }

    /** Returns an option's value, a number of things. */
    public int count(String option, int otherwise) {
        long value = number(option, otherwise);
        if (value < 1 || value > Integer.MAX_VALUE) {
            throw new MisuseException(option + ": " + value + " is out of range");
        }
        return (int) value;
    }

    /** Returns an option's value, a regular expression. */
    public Pattern pattern(String option, String otherwise) {
        String value = text(option, otherwise);
        try {
            return Pattern.compile(value);
        } catch (PatternSyntaxException e) {
            throw new MisuseException(option + ": " + value + " is no regular expression");
        }
    }

    /** Returns the words from an index on as files, which are there. */
    public List<Path> files(int first) {
        List<Path> files = new ArrayList<>();
        for (String word : words.subList(first, words.size())) {
            if (!Files.exists(Path.of(word))) {
                throw new MisuseException("no such file or folder: " + word);
            }
            files.add(Path.of(word));
        }
        return files;
    }
}
