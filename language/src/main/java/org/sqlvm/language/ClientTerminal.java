package org.sqlvm.language;

import java.io.IOException;
import java.util.function.IntPredicate;

/**
 * The terminal of a program that has no process of its own: its client has it, so the system sends
 * neither signals nor changes of the window to this process.
 */
public interface ClientTerminal {
    /** Signals of Linux that come from a terminal. */
    int INTERRUPT = 2;

    int CONTINUE = 18;
    int WINDOW = 28;

    /** Returns the modes of the terminal, a {@code struct termios}. */
    byte[] mode() throws IOException;

    void setMode(byte[] mode) throws IOException;

    int rows() throws IOException;

    int columns() throws IOException;

    /**
     * Waits for something typed, and as long as the client is stopped or in the background.
     *
     * @return whether there is something to read, or the program is to end
     */
    boolean awaitInput(int timeoutMs) throws IOException;

    /** Stops the client and those of its job, as Ctrl-Z does. */
    void suspend() throws IOException;

    /**
     * @param handler gets the client's signals; returns false for one that is to end the program
     */
    void onSignal(IntPredicate handler);
}
