package org.sqlvm.warm;

import java.io.IOException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/**
 * Asks a client whether its program may read, or write, the terminal now. A client that is stopped
 * does not answer. One in the background stops itself before a read, as the system stops a process
 * that reads there: it does not know that this process reads for another.
 */
final class Turns {
    /** Those of streams that are no terminals. */
    static final Turns FREE = new Turns(null, Client.READS);

    /** Output that follows so soon is not asked for again. */
    private static final long WRITES_NS = 10_000_000;

    private static final long LOOK_MS = 100;

    private final Client client;
    private final byte question;
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition answered = lock.newCondition();
    private boolean isAsked;
    private long grantedNs;
    private int grants;
    private boolean isDenied;
    private volatile boolean isEnded;

    /**
     * @param client null to ask for nothing
     * @param question {@link Client#READS} or {@link Client#WRITES}
     */
    Turns(Client client, byte question) {
        this.client = client;
        this.question = question;
        grantedNs = System.nanoTime() - WRITES_NS;
    }

    /** Waits until the program may write. */
    void awaitWrite() throws IOException {
        if (client != null && System.nanoTime() - grantedNs > WRITES_NS) {
            await(Integer.MAX_VALUE);
        }
    }

    /**
     * Waits until the program may read.
     *
     * @return false if it may not within the time
     */
    boolean awaitRead(int timeoutMs) throws IOException {
        return client == null || await(timeoutMs);
    }

    private boolean await(int timeoutMs) throws IOException {
        lock.lock();
        try {
            int before = grants;
            if (!isAsked) {
                isAsked = true;
                client.ask(question);
            }
            long deadlineNs = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(timeoutMs);
            while (grants == before && !isEnded) {
                long leftNs = deadlineNs - System.nanoTime();
                if (leftNs <= 0) {
                    return false;
                }
                answered.awaitNanos(Math.min(leftNs, TimeUnit.MILLISECONDS.toNanos(LOOK_MS)));
            }
            if (isDenied) {
                throw new IOException("Input/output error");
            }
            return true;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        } finally {
            lock.unlock();
        }
    }

    /** The client has answered. */
    void answer(boolean isGranted) {
        lock.lock();
        try {
            isDenied = !isGranted;
            isAsked = false;
            grants++;
            grantedNs = System.nanoTime();
            answered.signalAll();
        } finally {
            lock.unlock();
        }
    }

    /** The client is asked no more. */
    void end() {
        isEnded = true;
    }
}
