package org.sqlvm.server.rows;

import org.sqlvm.server.message.MessageWriter;
import org.sqlvm.server.message.Messages.Backend;

import java.nio.ByteBuffer;
import java.nio.channels.WritableByteChannel;

/** The stream of COPY … TO STDOUT: a message for each write. */
public final class CopyDataChannel implements WritableByteChannel {
    private final MessageWriter out;

    public CopyDataChannel(MessageWriter out) {
        this.out = out;
    }

    @Override
    public int write(ByteBuffer source) {
        int count = source.remaining();
        out.send(Backend.COPY_DATA, source);
        return count;
    }

    @Override
    public boolean isOpen() {
        return true;
    }

    /** The connection goes on. */
    @Override
    public void close() {}
}
