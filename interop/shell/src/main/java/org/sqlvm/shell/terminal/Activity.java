package org.sqlvm.shell.terminal;

import org.sqlvm.api.SqlvmException;
import org.sqlvm.api.Statement;

import java.util.function.Supplier;

/**
 * The shell's current work, which Ctrl-C stops, and its progress on the terminal. Only the user's
 * statement is interrupted, so that its transaction stays open; a command ends at its next call of
 * {@link #check}.
 */
public final class Activity {
    public static final int INTERRUPT = 9;

    /** The terminal on which progress is shown, or null. */
    private ByteSink terminal;

    private final Output output;
    private final ByteSink error;
    /** The progress of the current or last input; or null. */
    private Progress progress;

    /** The user's statement while it runs. */
    private volatile Statement statement;

    private volatile boolean stopped;

    public Activity(Output output, ByteSink error) {
        this.output = output;
        this.error = error;
    }

    /** Shows on {@code target} that an input runs, if it runs long. */
    public void showOn(ByteSink target) {
        terminal = target;
    }

    /** The user has typed something: what was stopped is over. */
    public void begin() {
        stopped = false;
    }

    /** Does a piece of work with its progress shown, unless that of a larger one is. */
    public <T> T during(Supplier<T> work) {
        if (terminal == null || (progress != null && !progress.isEnded())) {
            return work.get();
        }
        try (Progress shown = Progress.start(terminal)) {
            progress = shown;
            output.standard().beforeWriting(shown::close);
            error.beforeWriting(shown::close);
            return work.get();
        }
    }

    /** Sets the share of the work that is done, from 0 to 1. */
    public void done(double share) {
        if (progress != null) {
            progress.done(share);
        }
    }

    /** Another program takes the terminal. */
    public void hide() {
        if (progress != null) {
            progress.close();
        }
    }

    /** A statement of the user's begins to run; null when it has ended. */
    public void run(Statement begun) {
        statement = begun;
    }

    /**
     * Stops what runs; any thread may call.
     *
     * @return whether that is a statement of the user's
     */
    public boolean stop() {
        stopped = true;
        Statement running = statement;
        if (running == null) {
            return false;
        }
        running.interrupt();
        return true;
    }

    public boolean isStopped() {
        return stopped;
    }

    /** @throws SqlvmException SQLITE_INTERRUPT if the user has stopped what runs */
    public void check() {
        if (stopped) {
            throw new SqlvmException("interrupted", INTERRUPT, -1, null);
        }
    }
}
