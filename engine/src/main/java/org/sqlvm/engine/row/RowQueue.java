package org.sqlvm.engine.row;

import com.oracle.truffle.api.CompilerDirectives.TruffleBoundary;

import org.sqlvm.engine.data.Blob;
import org.sqlvm.engine.data.Bytes;
import org.sqlvm.engine.data.JsonText;
import org.sqlvm.engine.data.Text;
import org.sqlvm.engine.data.ValueKind;
import org.sqlvm.engine.file.TemporaryBytes;
import org.sqlvm.engine.file.Workspace;

import java.util.Arrays;

/**
 * A queue of rows: the pending work of a recursive query. They are unboxed in a ring as long as the
 * workspace has room. Later rows go to a file, until all of these have been taken.
 *
 * <p>Use: {@link #beginRow}, {@link #set} for all columns and {@link #endRow} for each row to add;
 * {@link #take}, then {@link #kind} and the getter of that kind for each row to take.
 */
public final class RowQueue implements AutoCloseable {
    /** Rows; a power of two. */
    private static final int CAPACITY_MIN = 16;

    /** The size of a text or a blob beside its bytes, with the reference. */
    private static final int OBJECT_SIZE = 48;

    private final int width;
    private final Workspace workspace;

    /** By slot and column. Behind the ring is one slot more, for rows on their way to the file. */
    private byte[] kinds;

    private long[] numbers;
    private Object[] objects;

    /** Slots of the ring; a power of two. */
    private int capacity;

    /** The slot of the first row, and the number of rows in the ring. */
    private int head;

    private int count;

    /** The ring may have this number of rows; none while rows are in the file. */
    private int room;

    /**
     * The size of the texts and blobs in the ring, and the size at which the workspace is asked.
     */
    private long objectBytes;

    private long objectRoom;

    /** Where the values of the row begin that comes, and of the one that was taken. */
    private int coming;

    private int current;

    /** Bytes counted in the workspace. */
    private long taken;

    /** The rows behind those in the ring; null if there are none. */
    private Overflow overflow;

    /** @param width columns of a row */
    public RowQueue(int width, Workspace workspace) {
        this.width = width;
        this.workspace = workspace;
        allocate(CAPACITY_MIN);
        room = capacity;
        objectRoom = objectLimit();
    }

    private void allocate(int rows) {
        capacity = rows;
        kinds = new byte[(rows + 1) * width];
        numbers = new long[(rows + 1) * width];
        objects = new Object[(rows + 1) * width];
    }

    private long objectLimit() {
        return objectBytes + workspace.limit() / 32;
    }

    public void beginRow() {
        if (count < room && objectBytes <= objectRoom) {
            coming = ((head + count) & (capacity - 1)) * width;
        } else {
            makeRoom();
        }
    }

    @TruffleBoundary
    private void makeRoom() {
        if (overflow == null && reserve()) {
            coming = ((head + count) & (capacity - 1)) * width;
            return;
        }
        if (overflow == null) {
            overflow = new Overflow(width, workspace);
            room = 0;
        }
        coming = capacity * width;
    }

    /** Makes the ring larger if it is full; false if the workspace has no room. */
    private boolean reserve() {
        recount();
        boolean full = count == capacity;
        long more = full ? (long) capacity * width * (1 + Long.BYTES + Integer.BYTES) : 0;
        if (!workspace.mayGrow(taken, more) || (full && 2L * capacity * width > 1 << 30)) {
            return false;
        }
        if (full) {
            grow();
            recount();
        }
        room = capacity;
        objectRoom = objectLimit();
        return true;
    }

    private void grow() {
        byte[] oldKinds = kinds;
        long[] oldNumbers = numbers;
        Object[] oldObjects = objects;
        int first = head * width;
        int firstLength = (capacity - head) * width;
        allocate(2 * capacity);
        System.arraycopy(oldKinds, first, kinds, 0, firstLength);
        System.arraycopy(oldKinds, 0, kinds, firstLength, first);
        System.arraycopy(oldNumbers, first, numbers, 0, firstLength);
        System.arraycopy(oldNumbers, 0, numbers, firstLength, first);
        System.arraycopy(oldObjects, first, objects, 0, firstLength);
        System.arraycopy(oldObjects, 0, objects, firstLength, first);
        head = 0;
    }

    private void recount() {
        long bytes = kinds.length * (1L + Long.BYTES + Integer.BYTES) + objectBytes;
        workspace.take(bytes - taken);
        taken = bytes;
    }

    /** Sets a value of the row that comes: see {@link ValueKind}. Objects may be borrowed. */
    public void set(int column, int kind, long number, Object object) {
        int place = coming + column;
        kinds[place] = (byte) kind;
        if (ValueKind.isNumber(kind)) {
            numbers[place] = number;
        } else if (kind != ValueKind.NULL) {
            setObject(place, (Bytes) object);
        }
    }

    /** As a record does, the queue forgets that a text is JSON. */
    @TruffleBoundary
    private void setObject(int place, Bytes object) {
        Bytes owned = ((Bytes) JsonText.forget(object)).owned();
        objects[place] = owned;
        objectBytes += owned.length + OBJECT_SIZE;
    }

    public void endRow() {
        if (overflow == null) {
            count++;
        } else {
            putAside();
        }
    }

    @TruffleBoundary
    private void putAside() {
        overflow.begin();
        for (int column = 0; column < width; column++) {
            int place = coming + column;
            overflow.put(kinds[place], numbers[place], forgetObject(place));
        }
        overflow.end();
    }

    /** Takes the first row; false if there is none. */
    public boolean take() {
        if (count == 0 && !bringBack()) {
            return false;
        }
        current = head * width;
        head = (head + 1) & (capacity - 1);
        count--;
        return true;
    }

    @TruffleBoundary
    private boolean bringBack() {
        if (overflow == null) {
            return false;
        }
        if (!overflow.next()) {
            overflow.close();
            overflow = null;
            room = capacity;
            return false;
        }
        for (int column = 0; column < width; column++) {
            int place = head * width + column;
            int stored = overflow.kind();
            int kind = RowBuffer.kindOf(stored);
            kinds[place] = (byte) kind;
            if (ValueKind.isNumber(kind)) {
                numbers[place] = overflow.number();
            } else if (kind != ValueKind.NULL) {
                setObject(place, overflow.object(stored));
            }
        }
        count = 1;
        return true;
    }

    /** Returns the kind of a value of the taken row: see {@link ValueKind}. */
    public int kind(int column) {
        return kinds[current + column];
    }

    /** An integer of the row that was taken, or the raw bits of a real. */
    public long number(int column) {
        return numbers[current + column];
    }

    /** Returns a text or a blob of the taken row; to be called once. */
    public Object takeObject(int column) {
        return forgetObject(current + column);
    }

    private Bytes forgetObject(int place) {
        int kind = kinds[place];
        if (kind == ValueKind.NULL || ValueKind.isNumber(kind)) {
            return null;
        }
        Object object = objects[place];
        objects[place] = null;
        Bytes bytes = object instanceof Text text ? text : (Blob) object;
        objectBytes -= bytes.length + OBJECT_SIZE;
        return bytes;
    }

    /** Forgets all rows, and releases the memory; the queue can be filled again. */
    public void clear() {
        close();
        if (capacity > CAPACITY_MIN) {
            allocate(CAPACITY_MIN);
        } else if (count > 0) {
            Arrays.fill(objects, null);
        }
        head = 0;
        count = 0;
        room = capacity;
        objectBytes = 0;
        objectRoom = objectLimit();
    }

    /** Releases the memory and the file. */
    @Override
    public void close() {
        if (overflow != null) {
            overflow.close();
            overflow = null;
        }
        workspace.take(-taken);
        taken = 0;
    }

    /**
     * Rows in two files: one is read while the other is written. When all of the first has been
     * read they are swapped, so a queue that is never empty needs no more than twice its size.
     */
    private static final class Overflow {
        private final Workspace workspace;
        private final RowBuffer buffer = new RowBuffer();
        private final RowBuffer head = new RowBuffer();
        private TemporaryBytes written;
        private TemporaryBytes read;
        private long position;

        Overflow(int width, Workspace workspace) {
            assert width > 0 : width;
            this.workspace = workspace;
            written = new TemporaryBytes(workspace);
            read = new TemporaryBytes(workspace);
        }

        void begin() {
            buffer.clear();
        }

        void put(int kind, long number, Object object) {
            buffer.put(kind, number, object);
        }

        /** Writes the row, behind its length. */
        void end() {
            head.clear();
            head.putInt(buffer.position());
            written.write(head.array, 0, Integer.BYTES, written.size());
            written.write(buffer.array, 0, buffer.position(), written.size());
        }

        /** Reads the next row; false if there is none. */
        boolean next() {
            if (position == read.size()) {
                if (written.size() == 0) {
                    return false;
                }
                read.close();
                read = written;
                written = new TemporaryBytes(workspace);
                position = 0;
            }
            read.read(head.array, 0, Integer.BYTES, position);
            head.rewind();
            int length = head.getInt();
            buffer.reserve(length);
            read.read(buffer.array, 0, length, position + Integer.BYTES);
            buffer.rewind();
            position += Integer.BYTES + length;
            return true;
        }

        int kind() {
            return buffer.getKind();
        }

        long number() {
            return buffer.getLong();
        }

        Bytes object(int storedKind) {
            return buffer.getObject(storedKind);
        }

        void close() {
            read.close();
            written.close();
        }
    }
}
