package org.sqlvm.arrow.files;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.lang.foreign.ValueLayout.JAVA_LONG;
import static java.nio.charset.StandardCharsets.UTF_8;

import org.sqlvm.arrow.files.FileField.Kind;

import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.List;

/**
 * Schemas and arrays of Arrow's C data interface, copied into fields and arrays as those of files
 * are (arrow.apache.org/docs/format/CDataInterface.html). The maker of the structures is trusted:
 * nothing in them tells the size of a buffer.
 */
final class ArrayCopy {
    private static final int DEPTH_MAX = 40;
    private static final int POINTER_SIZE = Long.BYTES;

    private static final int SCHEMA_SIZE = 72;
    private static final int ARRAY_SIZE = 80;

    private ArrayCopy() {}

    @SuppressWarnings("restricted") // These structures are pointers of others.
    static MemorySegment at(long address, long size) {
        if (address == 0) {
            throw new DamagedException("damaged Arrow: no pointer");
        }
        return MemorySegment.ofAddress(address).reinterpret(size);
    }

    private static long pointer(MemorySegment structure, int member) {
        return structure.get(JAVA_LONG, member);
    }

    /** A text that ends with a 0; empty for no pointer. */
    static String text(long address) {
        if (address == 0) {
            return "";
        }
        MemorySegment memory = at(address, Integer.MAX_VALUE);
        int length = 0;
        while (memory.get(JAVA_BYTE, length) != 0) {
            length++;
        }
        return new String(memory.asSlice(0, length).toArray(JAVA_BYTE), UTF_8);
    }

    // ------------------------------------------------------------------ schemas

    static FileField field(long address, int depth) {
        if (depth > DEPTH_MAX) {
            throw new DamagedException("an Arrow schema is too deep");
        }
        MemorySegment schema = at(address, SCHEMA_SIZE);
        FileField field = FileField.named(text(pointer(schema, 8)));
        String format = text(pointer(schema, 0));
        long dictionary = pointer(schema, 48);
        if (dictionary != 0) {
            FormatText.describe(field, format);
            int codeBits = field.bits;
            FileField entries = field(dictionary, depth + 1);
            entries.name = field.name;
            entries.coded = true;
            entries.codeBits = codeBits;
            return entries;
        }
        FormatText.describe(field, format);
        long count = schema.get(JAVA_LONG, 32);
        for (long i = 0; i < count; i++) {
            field.children.add(field(child(schema, 40, count, i), depth + 1));
        }
        return field;
    }

    private static long child(MemorySegment structure, int children, long count, long index) {
        return at(pointer(structure, children), count * POINTER_SIZE)
                .get(JAVA_LONG, index * POINTER_SIZE);
    }

    // ------------------------------------------------------------------ arrays

    /** The columns of a struct, which is a record batch. */
    static FileArray[] columns(List<FileField> fields, MemorySegment batch) {
        long length = batch.get(JAVA_LONG, 0);
        long offset = batch.get(JAVA_LONG, 16);
        FileArray[] columns = new FileArray[fields.size()];
        for (int i = 0; i < columns.length; i++) {
            columns[i] = array(
                    fields.get(i), child(batch, 48, columns.length, i), offset, checked(length));
        }
        return columns;
    }

    private static int checked(long length) {
        if (length < 0 || length > Integer.MAX_VALUE / 2) {
            throw new DamagedException("an Arrow array of " + length + " values");
        }
        return (int) length;
    }

    /** @param skipped values that the parent is without */
    private static FileArray array(FileField field, long address, long skipped, int length) {
        assert skipped >= 0 && length >= 0 : skipped + ", " + length;
        MemorySegment array = at(address, ARRAY_SIZE);
        Buffers buffers = new Buffers(array, array.get(JAVA_LONG, 16) + skipped, length);
        boolean bare = field.kind == Kind.NULL || field.kind == Kind.UNION;
        boolean present =
                (bare && !field.coded) || array.get(JAVA_LONG, 8) == 0 || buffers.address(0) == 0;
        FileArray made = new FileArray(field, length, present ? null : buffers.bits(0));
        if (field.coded) {
            made.data = buffers.values(1, field.codeBits);
            made.dictionary = new FileDictionary();
            long dictionary = pointer(array, 56);
            long size = at(dictionary, ARRAY_SIZE).get(JAVA_LONG, 0);
            made.dictionary.add(array(field.uncoded(), dictionary, 0, checked(size)));
            return made;
        }
        long childFrom = buffers.from;
        long childLength = length;
        switch (field.kind) {
            case NULL, STRUCT -> {}
            case BOOL -> made.data = buffers.bits(1);
            case TEXT, BYTES -> {
                long[] range = new long[2];
                made.offsets = buffers.offsets(1, field.bits, range);
                made.data = Buffers.copy(buffers.address(2), range[0], range[1] - range[0]);
            }
            case TEXT_VIEW, BYTES_VIEW -> {
                made.data = buffers.values(1, field.bits);
                made.views = buffers.views();
            }
            case LIST, MAP -> {
                long[] range = new long[2];
                made.offsets = buffers.offsets(1, field.bits, range);
                childFrom = range[0];
                childLength = range[1] - range[0];
            }
            case FIXED_LIST -> {
                childFrom = buffers.from * field.size;
                childLength = (long) length * field.size;
            }
            case UNION -> {
                made.data = buffers.values(0, Byte.SIZE);
                made.offsets = field.dense ? buffers.values(1, Integer.SIZE) : null;
            }
            default -> made.data = buffers.values(1, field.bits);
        }
        made.children = new FileArray[field.children.size()];
        for (int i = 0; i < made.children.length; i++) {
            long child = child(array, 48, made.children.length, i);
            boolean isWhole = field.kind == Kind.UNION && field.dense;
            made.children[i] = isWhole
                    ? array(
                            field.children.get(i),
                            child,
                            0,
                            checked(at(child, ARRAY_SIZE).get(JAVA_LONG, 0)))
                    : array(field.children.get(i), child, childFrom, checked(childLength));
        }
        return made;
    }

    /**
     * The buffers of an array.
     *
     * @param from the index of the first used value of each
     */
    private record Buffers(MemorySegment array, long from, int length) {
        private static final byte[] NOTHING = {};

        long count() {
            return array.get(JAVA_LONG, 24);
        }

        long address(int index) {
            if (index >= count()) {
                throw new DamagedException("an Arrow array of " + count() + " buffers");
            }
            return at(pointer(array, 40), count() * POINTER_SIZE)
                    .get(JAVA_LONG, (long) index * POINTER_SIZE);
        }

        static byte[] copy(long address, long from, long size) {
            if (size > Integer.MAX_VALUE - Long.BYTES) {
                throw new DamagedException("more than 2 GiB in one batch of Arrow");
            }
            return size == 0 ? NOTHING : at(address, from + size).asSlice(from).toArray(JAVA_BYTE);
        }

        byte[] values(int index, int bits) {
            return copy(address(index), from * bits / Byte.SIZE, (long) length * bits / Byte.SIZE);
        }

        /** Bits, the first of them the lowest one. */
        byte[] bits(int index) {
            assert from >= 0 : from;
            int shift = (int) (from % Byte.SIZE);
            byte[] bytes = copy(
                    address(index),
                    from / Byte.SIZE,
                    ((long) length + shift + Byte.SIZE - 1) / Byte.SIZE);
            if (shift > 0) {
                for (int i = 0; i < bytes.length; i++) {
                    int next = i + 1 < bytes.length ? bytes[i + 1] & 255 : 0;
                    bytes[i] =
                            (byte) (((bytes[i] & 255) >>> shift) | (next << (Byte.SIZE - shift)));
                }
            }
            return bytes;
        }

        /**
         * Returns offsets that begin with 0; {@code range} is the range of the values that they
         * divide.
         */
        byte[] offsets(int index, int bits, long[] range) {
            int size = bits / Byte.SIZE;
            byte[] bytes =
                    length == 0 ? NOTHING : copy(address(index), from * size, (length + 1L) * size);
            ByteBuffer offsets = ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
            for (int i = 0; i < bytes.length; i += size) {
                long offset = size == Long.BYTES ? offsets.getLong(i) : offsets.getInt(i);
                range[0] = i == 0 ? offset : range[0];
                if (offset < (i == 0 ? 0 : range[1])) {
                    throw new DamagedException("damaged Arrow: offsets that go back");
                }
                range[1] = offset;
                if (size == Long.BYTES) {
                    offsets.putLong(i, offset - range[0]);
                } else {
                    offsets.putInt(i, (int) (offset - range[0]));
                }
            }
            return bytes;
        }

        /** Returns the buffers that views point into: their sizes are in the last one. */
        byte[][] views() {
            int number = checked(count()) - 3;
            List<byte[]> views = new ArrayList<>();
            for (int i = 0; i < number; i++) {
                long size = at(address(number + 2), (long) number * Long.BYTES)
                        .get(JAVA_LONG, (long) i * Long.BYTES);
                views.add(copy(address(2 + i), 0, size));
            }
            return views.toArray(byte[][]::new);
        }
    }
}
