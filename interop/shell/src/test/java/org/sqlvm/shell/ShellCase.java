package org.sqlvm.shell;

import java.util.ArrayList;
import java.util.List;

/**
 * One call of the shell.
 *
 * @param arguments its command line; {@code DB} and {@code U16} stand for the two test databases
 *     and {@code DIR} for the folder they are in, in the input too
 * @param input the standard input
 */
record ShellCase(List<String> arguments, String input) {

    /** SQL as an argument. */
    static ShellCase query(String sql, String... options) {
        return arguments(sql, List.of(options), "DB");
    }

    /** SQL as an argument, over the database in UTF-16. */
    static ShellCase utf16(String sql, String... options) {
        return arguments(sql, List.of(options), "U16");
    }

    private static ShellCase arguments(String sql, List<String> options, String database) {
        List<String> all = new ArrayList<>(options);
        all.add(database);
        all.add(sql);
        return new ShellCase(List.copyOf(all), "");
    }

    /** SQL and dot-commands on the standard input. */
    static ShellCase script(String input, String... options) {
        List<String> all = new ArrayList<>(List.of(options));
        all.add("DB");
        return new ShellCase(List.copyOf(all), input);
    }

    /** The whole command line. */
    static ShellCase line(String... arguments) {
        return new ShellCase(List.of(arguments), "");
    }

    @Override
    public String toString() {
        return String.join(" ", arguments) + (input.isEmpty() ? "" : " <<< " + input.strip());
    }
}
