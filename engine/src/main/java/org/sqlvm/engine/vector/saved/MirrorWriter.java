package org.sqlvm.engine.vector.saved;

import org.sqlvm.engine.file.CacheFile;
import org.sqlvm.engine.pager.ContentStamp;
import org.sqlvm.engine.vector.column.Chunk;
import org.sqlvm.engine.vector.column.ChunkBytes;
import org.sqlvm.engine.vector.column.ChunkFormat;
import org.sqlvm.engine.vector.column.StoredColumn;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Writes a saved mirror: chunks, then the pages of each table, then the directory and the stamp,
 * then where these are. Readers see the whole file or the one before.
 */
public final class MirrorWriter implements AutoCloseable {
    private final CacheFile.Writer target;
    private final byte[] header;
    private final long sizeMax;

    /** The content of stamped tables; null for none. */
    private final ContentStamp stamp;

    private final List<SavedTable> tables = new ArrayList<>();

    private MirrorWriter(CacheFile.Writer target, byte[] header, long sizeMax, ContentStamp stamp)
            throws IOException {
        this.target = target;
        this.header = header;
        this.sizeMax = sizeMax;
        this.stamp = stamp;
        target.write(header);
    }

    /**
     * Begins a file.
     *
     * @param sizeMax about the most bytes that it takes: columns beyond that are left out
     * @param stamp the content of which tables are that are added; null if it is not known, or its
     *     times do not tell of a later write
     * @return null if another connection writes it, or the path names a file of another kind
     */
    public static MirrorWriter open(Path path, MirrorForm form, long sizeMax, ContentStamp stamp)
            throws IOException {
        return open(path, false, form, sizeMax, stamp);
    }

    /**
     * Begins a file as {@link #open(Path, MirrorForm, long, ContentStamp)} does.
     *
     * @param own whether the folder has saved mirrors alone: the file may be replaced whatever it
     *     is
     */
    public static MirrorWriter open(
            Path path, boolean own, MirrorForm form, long sizeMax, ContentStamp stamp)
            throws IOException {
        CacheFile.Writer target = CacheFile.Writer.open(path, own ? null : SavedMirror.MAGIC);
        return target == null
                ? null
                : new MirrorWriter(target, SavedMirror.header(form), sizeMax, stamp);
    }

    /**
     * Adds a table.
     *
     * @param storedBytes the size of its rows in the database
     * @param rows by partition: the number of rows
     * @param stamped whether all partitions are of the content that the stamp identifies
     * @param pages by partition: where the rows are
     */
    public SavedTable addTable(
            int root,
            String name,
            long storedBytes,
            int[] rows,
            long[] firstRowids,
            long[] lastRowids,
            boolean stamped,
            SavedPages[] pages)
            throws IOException {
        ChunkBytes bytes = ChunkBytes.forWriting();
        for (SavedPages each : pages) {
            each.write(bytes);
        }
        SavedTable table = new SavedTable(
                root,
                name,
                storedBytes,
                rows,
                firstRowids,
                lastRowids,
                stamped && stamp != null,
                Extent.write(bytes.toArray(), target));
        tables.add(table);
        return table;
    }

    /**
     * Adds a column of a table that has been added.
     *
     * @param chunks by partition; null for one of which there is no chunk
     * @param old where such partitions may have been saved before; may be null
     * @param oldTable the table there
     * @param oldPartitions by partition: which partition of that table it is; negative for none
     */
    public void addColumn(
            SavedTable table,
            StoredColumn column,
            Chunk[] chunks,
            SavedMirror old,
            SavedTable oldTable,
            int[] oldPartitions)
            throws IOException {
        Extent[] extents = new Extent[table.partitionCount()];
        Arrays.fill(extents, Extent.NOTHING);
        for (int i = 0; i < extents.length && target.position() < sizeMax; i++) {
            byte[] bytes = null;
            if (chunks != null && chunks[i] != null) {
                bytes = ChunkFormat.toBytes(chunks[i]);
            } else if (oldPartitions != null && oldPartitions[i] >= 0) {
                bytes = old.bytes(oldTable, column, oldPartitions[i]);
            }
            if (bytes != null) {
                extents[i] = Extent.write(bytes, target);
            }
        }
        table.put(column, extents);
    }

    /**
     * Adds a table of another mirror as it is there, if there is room for it, and it may be found
     * to be valid.
     */
    public void copy(SavedMirror old, SavedTable oldTable) throws IOException {
        SavedPages[] pages = old.pages(oldTable);
        boolean stamped = old.isOf(oldTable, stamp);
        boolean lost = !stamped && pages != null && !SavedPages.areKnown(pages);
        if (pages == null || lost || target.position() + oldTable.size() > sizeMax) {
            return;
        }
        int count = oldTable.partitionCount();
        long[] firstRowids = new long[count];
        int[] same = new int[count];
        for (int i = 0; i < count; i++) {
            firstRowids[i] = oldTable.firstRowid(i);
            same[i] = i;
        }
        SavedTable table = addTable(
                oldTable.root(),
                oldTable.name(),
                oldTable.storedBytes(),
                oldTable.rows(),
                firstRowids,
                oldTable.lastRowids(),
                stamped,
                pages);
        for (StoredColumn column : oldTable.columns()) {
            addColumn(table, column, null, old, oldTable, same);
        }
    }

    /** The file while it is written. */
    public Path draft() {
        return target.draft();
    }

    /** Completes the file, and puts it in its place. */
    public void finish() throws IOException {
        ChunkBytes directory = ChunkBytes.forWriting();
        directory.putInt(tables.size());
        for (SavedTable table : tables) {
            table.write(directory);
        }
        Extent place = Extent.write(directory.toArray(), target);
        Extent stamped = stamp == null ? Extent.NOTHING : Extent.write(stamp.toBytes(), target);
        ChunkBytes trailer = ChunkBytes.forWriting();
        place.write(trailer);
        stamped.write(trailer);
        trailer.putInt(Extent.checksum(header));
        trailer.putLong(target.position() + SavedMirror.TRAILER_SIZE);
        target.write(trailer.toArray());
        target.finish();
    }

    @Override
    public void close() throws IOException {
        target.close();
    }
}
