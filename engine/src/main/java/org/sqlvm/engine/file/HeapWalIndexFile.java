package org.sqlvm.engine.file;

import java.util.Arrays;
import java.util.function.Supplier;

/**
 * The content of a {@code -shm} file on the heap, for a connection that has the database alone
 * (sqlite.org/wal.html section 8). Its locks are against itself.
 */
public final class HeapWalIndexFile implements WalIndexFile {
    private byte[] bytes = {};
    private int end;
    private final int[] shared = new int[LOCK_COUNT];
    private final boolean[] exclusive = new boolean[LOCK_COUNT];
    private boolean writeKept;
    private Object companion;

    @Override
    public void read(byte[] target, long position) {
        int count = (int) Math.clamp(end - position, 0L, (long) target.length);
        if (count > 0) {
            System.arraycopy(bytes, (int) position, target, 0, count);
        }
        Arrays.fill(target, count, target.length, (byte) 0);
    }

    @Override
    public void write(byte[] source, int offset, int length, long position) {
        int behind = Math.toIntExact(position + length);
        if (behind > bytes.length) {
            bytes = Arrays.copyOf(bytes, Math.max(behind, 2 * bytes.length));
        }
        System.arraycopy(source, offset, bytes, (int) position, length);
        end = Math.max(end, behind);
    }

    @Override
    public boolean isReadOnly() {
        return false;
    }

    @Override
    public boolean lock(int number, boolean alone) {
        if (exclusive[number]
                || (writeKept && number == WRITE_LOCK)
                || (alone && shared[number] > 0)) {
            return false;
        }
        exclusive[number] = alone;
        shared[number] += alone ? 0 : 1;
        return true;
    }

    @Override
    public void unlock(int number, boolean alone) {
        assert alone ? exclusive[number] : shared[number] > 0 : number;
        if (alone) {
            exclusive[number] = false;
        } else {
            shared[number]--;
        }
    }

    @Override
    public void keepWriteLock() {
        exclusive[WRITE_LOCK] = false;
        writeKept = true;
    }

    @Override
    public boolean joinWriteLock() {
        boolean isFree = !exclusive[WRITE_LOCK];
        exclusive[WRITE_LOCK] = true;
        return isFree;
    }

    @Override
    public void dropWriteLock() {
        writeKept = false;
    }

    @Override
    public Object shared(Supplier<Object> maker) {
        if (companion == null) {
            companion = maker.get();
        }
        return companion;
    }

    @Override
    public void close() {
        Arrays.fill(shared, 0);
        Arrays.fill(exclusive, false);
        writeKept = false;
        bytes = new byte[0];
        end = 0;
    }
}
