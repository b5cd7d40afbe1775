package org.sqlvm.shell.terminal;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** The destination of results: the standard output, or the one that .output or .once has set. */
public final class Output {
    private final ByteSink standard;
    private final ByteSink error;
    private ByteSink sink;
    private Process pipe;
    private String name = "";
    /** Inputs until .once ends, counting the .once itself; 0 means for good. */
    private int inputsLeft;

    /** Starts a command of the operating system in the shell's folder. */
    @FunctionalInterface
    public interface CommandStarter {
        /** @param inherited the standard streams that the command takes over, 0 to 2 */
        Process start(String command, int... inherited) throws IOException;
    }

    public Output(ByteSink standard, ByteSink error) {
        this.standard = standard;
        this.error = error;
        sink = standard;
    }

    public ByteSink sink() {
        return sink;
    }

    public ByteSink standard() {
        return standard;
    }

    /** The name that .show prints. */
    public String name() {
        return name.isEmpty() ? "stdout" : name;
    }

    public void flush() {
        sink.flush();
        standard.flush();
    }

    /** Redirects output to the standard output again. */
    public void reset() {
        ByteSink old = sink;
        sink = standard;
        name = "";
        if (old != standard && old != error) {
            old.close();
        }
        if (pipe != null) {
            try {
                pipe.waitFor();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
            pipe = null;
        }
    }

    /** The next output goes elsewhere, only up to the next input or until told otherwise. */
    public void expectOnce(boolean once) {
        inputsLeft = once ? 2 : 0;
    }

    public void endCommand() {
        if (inputsLeft > 0 && --inputsLeft == 0) {
            reset();
        }
    }

    /** SQL has been run: that was the one input that .once was for. */
    public void endOnce() {
        if (inputsLeft > 0) {
            inputsLeft = 0;
            reset();
        }
    }

    /**
     * Sends output to a file, to {@code stdout} or {@code stderr}, or to a command.
     *
     * @param target the name the user gave
     * @param file the same with the path of its directory
     * @param starter starts the command
     * @return false if it cannot be written
     */
    public boolean redirect(String target, Path file, CommandStarter starter) {
        switch (target) {
            case "stdout" -> sink = standard;
            case "stderr" -> sink = error;
            default -> {
                try {
                    sink = target.startsWith("|")
                            ? command(target.substring(1), starter)
                            : new ByteSink(Files.newOutputStream(file));
                } catch (IOException e) {
                    return false;
                }
            }
        }
        name = target;
        return true;
    }

    private ByteSink command(String command, CommandStarter starter) throws IOException {
        standard.flush();
        pipe = starter.start(command, 1, 2);
        return new ByteSink(pipe.getOutputStream());
    }
}
