package org.sqlvm.engine.vector.saved;

import org.sqlvm.engine.file.CacheFile;
import org.sqlvm.engine.vector.column.ChunkBytes;

import java.io.IOException;
import java.util.zip.CRC32C;

/**
 * Some bytes of a saved mirror.
 *
 * @param position where they begin
 * @param size their number; 0 for nothing
 * @param checksum their CRC32C
 */
record Extent(long position, int size, int checksum) {
    static final Extent NOTHING = new Extent(0, 0, 0);

    /** The size of an extent in the file. */
    static final int SIZE = Long.BYTES + 2 * Integer.BYTES;

    /** Writes bytes to a file. */
    static Extent write(byte[] bytes, CacheFile.Writer target) throws IOException {
        long position = target.position();
        target.write(bytes);
        return new Extent(position, bytes.length, checksum(bytes));
    }

    static int checksum(byte[] bytes) {
        CRC32C checksum = new CRC32C();
        checksum.update(bytes);
        return (int) checksum.getValue();
    }

    /**
     * Reads the bytes.
     *
     * @throws ChunkBytes.Damaged if they are not those that were written
     */
    byte[] read(CacheFile file) throws IOException {
        byte[] bytes = file.read(position, size);
        if (checksum(bytes) != checksum) {
            throw new ChunkBytes.Damaged("checksum of " + size + " bytes at " + position);
        }
        return bytes;
    }

    /** Whether it is within the first {@code end} bytes. */
    boolean isWithin(long end) {
        return position >= 0 && size >= 0 && position <= end - size;
    }

    void write(ChunkBytes target) {
        target.putLong(position);
        target.putInt(size);
        target.putInt(checksum);
    }

    static Extent read(ChunkBytes source) {
        return new Extent(source.getLong(), source.getInt(), source.getInt());
    }
}
