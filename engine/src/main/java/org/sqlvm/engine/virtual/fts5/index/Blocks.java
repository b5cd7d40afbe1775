package org.sqlvm.engine.virtual.fts5.index;

import org.sqlvm.engine.error.ResultCode;
import org.sqlvm.engine.error.SqlException;

/** The blocks of {@code %_data} by what they are, and the errors of damaged ones. */
final class Blocks {
    /** Zero bytes behind each block in memory. */
    static final int PADDING = IndexStore.PADDING;

    static final long AVERAGES = 1;
    static final long STRUCTURE = 10;
    /** Greatest number of a page. */
    static final int MAX_PAGE = 0x7fffff00;

    private static final int PAGE_BITS = 31;
    private static final int HEIGHT_BITS = 5;
    private static final int SEGMENT_SHIFT = PAGE_BITS + HEIGHT_BITS + 1;
    /** Greatest height of a doclist index. */
    static final int MAX_HEIGHT = 1 << HEIGHT_BITS;
    /** Added to a segment's number for its tombstones. */
    private static final long TOMBSTONES = 1L << 16;

    final IndexStore store;
    final IndexConfig config;
    private final PageTables pages;
    private final LeafCache leaves = new LeafCache();
    private boolean keepsLeaves = true;
    private int reads;

    Blocks(IndexStore store, IndexConfig config) {
        this.store = store;
        this.config = config;
        pages = new PageTables(store);
    }

    static long leafId(int segment, int page) {
        return ((long) segment << SEGMENT_SHIFT) + page;
    }

    static long doclistIndexId(int segment, int height, int page) {
        return ((long) segment << SEGMENT_SHIFT)
                + (1L << (PAGE_BITS + HEIGHT_BITS))
                + ((long) height << PAGE_BITS)
                + page;
    }

    static long tombstoneId(int segment, int page) {
        return ((segment + TOMBSTONES) << SEGMENT_SHIFT) + page;
    }

    /** Number of blocks read so far. */
    int reads() {
        return reads;
    }

    /** Reads a block, with padding behind it. */
    byte[] read(long id) {
        reads++;
        byte[] data = store.read(id);
        if (data == null) {
            throw corruptBlock(id);
        }
        return data;
    }

    static int size(byte[] block) {
        return block.length - PADDING;
    }

    /** Sets whether pages stay in memory; what changes them in place must have its own. */
    void keepLeaves(boolean keeps) {
        keepsLeaves = keeps;
    }

    /** As {@link IndexStore#findPage}. */
    int findPage(Segment segment, byte[] term, int length) {
        return keepsLeaves
                ? pages.find(segment, term, length)
                : store.findPage(segment.id, term, length);
    }

    /** Reads a page of a segment, or takes it from those in memory. */
    Leaf readLeaf(int segment, int page) {
        long id = leafId(segment, page);
        long version = keepsLeaves ? store.blocksVersion() : IndexStore.UNKNOWN;
        if (version == IndexStore.UNKNOWN) {
            return readLeaf(id);
        }
        Leaf known = leaves.get(id, version);
        if (known != null) {
            reads++;
            return known;
        }
        Leaf leaf = readLeaf(id);
        leaves.put(id, version, leaf);
        return leaf;
    }

    Leaf readLeaf(long id) {
        byte[] data = read(id);
        int size = size(data);
        int dataEnd = Leaf.dataEnd(data, size);
        if (dataEnd < Leaf.HEADER_SIZE || dataEnd > size) {
            throw corruptBlock(id);
        }
        return new Leaf(data, size, dataEnd);
    }

    void write(long id, ByteList block) {
        store.write(id, block.array, block.length);
    }

    /** As {@link #write}, but the change is not counted. */
    void overwrite(long id, ByteList block) {
        store.overwrite(id, block.array, block.length);
    }

    /** Deletes all that belongs to a segment. */
    void deleteSegment(Segment segment) {
        store.delete(leafId(segment.id, 0), leafId(segment.id + 1, 0) - 1);
        if (segment.tombstonePages > 0) {
            store.delete(
                    tombstoneId(segment.id, 0),
                    tombstoneId(segment.id, segment.tombstonePages - 1));
        }
        store.deletePages(segment.id);
    }

    SqlException corruptBlock(long id) {
        return corrupt("fts5: corruption found reading blob " + id + " from table \""
                + config.tableName() + "\"");
    }

    SqlException corruptPage(int segment, int page) {
        return corrupt("fts5: corruption on page " + page + ", segment " + segment + ", table \""
                + config.tableName() + "\"");
    }

    SqlException corruptTable() {
        return corrupt("fts5: corruption in table \"" + config.tableName() + "\"");
    }

    SqlException corruptStructure() {
        return corrupt("fts5: corrupt structure record for table \"" + config.tableName() + "\"");
    }

    SqlException checksumMismatch() {
        return corrupt("fts5: checksum mismatch for table \"" + config.tableName() + "\"");
    }

    static SqlException corrupt(String message) {
        return new SqlException(ResultCode.CORRUPT_VTAB, message);
    }
}
