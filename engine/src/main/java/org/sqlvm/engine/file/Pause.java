package org.sqlvm.engine.file;

/** How a connection waits for a lock, so that the embedder can make the wait interruptible. */
@FunctionalInterface
public interface Pause {
    /**
     * Sleeps in the calling thread; an interrupt is left in the thread's flag and ends the wait.
     */
    Pause THREAD_SLEEP = millis -> {
        try {
            Thread.sleep(millis);
            return true;
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
            return false;
        }
    };

    /**
     * Waits for {@code millis} milliseconds.
     *
     * @return false to give up: the statement ends with SQLITE_INTERRUPT
     */
    boolean sleep(long millis);
}
