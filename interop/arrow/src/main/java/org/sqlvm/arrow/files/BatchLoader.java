package org.sqlvm.arrow.files;

import org.apache.arrow.flatbuf.Buffer;
import org.apache.arrow.flatbuf.CompressionType;
import org.apache.arrow.flatbuf.FieldNode;
import org.apache.arrow.flatbuf.RecordBatch;
import org.sqlvm.api.files.RandomInput;
import org.sqlvm.engine.virtual.files.Compression;
import org.sqlvm.engine.virtual.files.Compressions;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.List;

/** Reads the arrays of a record batch, one behind the other, or goes past them. */
final class BatchLoader {
    private static final byte[] NOTHING = {};

    private final RandomInput file;
    private final RecordBatch batch;
    private final long begin;
    private final long size;
    private final boolean compressed;
    private final boolean lz4;
    private final Dictionaries dictionaries;

    private int node;
    private int buffer;
    private int variadic;

    /** Gives the values that others are numbers of. */
    interface Dictionaries {
        FileDictionary find(FileField field) throws IOException;
    }

    /**
     * @param begin where the buffers begin in the file
     * @param size the bytes of all of them
     */
    BatchLoader(
            RandomInput file, RecordBatch batch, long begin, long size, Dictionaries dictionaries) {
        this.file = file;
        this.batch = batch;
        this.begin = begin;
        this.size = size;
        this.compressed = batch.compression() != null;
        this.lz4 = compressed && batch.compression().codec() == CompressionType.LZ4_FRAME;
        this.dictionaries = dictionaries;
    }

    /** The arrays of columns; null for those that are not used. */
    FileArray[] load(List<FileField> fields, boolean[] used) throws IOException {
        assert used == null || used.length == fields.size() : used.length;
        FileArray[] arrays = new FileArray[fields.size()];
        for (int i = 0; i < arrays.length; i++) {
            FileArray array = load(fields.get(i), used == null || used[i]);
            if (array.length != batch.length()) {
                throw new DamagedException("damaged Arrow: columns of different lengths");
            }
            arrays[i] = array;
        }
        return arrays;
    }

    /** @param wanted whether its values are read; if not, only the buffers' sizes are checked */
    private FileArray load(FileField field, boolean wanted) throws IOException {
        FieldNode read = batch.nodes(node++);
        if (read == null || read.length() < 0 || read.length() >= Integer.MAX_VALUE / 2) {
            throw new DamagedException("damaged Arrow: an array of a wrong length");
        }
        int length = (int) read.length();
        boolean bare = field.kind == FileField.Kind.NULL || field.kind == FileField.Kind.UNION;
        byte[] validity = bare ? null : buffer(wanted, 0, 0);
        boolean present = validity == null || validity.length == 0 || read.nullCount() == 0;
        FileArray array = new FileArray(field, length, present ? null : validity);
        if (field.coded) {
            array.data = buffer(wanted, length, field.codeBits);
            array.dictionary = wanted ? dictionaries.find(field) : null;
            return array;
        }
        switch (field.kind) {
            case NULL, STRUCT -> {}
            case TEXT, BYTES -> {
                array.offsets = buffer(wanted, length == 0 ? 0 : length + 1L, field.bits);
                array.data = buffer(wanted, 0, 0);
                if (wanted) {
                    array.checkOffsets(array.data.length);
                }
            }
            case TEXT_VIEW, BYTES_VIEW -> {
                array.data = buffer(wanted, length, field.bits);
                long count = batch.variadicBufferCounts(variadic++);
                if (count < 0 || count > batch.buffersLength()) {
                    throw new DamagedException("damaged Arrow: " + count + " buffers");
                }
                array.views = new byte[(int) count][];
                for (int i = 0; i < count; i++) {
                    array.views[i] = buffer(wanted, 0, 0);
                }
            }
            case LIST, MAP ->
                array.offsets = buffer(wanted, length == 0 ? 0 : length + 1L, field.bits);
            case UNION -> {
                array.data = buffer(wanted, length, Byte.SIZE);
                array.offsets = field.dense ? buffer(wanted, length, Integer.SIZE) : null;
            }
            case FIXED_LIST -> {}
            default -> array.data = buffer(wanted, length, field.bits);
        }
        loadChildren(field, array, wanted);
        return array;
    }

    private void loadChildren(FileField field, FileArray array, boolean wanted) throws IOException {
        array.children = new FileArray[field.children.size()];
        for (int i = 0; i < array.children.length; i++) {
            FileArray child = load(field.children.get(i), wanted);
            array.children[i] = child;
            long least = switch (field.kind) {
                case STRUCT -> array.length;
                case FIXED_LIST -> (long) array.length * field.size;
                case UNION -> field.dense ? 0 : array.length;
                default -> 0;
            };
            if (child.length < least) {
                throw new DamagedException("damaged Arrow: columns of different lengths");
            }
            boolean list = field.kind == FileField.Kind.LIST || field.kind == FileField.Kind.MAP;
            if (list && wanted) {
                array.checkOffsets(child.length);
            }
        }
    }

    /**
     * Reads the next buffer.
     *
     * @param wanted whether its bytes are used; if not, the result is empty
     * @param count the number of values that it must hold
     * @param bits the size of a value in bits
     */
    private byte[] buffer(boolean wanted, long count, int bits) throws IOException {
        assert count >= 0 : count;
        Buffer read = batch.buffers(buffer++);
        if (read == null
                || read.offset() < 0
                || read.length() < 0
                || read.offset() > size
                || read.length() > size - read.offset()
                || read.length() > Integer.MAX_VALUE - Long.BYTES) {
            throw new DamagedException("damaged Arrow: a buffer outside of its batch");
        }
        long needed = (count * bits + Byte.SIZE - 1) / Byte.SIZE;
        if (!compressed && read.length() < needed) {
            throw new DamagedException("damaged Arrow: a buffer is too small");
        }
        if (!wanted || read.length() == 0) {
            if (needed > 0 && read.length() == 0) {
                throw new DamagedException("damaged Arrow: a buffer is too small");
            }
            return NOTHING;
        }
        byte[] bytes = bytes(file, begin + read.offset(), (int) read.length());
        byte[] content = compressed ? decompress(bytes) : bytes;
        if (content.length < needed) {
            throw new DamagedException("damaged Arrow: a buffer is too small");
        }
        return content;
    }

    static byte[] bytes(RandomInput file, long at, int count) throws IOException {
        assert at >= 0 && count >= 0 : at + ", " + count;
        byte[] bytes = new byte[count];
        if (file.read(bytes, 0, count, at) < count) {
            throw new DamagedException("damaged Arrow: it ends too early");
        }
        return bytes;
    }

    private byte[] decompress(byte[] bytes) throws IOException {
        assert compressed;
        ByteBuffer head = ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
        long content = head.getLong(0);
        if (content == -1) {
            return Arrays.copyOfRange(bytes, Long.BYTES, bytes.length);
        }
        if (content < 0 || content > Integer.MAX_VALUE - Long.BYTES) {
            throw new DamagedException("damaged Arrow: a buffer of " + content + " bytes");
        }
        if (lz4) {
            return Lz4Frame.decompress(bytes, Long.BYTES, (int) content);
        }
        Compression zstd = Compressions.of("zstd");
        if (zstd == null) {
            throw new DamagedException("no module for buffers compressed by zstd");
        }
        try (InputStream in =
                zstd.open(new ByteArrayInputStream(bytes, Long.BYTES, bytes.length - Long.BYTES))) {
            // Takes as much memory as there really is.
            byte[] made = in.readNBytes((int) content);
            if (made.length != content) {
                throw new DamagedException("damaged Arrow: a buffer compressed by zstd");
            }
            return made;
        }
    }
}
