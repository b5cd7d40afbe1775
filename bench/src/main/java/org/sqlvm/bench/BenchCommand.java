package org.sqlvm.bench;

import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;

/** A benchmark with options of its own, which prints a table and saves what it has measured. */
public abstract class BenchCommand implements Callable<Integer> {
    /** Prints the table, and says what is being measured. */
    protected final PrintStream out;

    /** The folder for what is saved; null if nothing is. */
    @Option(
            names = "--results",
            order = 1,
            description = "folder for JSON, tables and plots (default: none)")
    protected Path results;

    @Spec
    private CommandSpec spec;

    protected BenchCommand(PrintStream out) {
        this.out = out;
    }

    /** Parses the options and runs the benchmark; returns the exit code. */
    public final int run(String... arguments) {
        return new CommandLine(this).setCaseInsensitiveEnumValuesAllowed(true).execute(arguments);
    }

    /** The machine and the options, for the head of the page, in the order of the lines. */
    protected Map<String, Object> facts() throws IOException {
        return Machine.facts();
    }

    /** Prints a table, and saves it and what was measured if that is wanted. */
    protected final void publish(String name, String table, Object measured) throws IOException {
        out.print(table);
        if (results != null) {
            Map<String, Object> page = new LinkedHashMap<>(facts());
            page.put("measured", measured);
            ResultPage.write(results, name, table, page);
        }
    }

    /** @throws ParameterException if one of {@code names} is not known */
    protected final void check(String kind, List<String> names, List<String> known) {
        for (String name : names) {
            if (!known.contains(name)) {
                throw wrong("no " + kind + " " + name + ": there are " + known);
            }
        }
    }

    /** The error for options that do not go together. */
    protected final ParameterException wrong(String message) {
        return new ParameterException(spec.commandLine(), message);
    }
}
