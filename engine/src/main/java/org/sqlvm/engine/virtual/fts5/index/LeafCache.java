package org.sqlvm.engine.virtual.fts5.index;

/**
 * Pages of segments that were read, each with the version of the blocks that it is of. It is
 * direct-mapped: a page replaces the one in its slot.
 */
final class LeafCache {
    /** The greatest size of all pages together, in bytes; without their {@link LeafTerms}. */
    private static final int MAX_BYTES = 8 << 20;

    /** The number of slots: pages of the size that tables have at first fill them. */
    private static final int SLOTS = 2048;

    private static final long SPREAD = 0x9e3779b97f4a7c15L;

    /** Null before the first page. */
    private long[] ids;

    private long[] versions;
    private Leaf[] leaves;
    private long bytes;

    private static int slot(long id) {
        long segment = id >>> Integer.SIZE;
        return (int) (id + ((segment * SPREAD) >>> Integer.SIZE)) & (SLOTS - 1);
    }

    /** Returns a page; null if it is not known with this version. */
    Leaf get(long id, long version) {
        if (ids == null) {
            return null;
        }
        int slot = slot(id);
        return ids[slot] == id && versions[slot] == version ? leaves[slot] : null;
    }

    /** Keeps a page. */
    void put(long id, long version, Leaf leaf) {
        if (ids == null || bytes + leaf.data.length > MAX_BYTES) {
            ids = new long[SLOTS];
            versions = new long[SLOTS];
            leaves = new Leaf[SLOTS];
            bytes = 0;
        }
        int slot = slot(id);
        bytes += leaf.data.length - (leaves[slot] == null ? 0 : leaves[slot].data.length);
        ids[slot] = id;
        versions[slot] = version;
        leaves[slot] = leaf;
    }
}
