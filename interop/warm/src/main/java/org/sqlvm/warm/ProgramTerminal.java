package org.sqlvm.warm;

import org.sqlvm.columns.Descriptor;
import org.sqlvm.language.ClientTerminal;

import java.io.IOException;
import java.util.function.IntPredicate;

/** The terminal that a client has passed as its standard input. */
final class ProgramTerminal implements ClientTerminal {
    private final PassedStream stream;
    private final Descriptor descriptor;
    private final Client client;
    private volatile IntPredicate handler = _ -> false;
    private volatile boolean isLost;

    ProgramTerminal(PassedStream stream, Client client) {
        this.stream = stream;
        this.descriptor = stream.descriptor();
        this.client = client;
    }

    /** Gives a signal to the program; returns false if it ends the program. */
    boolean handle(int signal) {
        return handler.test(signal);
    }

    /** The client has gone, and another process has the terminal. */
    void lose() {
        isLost = true;
    }

    @Override
    public byte[] mode() throws IOException {
        return descriptor.terminalMode();
    }

    @Override
    public void setMode(byte[] mode) throws IOException {
        // In the background this stops the client, as it stops a process.
        stream.awaitTurn();
        if (!isLost) {
            descriptor.setTerminalMode(mode);
        }
    }

    @Override
    public int rows() throws IOException {
        return descriptor.terminalSize()[0];
    }

    @Override
    public int columns() throws IOException {
        return descriptor.terminalSize()[1];
    }

    @Override
    public boolean awaitInput(int timeoutMs) throws IOException {
        return stream.awaitReadable(timeoutMs);
    }

    @Override
    public void suspend() {
        client.suspend();
    }

    @Override
    public void onSignal(IntPredicate taker) {
        handler = taker;
    }
}
