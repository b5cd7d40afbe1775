package org.sqlvm.server.net;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.ByteChannel;

/** A connection of which another thread sees how long a client has not taken what it is sent. */
public final class TimedChannel implements ByteChannel {
    private static final long NEVER = Long.MAX_VALUE;

    private final ByteChannel channel;
    /** By {@link System#nanoTime}; NEVER if nothing is written. */
    private volatile long writesSince = NEVER;

    public TimedChannel(ByteChannel channel) {
        this.channel = channel;
    }

    /**
     * How long the write that goes on has taken so far, in nanoseconds; 0 if there is none.
     *
     * @param now by {@link System#nanoTime}
     */
    public long writingTime(long now) {
        long since = writesSince;
        return since == NEVER ? 0 : now - since;
    }

    @Override
    public int read(ByteBuffer target) throws IOException {
        return channel.read(target);
    }

    @Override
    public int write(ByteBuffer source) throws IOException {
        writesSince = System.nanoTime();
        try {
            return channel.write(source);
        } finally {
            writesSince = NEVER;
        }
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
