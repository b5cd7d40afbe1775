package org.sqlvm.engine.file;

import java.util.ArrayDeque;
import java.util.concurrent.Semaphore;
import java.util.concurrent.locks.ReentrantLock;

/**
 * The connections of this process that wait to write to one file, in the order in which they came.
 * Only the first tries to get the lock; the others sleep until they are the first. Who gives the
 * lock back wakes it, so that none of them has to look again and again, unless it is another
 * process that has the lock. Any number of threads may use this.
 */
public final class WriterQueue {
    private final ReentrantLock guard = new ReentrantLock();
    private final ArrayDeque<Place> places = new ArrayDeque<>();

    /** The head of {@link #places}; null for none. */
    private volatile Place first;

    /** A connection of this process has the lock, and calls when it gives it back. */
    private volatile boolean held;

    /** One that waits. */
    public final class Place implements AutoCloseable {
        private final Semaphore calls = new Semaphore(0);

        private Place() {}

        /** Whether no other connection of this process has waited longer. */
        public boolean isFirst() {
            return first == this;
        }

        /** Whether it is called when it is time to look; else another process may have the lock. */
        public boolean isCalled() {
            return held || first != this;
        }

        /** Has a permit when it is time to look whether the lock is free. */
        public Semaphore calls() {
            return calls;
        }

        /** Waits no longer. */
        @Override
        public void close() {
            guard.lock();
            try {
                places.remove(this);
                first = places.peekFirst();
            } finally {
                guard.unlock();
            }
        }
    }

    public boolean isEmpty() {
        return first == null;
    }

    /** Joins the queue behind those who wait already, until the result is closed. */
    public Place join() {
        Place place = new Place();
        guard.lock();
        try {
            places.add(place);
            first = places.peekFirst();
        } finally {
            guard.unlock();
        }
        return place;
    }

    /** A connection of this process has got the lock. */
    public void granted() {
        held = true;
    }

    /** Notes that the holder has released the lock, and calls the first in the queue. */
    public void released() {
        held = false;
        callFirst();
    }

    /** Has the first look whether the lock is free. */
    public void callFirst() {
        Place place = first;
        if (place != null) {
            place.calls.release();
        }
    }
}
