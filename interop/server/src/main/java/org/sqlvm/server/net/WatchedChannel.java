package org.sqlvm.server.net;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.ByteChannel;
import java.nio.channels.SocketChannel;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/**
 * A connection that is read ahead while a request is answered: so its end is noticed, and what has
 * come before that is there for the next request. One thread reads and writes.
 */
public final class WatchedChannel implements ByteChannel {
    /**
     * The maximum number of bytes that are read ahead. If a client has sent more, its end is not
     * noticed until these are read.
     */
    private static final int AHEAD_MAX = 16 << 10;

    private static final int PART = 4 << 10;

    private final SocketChannel channel;

    /** Guards all below. */
    private final ReentrantLock lock = new ReentrantLock();
    /** The thread that reads ahead has read something, or has ended. */
    private final Condition progress = lock.newCondition();
    /** The bytes that were read ahead, in the state for filling; null before that. */
    private ByteBuffer ahead;

    private boolean isReadingAhead;
    private boolean hasEnded;
    /** The action at the end of the input; null if the channel is not watched. */
    private Runnable onEnd;

    public WatchedChannel(SocketChannel channel) {
        this.channel = channel;
    }

    /**
     * Watches for the client's end. A thread that still reads ahead from the last time goes on.
     *
     * @param action is called by another thread, once, or by this one if the client has gone
     */
    public void watch(Runnable action) {
        boolean isGone;
        lock.lock();
        try {
            isGone = hasEnded;
            onEnd = action;
            if (ahead == null) {
                ahead = ByteBuffer.allocate(AHEAD_MAX);
            }
            if (!hasEnded && !isReadingAhead && ahead.remaining() >= PART) {
                isReadingAhead = true;
                Thread.ofVirtual().name("sqlvm-http-watcher").start(this::readAhead);
            }
        } finally {
            lock.unlock();
        }
        if (isGone) {
            action.run();
        }
    }

    /** The request has been answered. */
    public void unwatch() {
        lock.lock();
        try {
            onEnd = null;
        } finally {
            lock.unlock();
        }
    }

    private void readAhead() {
        ByteBuffer part = ByteBuffer.allocate(PART);
        boolean goesOn = true;
        while (goesOn) {
            int count;
            try {
                count = channel.read(part.clear());
            } catch (IOException e) {
                // It is closed, by us or by the network.
                count = -1;
            }
            goesOn = add(part.flip(), count < 0);
        }
    }

    /** Whether there is more to be read ahead. */
    private boolean add(ByteBuffer part, boolean isEnd) {
        Runnable action = null;
        boolean goesOn;
        lock.lock();
        try {
            ahead.put(part);
            hasEnded = isEnd;
            // The next part must have room.
            goesOn = !isEnd && onEnd != null && ahead.remaining() >= PART;
            isReadingAhead = goesOn;
            if (isEnd) {
                action = onEnd;
                onEnd = null;
            }
            progress.signalAll();
        } finally {
            lock.unlock();
        }
        if (action != null) {
            action.run();
        }
        return goesOn;
    }

    @Override
    public int read(ByteBuffer target) throws IOException {
        lock.lock();
        try {
            while (isReadingAhead && ahead.position() == 0) {
                progress.awaitUninterruptibly();
            }
            if (ahead != null && ahead.position() > 0) {
                return takeAhead(target);
            }
            if (hasEnded) {
                return -1;
            }
        } finally {
            lock.unlock();
        }
        return channel.read(target);
    }

    private int takeAhead(ByteBuffer target) {
        ahead.flip();
        int count = Math.min(target.remaining(), ahead.remaining());
        target.put(target.position(), ahead, ahead.position(), count);
        target.position(target.position() + count);
        ahead.position(ahead.position() + count);
        ahead.compact();
        return count;
    }

    @Override
    public int write(ByteBuffer source) throws IOException {
        return channel.write(source);
    }

    @Override
    public boolean isOpen() {
        return channel.isOpen();
    }

    @Override
    public void close() throws IOException {
        channel.close();
    }
}
