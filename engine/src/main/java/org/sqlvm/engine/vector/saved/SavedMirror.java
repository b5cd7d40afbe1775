package org.sqlvm.engine.vector.saved;

import org.sqlvm.engine.file.CacheFile;
import org.sqlvm.engine.pager.ContentStamp;
import org.sqlvm.engine.vector.column.Chunk;
import org.sqlvm.engine.vector.column.ChunkBytes;
import org.sqlvm.engine.vector.column.ChunkFormat;
import org.sqlvm.engine.vector.column.StoredColumn;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * An open saved mirror: decoded columns of a database, partition by partition, and the pages that
 * each partition is of, or the {@link ContentStamp} of all. Whether the database still has these
 * pages, or this content, is for the reader to find out.
 *
 * <p>Whatever is wrong with the file, it has fewer tables or fewer chunks; there is no error.
 */
public final class SavedMirror implements AutoCloseable {
    /** What the file begins with. The line end shows whether the file was copied as text. */
    static final byte[] MAGIC = "sqlvm mirror\r\n\0\n".getBytes(StandardCharsets.US_ASCII);

    /** Another number for whatever an earlier reader would misunderstand. */
    static final int VERSION = 2;

    /** Magic, version, page size, usable size, text encoding. */
    static final int HEADER_SIZE = 16 + 4 * Integer.BYTES;

    /** Where directory and stamp are, the checksum of the header, the size of the file. */
    static final int TRAILER_SIZE = 2 * Extent.SIZE + Integer.BYTES + Long.BYTES;

    private final CacheFile file;
    private final Map<Integer, SavedTable> tables = new LinkedHashMap<>();

    /** The content that stamped tables are of; null if it is not known. */
    private byte[] stamp;

    private SavedMirror(CacheFile file) {
        this.file = file;
    }

    /**
     * Opens a file.
     *
     * @return null if there is none, or none of this form
     */
    public static SavedMirror open(Path path, MirrorForm form) {
        SavedMirror mirror = null;
        boolean done = false;
        try {
            mirror = new SavedMirror(CacheFile.open(path));
            done = mirror.readDirectory(form);
        } catch (IOException | ChunkBytes.Damaged _) {
            done = false;
        } finally {
            if (!done && mirror != null) {
                mirror.close();
            }
        }
        return done ? mirror : null;
    }

    /** Deletes a file, if there is one and it is a saved mirror. */
    public static void delete(Path path) throws IOException {
        CacheFile.delete(path, MAGIC);
    }

    static byte[] header(MirrorForm form) {
        ChunkBytes header = ChunkBytes.forWriting();
        header.putBytes(MAGIC);
        header.putInt(VERSION);
        header.putInt(form.pageSize());
        header.putInt(form.usableSize());
        header.putInt(form.encoding());
        return header.toArray();
    }

    private boolean readDirectory(MirrorForm form) throws IOException {
        long size = file.size();
        long end = size - TRAILER_SIZE;
        byte[] header = header(form);
        if (end < HEADER_SIZE || !Arrays.equals(file.read(0, HEADER_SIZE), header)) {
            return false;
        }
        ChunkBytes trailer = ChunkBytes.forReading(file.read(end, TRAILER_SIZE));
        Extent directory = Extent.read(trailer);
        Extent stamped = Extent.read(trailer);
        if (trailer.getInt() != Extent.checksum(header)
                || trailer.getLong() != size
                || !directory.isWithin(end)
                || !stamped.isWithin(end)) {
            return false;
        }
        stamp = stamped.size() == 0 ? null : stamped.read(file);
        ChunkBytes source = ChunkBytes.forReading(directory.read(file));
        int count = source.getCount(Integer.BYTES);
        for (int i = 0; i < count; i++) {
            SavedTable table = SavedTable.read(source, directory.position());
            tables.put(table.root(), table);
        }
        source.checkEnd();
        return true;
    }

    /** The table with that root page; null if there is none. */
    public SavedTable table(int root) {
        return tables.get(root);
    }

    public Collection<SavedTable> tables() {
        return tables.values();
    }

    /**
     * Whether all partitions of a table are those of the content that a transaction sees, without a
     * look at their pages.
     *
     * @param now the content that the transaction sees; null if it is not known
     */
    public boolean isOf(SavedTable table, ContentStamp now) {
        return stamp != null && now != null && table.isStamped() && now.isSame(stamp);
    }

    /** Whether the file has this stamp. */
    public boolean isStamped(ContentStamp now) {
        return stamp != null && now.isSame(stamp);
    }

    /** Forgets a table whose rows have become others. */
    public void forget(SavedTable table) {
        tables.remove(table.root(), table);
    }

    /** By partition: the pages that it is of. Null if the file is damaged. */
    public SavedPages[] pages(SavedTable table) {
        try {
            ChunkBytes source = ChunkBytes.forReading(table.pages.read(file));
            SavedPages[] pages = new SavedPages[table.partitionCount()];
            for (int i = 0; i < pages.length; i++) {
                pages[i] = SavedPages.read(source);
            }
            source.checkEnd();
            return pages;
        } catch (IOException | ChunkBytes.Damaged _) {
            return null;
        }
    }

    /** The bytes of a chunk; null if there is none, or the file is damaged. */
    byte[] bytes(SavedTable table, StoredColumn column, int partition) {
        Extent extent = table.extent(column, partition);
        if (extent.size() == 0) {
            return null;
        }
        try {
            return extent.read(file);
        } catch (IOException | ChunkBytes.Damaged _) {
            return null;
        }
    }

    /** The chunk of a column in a partition; null if there is none, or the file is damaged. */
    public Chunk chunk(SavedTable table, StoredColumn column, int partition) {
        byte[] bytes = bytes(table, column, partition);
        try {
            return bytes == null ? null : ChunkFormat.read(bytes, table.rows(partition));
        } catch (ChunkBytes.Damaged _) {
            return null;
        }
    }

    @Override
    public void close() {
        try {
            file.close();
        } catch (IOException _) {
            // It was only read.
        }
    }
}
