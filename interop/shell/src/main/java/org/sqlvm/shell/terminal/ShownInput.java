package org.sqlvm.shell.terminal;

import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;

/** A file that is read once from its beginning to its end, with a bar that shows how far. */
public final class ShownInput extends FilterInputStream {
    private final Activity activity;
    private final long size;
    private long position;

    private ShownInput(InputStream in, long size, Activity activity) {
        super(in);
        this.size = size;
        this.activity = activity;
    }

    public static ShownInput open(Path file, Activity activity) throws IOException {
        return new ShownInput(Files.newInputStream(file), Files.size(file), activity);
    }

    @Override
    public int read() throws IOException {
        int value = super.read();
        count(value < 0 ? 0 : 1);
        return value;
    }

    @Override
    public int read(byte[] target, int offset, int length) throws IOException {
        int count = super.read(target, offset, length);
        count(count);
        return count;
    }

    private void count(int bytes) {
        position += Math.max(0, bytes);
        if (size > 0) {
            activity.done((double) position / size);
        }
    }
}
