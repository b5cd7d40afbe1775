package org.sqlvm.api.arrow;

import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import org.jspecify.annotations.Nullable;

import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Columns as structures of Arrow's C interfaces. Each structure has a number in its
 * {@code private_data}, by which its release finds what it keeps alive; a child may be moved out of
 * its parent and be released later. Nothing may be thrown into C.
 */
final class CDataExport {
    private static final int POINTER_SIZE = Long.BYTES;
    private static final int OK = 0;
    /** EIO. */
    private static final int FAILED = 5;

    private static final Map<Long, Kept> KEPT = new ConcurrentHashMap<>();
    private static final AtomicLong NUMBERS = new AtomicLong();

    private static final FunctionDescriptor GETTER =
            FunctionDescriptor.of(JAVA_INT, ADDRESS, ADDRESS);
    private static final FunctionDescriptor RELEASER = FunctionDescriptor.ofVoid(ADDRESS);

    private static final MemorySegment GET_SCHEMA = callback("getSchema", GETTER);
    private static final MemorySegment GET_NEXT = callback("getNext", GETTER);
    private static final MemorySegment GET_LAST_ERROR =
            callback("lastError", FunctionDescriptor.of(ADDRESS, ADDRESS));
    private static final MemorySegment RELEASE_STREAM = callback("releaseStream", RELEASER);
    private static final MemorySegment RELEASE_SCHEMA = callback("releaseSchema", RELEASER);
    private static final MemorySegment RELEASE_ARRAY = callback("releaseArray", RELEASER);

    private CDataExport() {}

    /**
     * The objects that exported structures keep alive.
     *
     * @param memory the memory of the structures and their names
     * @param left the number of structures that have not been released
     * @param state the state of a stream; unused for other structures
     */
    private record Kept(ArrowColumns columns, Arena memory, AtomicInteger left, State state) {
        Kept(ArrowColumns columns, int structures) {
            this(columns, Arena.ofShared(), new AtomicInteger(structures), new State());
        }
    }

    private static final class State {
        private boolean ended;
        private MemorySegment error = MemorySegment.NULL;
    }

    @SuppressWarnings("restricted") // C calls what Java has given it.
    private static MemorySegment callback(String name, FunctionDescriptor descriptor) {
        MethodType type = descriptor.toMethodType();
        try {
            return Linker.nativeLinker()
                    .upcallStub(
                            MethodHandles.lookup().findStatic(CDataExport.class, name, type),
                            descriptor,
                            Arena.global());
        } catch (ReflectiveOperationException cannotBe) {
            throw new AssertionError(cannotBe);
        }
    }

    private static long keep(Kept kept) {
        long number = NUMBERS.incrementAndGet();
        KEPT.put(number, kept);
        return number;
    }

    /** Fills an ArrowArrayStream. */
    static void stream(ArrowColumns columns, long address) {
        MemorySegment stream = CData.at(address, CData.STREAM_SIZE);
        stream.set(ADDRESS, CData.STREAM_GET_SCHEMA, GET_SCHEMA);
        stream.set(ADDRESS, CData.STREAM_GET_NEXT, GET_NEXT);
        stream.set(ADDRESS, CData.STREAM_GET_LAST_ERROR, GET_LAST_ERROR);
        stream.set(ADDRESS, CData.STREAM_RELEASE, RELEASE_STREAM);
        stream.set(JAVA_LONG, CData.STREAM_PRIVATE, keep(new Kept(columns, 1)));
    }

    // ------------------------------------------------------------------ callbacks, found by name

    private static @Nullable Kept ofStream(MemorySegment stream) {
        return KEPT.get(
                CData.at(stream.address(), CData.STREAM_SIZE).get(JAVA_LONG, CData.STREAM_PRIVATE));
    }

    static int getSchema(MemorySegment stream, MemorySegment out) {
        Kept kept = ofStream(stream);
        if (kept == null) {
            return FAILED; // It has been released.
        }
        try {
            writeSchema(kept.columns(), CData.at(out.address(), CData.SCHEMA_SIZE));
            return OK;
        } catch (Throwable thrown) {
            return failed(kept, thrown);
        }
    }

    static int getNext(MemorySegment stream, MemorySegment out) {
        Kept kept = ofStream(stream);
        if (kept == null) {
            return FAILED; // It has been released.
        }
        try {
            MemorySegment array = CData.at(out.address(), CData.ARRAY_SIZE);
            if (kept.state().ended || kept.columns().rowCount() == 0) {
                array.set(ADDRESS, CData.ARRAY_RELEASE, MemorySegment.NULL);
            } else {
                writeArray(kept.columns(), array);
                kept.state().ended = true;
            }
            return OK;
        } catch (Throwable thrown) {
            return failed(kept, thrown);
        }
    }

    private static int failed(Kept kept, Throwable thrown) {
        try {
            kept.state().error = kept.memory().allocateFrom(String.valueOf(thrown));
        } catch (Throwable noMemory) {
            return FAILED; // Without a message.
        }
        return FAILED;
    }

    static MemorySegment lastError(MemorySegment stream) {
        Kept kept = ofStream(stream);
        return kept == null ? MemorySegment.NULL : kept.state().error;
    }

    static void releaseStream(MemorySegment stream) {
        releaseStream(stream.address());
    }

    static void releaseStream(long address) {
        release(CData.at(address, CData.STREAM_SIZE), CData.STREAM_PRIVATE, CData.STREAM_RELEASE);
    }

    static void releaseSchema(MemorySegment schema) {
        MemorySegment own = CData.at(schema.address(), CData.SCHEMA_SIZE);
        long count = own.get(JAVA_LONG, CData.SCHEMA_CHILD_COUNT);
        for (long i = 0; i < count; i++) {
            MemorySegment child = child(own, CData.SCHEMA_CHILDREN, count, i, CData.SCHEMA_SIZE);
            if (child.get(JAVA_LONG, CData.SCHEMA_RELEASE) != 0) {
                release(child, CData.SCHEMA_PRIVATE, CData.SCHEMA_RELEASE);
            }
        }
        release(own, CData.SCHEMA_PRIVATE, CData.SCHEMA_RELEASE);
    }

    static void releaseArray(MemorySegment array) {
        MemorySegment own = CData.at(array.address(), CData.ARRAY_SIZE);
        long count = own.get(JAVA_LONG, CData.ARRAY_CHILD_COUNT);
        for (long i = 0; i < count; i++) {
            MemorySegment child = child(own, CData.ARRAY_CHILDREN, count, i, CData.ARRAY_SIZE);
            if (child.get(JAVA_LONG, CData.ARRAY_RELEASE) != 0) {
                release(child, CData.ARRAY_PRIVATE, CData.ARRAY_RELEASE);
            }
        }
        release(own, CData.ARRAY_PRIVATE, CData.ARRAY_RELEASE);
    }

    private static MemorySegment child(
            MemorySegment parent, int children, long count, long index, int size) {
        MemorySegment pointers = CData.at(parent.get(JAVA_LONG, children), count * POINTER_SIZE);
        return CData.at(pointers.get(JAVA_LONG, index * POINTER_SIZE), size);
    }

    /** The structure is released; with the last of its group goes what they keep alive. */
    private static void release(MemorySegment structure, int privateData, int release) {
        long number = structure.get(JAVA_LONG, privateData);
        structure.set(JAVA_LONG, release, 0);
        Kept kept = KEPT.get(number);
        if (kept != null && kept.left().decrementAndGet() == 0) {
            KEPT.remove(number);
            kept.memory().close();
        }
    }

    // ------------------------------------------------------------------ structures

    /** A struct, whose children are the columns. */
    private static void writeSchema(ArrowColumns columns, MemorySegment out) {
        int count = columns.columnCount();
        Kept kept = new Kept(columns, 1 + count);
        long number = keep(kept);
        Arena memory = kept.memory();
        MemorySegment pointers = memory.allocate(ADDRESS, Math.max(1, count));
        for (int i = 0; i < count; i++) {
            ColumnBuffers column = columns.column(i);
            MemorySegment child = memory.allocate(CData.SCHEMA_SIZE, POINTER_SIZE);
            writeSchema(child, memory, column.format(), column.name(), number);
            child.set(JAVA_LONG, CData.SCHEMA_FLAGS, CData.NULLABLE);
            pointers.setAtIndex(ADDRESS, i, child);
        }
        out.fill((byte) 0);
        writeSchema(out, memory, "+s", "", number);
        out.set(JAVA_LONG, CData.SCHEMA_CHILD_COUNT, count);
        out.set(ADDRESS, CData.SCHEMA_CHILDREN, pointers);
    }

    private static void writeSchema(
            MemorySegment schema, Arena memory, String format, String name, long number) {
        schema.set(ADDRESS, CData.SCHEMA_FORMAT, memory.allocateFrom(format));
        schema.set(ADDRESS, CData.SCHEMA_NAME, memory.allocateFrom(name));
        schema.set(ADDRESS, CData.SCHEMA_RELEASE, RELEASE_SCHEMA);
        schema.set(JAVA_LONG, CData.SCHEMA_PRIVATE, number);
    }

    private static void writeArray(ArrowColumns columns, MemorySegment out) {
        int count = columns.columnCount();
        Kept kept = new Kept(columns, 1 + count);
        long number = keep(kept);
        Arena memory = kept.memory();
        MemorySegment pointers = memory.allocate(ADDRESS, Math.max(1, count));
        for (int i = 0; i < count; i++) {
            ColumnBuffers column = columns.column(i);
            MemorySegment child = memory.allocate(CData.ARRAY_SIZE, POINTER_SIZE);
            writeArray(child, memory, column.buffers(), column.count(), number);
            child.set(JAVA_LONG, CData.ARRAY_NULL_COUNT, column.nullCount());
            pointers.setAtIndex(ADDRESS, i, child);
        }
        out.fill((byte) 0);
        // A struct has bits of its own, and none of its rows is NULL.
        writeArray(out, memory, new long[1], columns.rowCount(), number);
        out.set(JAVA_LONG, CData.ARRAY_CHILD_COUNT, count);
        out.set(ADDRESS, CData.ARRAY_CHILDREN, pointers);
    }

    private static void writeArray(
            MemorySegment array, Arena memory, long[] buffers, long length, long number) {
        MemorySegment addresses = memory.allocate(ADDRESS, Math.max(1, buffers.length));
        for (int i = 0; i < buffers.length; i++) {
            addresses.set(JAVA_LONG, (long) i * POINTER_SIZE, buffers[i]);
        }
        array.set(JAVA_LONG, CData.ARRAY_LENGTH, length);
        array.set(JAVA_LONG, CData.ARRAY_BUFFER_COUNT, buffers.length);
        array.set(ADDRESS, CData.ARRAY_BUFFERS, addresses);
        array.set(ADDRESS, CData.ARRAY_RELEASE, RELEASE_ARRAY);
        array.set(JAVA_LONG, CData.ARRAY_PRIVATE, number);
    }
}
