package org.sqlvm.engine.virtual.fts5.index;

/** The two maps that an index is kept in: {@code %_data} and {@code %_idx}. */
public interface IndexStore {
    /** Number of zero bytes behind a block that is read. */
    int PADDING = 20;

    /** A version with which no block stays in memory. */
    long UNKNOWN = -1;

    /**
     * Reads a block of {@code %_data}, with {@link #PADDING} zero bytes behind it.
     *
     * @return null if there is none; the array is the caller's
     */
    byte[] read(long id);

    /** Writes the first bytes of an array as a block of {@code %_data}, new or instead of one. */
    void write(long id, byte[] data, int length);

    /** Writes a block that is there, and counts no change: as SQLite does by a handle of a BLOB. */
    void overwrite(long id, byte[] data, int length);

    /** Deletes the blocks of {@code %_data} from one id to another, both included. */
    void delete(long firstId, long lastId);

    /**
     * Finds the row of {@code %_idx} with the greatest term of a segment up to a given one.
     *
     * @return its {@code pgno}; 0 if there is none
     */
    int findPage(int segment, byte[] term, int length);

    /** Inserts a row into {@code %_idx}. */
    void insertPage(int segment, byte[] term, int length, int pgno);

    /** Deletes all rows of a segment from {@code %_idx}. */
    void deletePages(int segment);

    /** Deletes the rows of {@code %_idx} of a segment that lead to a page. */
    void deletePage(int segment, int page);

    /** Visits the rows of {@code %_idx} of a segment in the order of terms. */
    void forEachPage(int segment, PageVisitor visitor);

    /**
     * A number that changes when another connection has changed the database, as {@code PRAGMA
     * data_version}.
     */
    long dataVersion();

    /**
     * Another number if a block may be another one than before; {@link #UNKNOWN} if that is not
     * known.
     */
    default long blocksVersion() {
        return UNKNOWN;
    }

    /** As {@link #blocksVersion}, of the rows of {@code %_idx}. */
    default long pagesVersion() {
        return UNKNOWN;
    }

    /** Reports that pages now have rows taken out in place: %_config gets version 5. */
    void setVersion(int version);

    /** Closes what was opened to read. */
    void closeReader();

    /** Takes a row of {@code %_idx}. */
    @FunctionalInterface
    interface PageVisitor {
        void page(byte[] term, int pgno);
    }
}
