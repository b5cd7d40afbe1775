package org.sqlvm.engine.file;

import java.time.Duration;
import java.time.temporal.ChronoUnit;

/** How a connection waits for a lock, so that the embedder can make the wait interruptible. */
@FunctionalInterface
public interface Pause {
    /**
     * Sleeps in the calling thread; an interrupt is left in the thread's flag and ends the wait.
     */
    Pause THREAD_SLEEP = micros -> {
        try {
            Thread.sleep(Duration.of(micros, ChronoUnit.MICROS));
            return true;
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
            return false;
        }
    };

    /**
     * Waits for {@code micros} microseconds.
     *
     * @return false to give up: the statement ends with SQLITE_INTERRUPT
     */
    boolean sleep(long micros);
}
