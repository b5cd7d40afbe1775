package org.sqlvm.test.queries;

import org.sqlvm.test.engines.TestEngine;

/** Interrupts statements that take too long; costs the fast ones next to nothing. */
final class Deadline implements AutoCloseable {
    private static final long PERIOD_MS = 100;

    private final long limitMs;
    private final Thread thread;
    private volatile TestEngine running;
    private volatile long end;
    private volatile boolean closed;

    Deadline(long limitMs) {
        this.limitMs = limitMs;
        thread = Thread.ofPlatform().daemon().name("deadline").start(this::watch);
    }

    /** The engine begins a statement. */
    void start(TestEngine engine) {
        running = engine;
        end = System.currentTimeMillis() + limitMs;
    }

    void stop() {
        running = null;
    }

    private void watch() {
        while (!closed) {
            try {
                Thread.sleep(PERIOD_MS);
            } catch (InterruptedException e) {
                return;
            }
            TestEngine engine = running;
            if (engine != null && System.currentTimeMillis() > end) {
                engine.interrupt();
            }
        }
    }

    @Override
    public void close() {
        closed = true;
        thread.interrupt();
    }
}
