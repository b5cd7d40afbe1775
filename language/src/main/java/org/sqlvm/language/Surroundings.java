package org.sqlvm.language;

import org.graalvm.polyglot.Context;
import org.graalvm.polyglot.Source;

import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Map;
import java.util.function.UnaryOperator;

/**
 * A program's standard streams, folder, environment and exit: those of the process, or in a process
 * that runs the programs of several clients, those of one client. The main classes of the shell, of
 * Python and of JavaScript ask here and not {@link System}.
 */
public interface Surroundings {
    /**
     * Returns whether the process is the program's own, so that child processes inherit from it.
     */
    boolean isOwnProcess();

    /** The folder in which relative file names start; absolute. */
    Path folder();

    /** The environment variables. */
    Map<String, String> environment();

    InputStream in();

    OutputStream out();

    OutputStream error();

    /**
     * Returns whether a standard stream is a terminal.
     *
     * @param stream 0 to 2
     */
    boolean isTerminal(int stream);

    /**
     * Makes a context for the program, trusted with everything.
     *
     * @param engineOptions for an engine of its own; an engine that is shared has its options
     * @param more sets what the language needs
     * @param languages those permitted; empty for all
     */
    Context context(
            Map<String, String> engineOptions,
            UnaryOperator<Context.Builder> more,
            String... languages);

    /**
     * Starts a command of the operating system.
     *
     * @param inherited the standard streams that the command takes over, 0 to 2
     */
    Process start(ProcessBuilder command, int... inherited) throws IOException;

    /** Ends the program, without its last actions. */
    void exit(int code);

    /**
     * Sends a signal to a program without a process of its own: what it has set for that runs soon,
     * or the signal ends it.
     */
    default void signal(int number) {
        throw new UnsupportedOperationException("the process has its signals");
    }

    /**
     * Returns the terminal of a program without a process of its own, if its standard input and
     * output are one; or null.
     */
    default ClientTerminal terminal() {
        return null;
    }

    /** Takes the program's own text. A process that runs several programs keeps its code. */
    default void keep(Source source) {}

    /** Returns the value of an environment variable; null if it is not set. */
    default String variable(String name) {
        return environment().get(name);
    }

    /** Returns the path of a file, which may be relative to the folder. */
    default Path path(String name) {
        return isOwnProcess() ? Path.of(name) : folder().resolve(name);
    }

    /** Prints a line on standard error. */
    default void report(String line) {
        try {
            error().write((line + System.lineSeparator()).getBytes(StandardCharsets.UTF_8));
            error().flush();
        } catch (IOException e) {
            // Standard error is closed: there is no reader.
        }
    }

    /** Returns those of this process. */
    static Surroundings ofProcess() {
        // Not System.out: its layers encode characters and flush.
        return ofProcess(
                new FileOutputStream(FileDescriptor.out), new FileOutputStream(FileDescriptor.err));
    }

    /** Returns those of this process, with other streams for what the program prints. */
    static Surroundings ofProcess(OutputStream out, OutputStream error) {
        return new ProcessSurroundings(out, error);
    }
}
