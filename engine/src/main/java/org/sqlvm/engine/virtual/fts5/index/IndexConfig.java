package org.sqlvm.engine.virtual.fts5.index;

import java.util.List;

/**
 * The properties of a table that its index needs: those of CREATE VIRTUAL TABLE, and the settings
 * of {@code %_config}, which the table's module sets and sets again in {@link Reload}.
 */
public final class IndexConfig {
    /** Format of {@code %_data} without deletions in its pages, {@code version} of %_config. */
    public static final int VERSION = 4;
    /** Format of {@code %_data} after a deletion with secure-delete. */
    public static final int VERSION_SECURE_DELETE = 5;

    static final int DEFAULT_PAGE_SIZE = 4050;
    static final int DEFAULT_HASH_SIZE = 1024 * 1024;
    static final int DEFAULT_MERGE = 4;
    static final int DEFAULT_CRISIS_MERGE = 16;
    static final int DEFAULT_DELETE_MERGE = 10;

    /** Reads the settings again, when another connection has changed them. */
    @FunctionalInterface
    public interface Reload {
        /**
         * Sets all settings from {@code %_config}, and the cookie to the one given.
         *
         * @throws org.sqlvm.engine.error.SqlException if they cannot be read, or the file's format
         *     is none that is known
         */
        void read(IndexConfig config, int cookie);
    }

    private final String tableName;
    private final int columnCount;
    private final Detail detail;
    private final int[] prefixes;
    private final boolean contentlessDelete;
    private final boolean tokenData;

    private int cookie = -1;
    private boolean stale = true;
    private int version = VERSION;
    private int pageSize = DEFAULT_PAGE_SIZE;
    private int hashSize = DEFAULT_HASH_SIZE;
    private int autoMerge = DEFAULT_MERGE;
    private int userMerge = DEFAULT_MERGE;
    private int crisisMerge = DEFAULT_CRISIS_MERGE;
    private int deleteMerge = DEFAULT_DELETE_MERGE;
    private boolean secureDelete;

    /**
     * A table with all settings at their defaults.
     *
     * @param tableName its name, for messages
     * @param columnCount number of the user's columns
     * @param prefixes lengths in characters of the prefix indexes, in their order
     */
    public IndexConfig(
            String tableName,
            int columnCount,
            Detail detail,
            List<Integer> prefixes,
            boolean contentlessDelete,
            boolean tokenData) {
        this.tableName = tableName;
        this.columnCount = columnCount;
        this.detail = detail;
        this.prefixes = prefixes.stream().mapToInt(Integer::intValue).toArray();
        this.contentlessDelete = contentlessDelete;
        this.tokenData = tokenData;
    }

    /** Name of the full-text table, for messages. */
    public String tableName() {
        return tableName;
    }

    public int columnCount() {
        return columnCount;
    }

    public Detail detail() {
        return detail;
    }

    public int prefixCount() {
        return prefixes.length;
    }

    /** Length of a prefix index's terms in characters, for an index from 0. */
    public int prefixLength(int index) {
        return prefixes[index];
    }

    /** Whether deletions are kept as tombstones: {@code contentless_delete=1}. */
    public boolean contentlessDelete() {
        return contentlessDelete;
    }

    /** Whether queries ignore what follows a 0 byte in a token: {@code tokendata=1}. */
    public boolean tokenData() {
        return tokenData;
    }

    /** The cookie of the settings that are set; -1 if none have been read. */
    public int cookie() {
        return cookie;
    }

    public void setCookie(int cookie) {
        this.cookie = cookie;
    }

    /** Whether the settings are to be read again although their cookie is the same. */
    public boolean isStale() {
        return stale;
    }

    /** Has the settings read again, after a rollback, with the next read of the structure. */
    public void setStale(boolean stale) {
        this.stale = stale;
    }

    /** {@link #VERSION} or {@link #VERSION_SECURE_DELETE}. */
    public int version() {
        return version;
    }

    public void setVersion(int version) {
        this.version = version;
    }

    /** Size in bytes from which a leaf page is full: {@code pgsz}. */
    public int pageSize() {
        return pageSize;
    }

    public void setPageSize(int bytes) {
        pageSize = bytes;
    }

    /** Bytes of pending data from which it is flushed: {@code hashsize}. */
    public int hashSize() {
        return hashSize;
    }

    public void setHashSize(int bytes) {
        hashSize = bytes;
    }

    /** Segments of a level from which they are merged little by little; 0 for never. */
    public int autoMerge() {
        return autoMerge;
    }

    public void setAutoMerge(int segments) {
        autoMerge = segments;
    }

    /** Segments of a level that the command {@code merge} asks for. */
    public int userMerge() {
        return userMerge;
    }

    public void setUserMerge(int segments) {
        userMerge = segments;
    }

    /** Segments of a level from which they are merged at once. */
    public int crisisMerge() {
        return crisisMerge;
    }

    public void setCrisisMerge(int segments) {
        crisisMerge = segments;
    }

    /** Percentage of deleted entries from which a level is merged; 0 for never. */
    public int deleteMerge() {
        return deleteMerge;
    }

    public void setDeleteMerge(int percent) {
        deleteMerge = percent;
    }

    /** Whether deleted rows are taken out of the leaf pages at once. */
    public boolean secureDelete() {
        return secureDelete;
    }

    public void setSecureDelete(boolean secureDelete) {
        this.secureDelete = secureDelete;
    }
}
