package org.sqlvm.shell.terminal;

import java.util.Locale;
import java.util.concurrent.locks.LockSupport;
import java.util.concurrent.locks.ReentrantLock;

/**
 * Shows a bar and the time on the terminal once something has run for a second. It disappears as
 * soon as anything else is printed. The bar grows if the completed share is known. Otherwise, as
 * for statements, it moves to and fro.
 */
public final class Progress implements AutoCloseable {
    private static final long DELAY_NANOS = 1_000_000_000L;
    private static final long STEP_NANOS = 100_000_000L;
    private static final int BAR_SIZE = 20;
    private static final int BLOCK_SIZE = 4;
    private static final String CLEAR = "\r\u001b[K";

    private final ByteSink terminal;
    /** Guards what is written, {@link #visible} and the change of {@link #ended}. */
    private final ReentrantLock writing = new ReentrantLock();

    private final long begun = System.nanoTime();
    private final Thread thread;
    private boolean visible;
    private volatile boolean ended;
    /** The completed share, from 0 to 1; negative if it is not known. */
    private volatile double share = -1;

    /** @param terminal used only here while this is open */
    Progress(ByteSink terminal) {
        this.terminal = terminal;
        thread = Thread.ofPlatform().daemon().name("sqlvm-progress").unstarted(this::show);
    }

    static Progress start(ByteSink terminal) {
        Progress progress = new Progress(terminal);
        progress.thread.start();
        return progress;
    }

    private void show() {
        LockSupport.parkNanos(DELAY_NANOS);
        for (int step = 0; !ended; step++) {
            draw(step);
            LockSupport.parkNanos(STEP_NANOS);
        }
    }

    private void draw(int step) {
        double seconds = (System.nanoTime() - begun) / 1e9;
        String line =
                bar(step, share) + String.format(Locale.ROOT, " %.1f s  Ctrl-C stops it", seconds);
        writing.lock();
        try {
            if (!ended) {
                terminal.put(CLEAR).put(line).flush();
                visible = true;
            }
        } finally {
            writing.unlock();
        }
    }

    public static String bar(int step, double share) {
        if (share < 0) {
            int way = BAR_SIZE - BLOCK_SIZE;
            int at = Math.abs((step + way) % (2 * way) - way);
            return "░".repeat(at) + "█".repeat(BLOCK_SIZE) + "░".repeat(way - at);
        }
        double part = Math.min(share, 1);
        int filled = (int) (part * BAR_SIZE);
        return "█".repeat(filled)
                + "░".repeat(BAR_SIZE - filled)
                + String.format(Locale.ROOT, " %d %%", (int) (part * 100));
    }

    /** Sets the completed share, from 0 to 1. */
    void done(double part) {
        share = part;
    }

    boolean isEnded() {
        return ended;
    }

    /** Takes the bar away for good. */
    @Override
    public void close() {
        writing.lock();
        try {
            if (ended) {
                return;
            }
            ended = true;
            if (visible) {
                terminal.put(CLEAR).flush();
            }
        } finally {
            writing.unlock();
        }
        LockSupport.unpark(thread);
    }
}
