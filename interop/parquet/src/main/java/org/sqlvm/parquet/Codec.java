package org.sqlvm.parquet;

import com.github.luben.zstd.Zstd;
import com.github.luben.zstd.ZstdException;
import com.github.luben.zstd.ZstdInputStreamNoFinalizer;

import org.brotli.dec.BrotliInputStream;
import org.sqlvm.engine.advice.Distribution;
import org.sqlvm.engine.error.SqlException;
import org.sqlvm.engine.virtual.files.Lz4;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.Arrays;
import java.util.zip.GZIPInputStream;
import java.util.zip.GZIPOutputStream;

/** How pages are compressed, by their numbers in the format. */
enum Codec {
    UNCOMPRESSED(1),
    SNAPPY(24),
    GZIP(1_040),
    LZO(0),
    /** A block of 16 MiB may be one repetition. */
    BROTLI(1 << 22),
    /** LZ4 in Hadoop's own frames: deprecated in the format, in favour of LZ4_RAW. */
    LZ4(0),
    ZSTD(1 << 15),
    LZ4_RAW(256);

    private static final Codec[] ALL = values();

    /**
     * The maximum size of memory that is allocated because a header, which may be damaged, says so.
     */
    private static final int TRUSTED = 1 << 24;

    private static final int RATIO_ROOM = 1 << 10;

    /** The most bytes that one compressed byte can stand for; 0 if the codec cannot be read. */
    private final int ratioMax;

    Codec(int ratioMax) {
        this.ratioMax = ratioMax;
    }

    static Codec of(int number) {
        if (number < 0 || number >= ALL.length) {
            throw ParquetException.damaged("compression " + number);
        }
        return ALL[number];
    }

    /**
     * Returns the content of a page.
     *
     * @param size the size that its header states
     */
    byte[] decompress(byte[] in, int from, int end, int size) {
        assert 0 <= from && from <= end && end <= in.length : from + " to " + end;
        if (ratioMax == 0) {
            throw new ParquetException("pages compressed by " + this + " cannot be read");
        }
        int count = end - from;
        if (size < 0 || size > (long) count * ratioMax + RATIO_ROOM) {
            throw ParquetException.damaged("a page of " + size + " bytes");
        }
        if (this == UNCOMPRESSED) {
            if (count != size) {
                throw ParquetException.damaged("a page of " + count + " bytes, not " + size);
            }
            return Arrays.copyOfRange(in, from, end);
        }
        if (size == 0) {
            return new byte[0];
        }
        try {
            return switch (this) {
                case SNAPPY -> {
                    byte[] out = new byte[size];
                    Snappy.decompress(in, from, end, out);
                    yield out;
                }
                case LZ4_RAW -> {
                    byte[] out = new byte[size];
                    if (Lz4.decompress(in, from, end, out, 0) < size) {
                        throw ParquetException.damaged("a page compressed by LZ4");
                    }
                    yield out;
                }
                case ZSTD ->
                    size <= TRUSTED ? zstd(in, from, end, size) : stream(in, from, end, size);
                default -> stream(in, from, end, size);
            };
        } catch (IOException _) {
            throw ParquetException.damaged("a page compressed by " + this);
        } catch (LinkageError _) {
            throw new ParquetException(
                    this == BROTLI
                            ? Distribution.present().missing("BROTLI", "org.brotli:dec")
                            : ZstdCompression.missing());
        }
    }

    private static byte[] zstd(byte[] in, int from, int end, int size) {
        byte[] out = new byte[size];
        try {
            long written = Zstd.decompressByteArray(out, 0, size, in, from, end - from);
            if (written == size) {
                return out;
            }
        } catch (ZstdException _) {
            // A wrong size has the same error.
        }
        throw ParquetException.damaged("a page compressed by ZSTD");
    }

    /** Takes as much memory as there really is. */
    private byte[] stream(byte[] in, int from, int end, int size) throws IOException {
        ByteArrayInputStream bytes = new ByteArrayInputStream(in, from, end - from);
        try (InputStream content = open(bytes)) {
            byte[] out = content.readNBytes(size);
            if (out.length != size || content.read() >= 0) {
                throw ParquetException.damaged("a page compressed by " + this);
            }
            return out;
        }
    }

    private InputStream open(InputStream packed) throws IOException {
        return switch (this) {
            case GZIP -> new GZIPInputStream(packed, 1 << 13);
            case BROTLI -> new BrotliInputStream(packed, 1 << 13);
            default -> new ZstdInputStreamNoFinalizer(packed);
        };
    }

    private static byte[] zstd(byte[] in) {
        try {
            return Zstd.compress(in);
        } catch (LinkageError _) {
            throw SqlException.error(ZstdCompression.missing());
        }
    }

    byte[] compress(byte[] in, int size) throws IOException {
        assert 0 <= size && size <= in.length : size;
        return switch (this) {
            case UNCOMPRESSED -> Arrays.copyOf(in, size);
            case SNAPPY -> Snappy.compress(in, size);
            case ZSTD -> zstd(size == in.length ? in : Arrays.copyOf(in, size));
            case GZIP -> {
                ByteArrayOutputStream bytes = new ByteArrayOutputStream();
                try (GZIPOutputStream packed = new GZIPOutputStream(bytes)) {
                    packed.write(in, 0, size);
                }
                yield bytes.toByteArray();
            }
            default -> throw new AssertionError(this);
        };
    }
}
