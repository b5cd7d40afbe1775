package org.sqlvm.engine.file;

import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;

/** How a connection waits for a lock, so that the embedder can make the wait interruptible. */
@FunctionalInterface
public interface Pause {
    /** Blocks the calling thread; an interrupt is left in the thread's flag and ends the wait. */
    Pause BLOCKING = (calls, micros) -> {
        try {
            calls.tryAcquire(micros, TimeUnit.MICROSECONDS);
            return true;
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
            return false;
        }
    };

    /**
     * Waits until {@code calls} has a permit, and takes it, or until {@code micros} microseconds
     * are over.
     *
     * @return false to give up: the statement ends with SQLITE_INTERRUPT
     */
    boolean await(Semaphore calls, long micros);
}
