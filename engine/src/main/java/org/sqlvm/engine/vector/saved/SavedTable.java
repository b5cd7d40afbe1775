package org.sqlvm.engine.vector.saved;

import org.sqlvm.engine.vector.column.ChunkBytes;
import org.sqlvm.engine.vector.column.ChunkFormat;
import org.sqlvm.engine.vector.column.StoredColumn;

import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;

/** The directory's entry of a table in a saved mirror. */
public final class SavedTable {
    private final int root;
    private final String name;
    private final long storedBytes;
    private final int[] rows;
    private final long[] firstRowids;
    private final long[] lastRowids;

    /** Whether the partitions are all of the content that the mirror's stamp identifies. */
    private final boolean stamped;

    /** Where the {@link SavedPages} of all partitions are. */
    final Extent pages;

    /** By column, by partition: where the chunk is; {@link Extent#NOTHING} for none. */
    private final Map<StoredColumn, Extent[]> columns = new LinkedHashMap<>();

    SavedTable(
            int root,
            String name,
            long storedBytes,
            int[] rows,
            long[] firstRowids,
            long[] lastRowids,
            boolean stamped,
            Extent pages) {
        assert rows.length == firstRowids.length && rows.length == lastRowids.length : rows.length;
        this.root = root;
        this.name = name;
        this.storedBytes = storedBytes;
        this.rows = rows;
        this.firstRowids = firstRowids;
        this.lastRowids = lastRowids;
        this.stamped = stamped;
        this.pages = pages;
    }

    /** The number of the root page. */
    public int root() {
        return root;
    }

    public String name() {
        return name;
    }

    /** The size of the rows in the database. */
    public long storedBytes() {
        return storedBytes;
    }

    boolean isStamped() {
        return stamped;
    }

    public int partitionCount() {
        return rows.length;
    }

    /** By partition: the number of rows. */
    public int[] rows() {
        return rows.clone();
    }

    public long firstRowid(int partition) {
        return firstRowids[partition];
    }

    /** By partition: the last rowid. */
    public long[] lastRowids() {
        return lastRowids.clone();
    }

    /** The columns of which there are chunks. */
    public Iterable<StoredColumn> columns() {
        return columns.keySet();
    }

    public boolean has(StoredColumn column) {
        return columns.containsKey(column);
    }

    /** Whether there is a chunk of a column. */
    public boolean has(StoredColumn column, int partition) {
        return extent(column, partition).size() > 0;
    }

    int rows(int partition) {
        return rows[partition];
    }

    Extent extent(StoredColumn column, int partition) {
        Extent[] known = columns.get(column);
        return known == null ? Extent.NOTHING : known[partition];
    }

    void put(StoredColumn column, Extent[] chunks) {
        assert chunks.length == rows.length : chunks.length;
        columns.put(column, chunks);
    }

    /** The size of the chunks of a column that there is. */
    public long size(StoredColumn column) {
        long size = 0;
        for (Extent chunk : columns.get(column)) {
            size += chunk.size();
        }
        return size;
    }

    /** The size of all chunks. */
    long size() {
        return columns.keySet().stream().mapToLong(this::size).sum();
    }

    void write(ChunkBytes target) {
        target.putInt(root);
        target.putSized(name.getBytes(StandardCharsets.UTF_8));
        target.putLong(storedBytes);
        target.putInt(rows.length);
        target.putInts(rows);
        target.putLongs(firstRowids);
        target.putLongs(lastRowids);
        target.putInt(stamped ? 1 : 0);
        pages.write(target);
        target.putInt(columns.size());
        columns.forEach((column, chunks) -> {
            ChunkFormat.writeColumn(column, target);
            for (Extent chunk : chunks) {
                chunk.write(target);
            }
        });
    }

    /** @param end where the content that the directory describes ends */
    static SavedTable read(ChunkBytes source, long end) {
        int root = source.getInt();
        String name = new String(source.getSized(), StandardCharsets.UTF_8);
        long storedBytes = source.getLong();
        int count = source.getCount(Integer.BYTES);
        SavedTable table = new SavedTable(
                root,
                name,
                storedBytes,
                source.getInts(count),
                source.getLongs(count),
                source.getLongs(count),
                source.getInt() == 1,
                readExtent(source, end));
        int columns = source.getCount(count);
        for (int i = 0; i < columns; i++) {
            StoredColumn column = ChunkFormat.readColumn(source);
            Extent[] chunks = new Extent[count];
            for (int partition = 0; partition < count; partition++) {
                chunks[partition] = readExtent(source, end);
            }
            table.put(column, chunks);
        }
        return table;
    }

    private static Extent readExtent(ChunkBytes source, long end) {
        Extent extent = Extent.read(source);
        if (!extent.isWithin(end)) {
            throw new ChunkBytes.Damaged("extent of " + extent.size() + " bytes");
        }
        return extent;
    }
}
