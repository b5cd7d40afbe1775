package org.sqlvm.engine.pager;

/** The settings of one database that a connection's PRAGMAs make. */
public final class PagerSettings {
    /** PRAGMA page_size of a database that is still empty. */
    private static final int DEFAULT_PAGE_SIZE = 4096;

    /** SQLITE_MAX_PAGE_COUNT; arrays here count by int. */
    public static final long PAGE_COUNT_MAX = 4_294_967_294L;

    private static final int DEFAULT_AUTO_CHECKPOINT = 1000;

    private JournalMode journalMode = JournalMode.DELETE;
    private Synchronous synchronous = Synchronous.FULL;
    private boolean exclusiveLocking;
    private boolean spilling = true;
    private boolean secureDelete;
    private long journalSizeLimit = -1;
    private long pageCountMax = PAGE_COUNT_MAX;
    private long cacheBytes;
    private int walAutoCheckpoint = DEFAULT_AUTO_CHECKPOINT;
    private boolean leavesLog;
    private SnapshotChoice snapshot = SnapshotChoice.LAST;

    private PageMemory memory = PageMemory.HEAP;

    private int newPageSize = DEFAULT_PAGE_SIZE;
    private int newReservedBytes;
    private int newEncoding = 1;
    private AutoVacuum newAutoVacuum = AutoVacuum.NONE;

    /** @param cacheBytes bound of the page cache; 0 for a quarter of the heap */
    PagerSettings(long cacheBytes) {
        this.cacheBytes = cacheBytes > 0 ? cacheBytes : Runtime.getRuntime().maxMemory() / 4;
    }

    /** Returns the settings of a database without a file. */
    public static PagerSettings ofMemory() {
        PagerSettings settings = new PagerSettings(0);
        settings.journalMode = JournalMode.MEMORY;
        return settings;
    }

    /**
     * Returns the settings of a temporary database, whose journal mode is reported but has no
     * effect.
     */
    public static PagerSettings ofTemporary() {
        return new PagerSettings(0);
    }

    /** The content that read transactions see. */
    SnapshotChoice snapshot() {
        return snapshot;
    }

    /** Sets the content that the next read transactions see. */
    public void setSnapshot(SnapshotChoice choice) {
        snapshot = choice;
    }

    public JournalMode journalMode() {
        return journalMode;
    }

    /** Whether the journal's file stays when a transaction has ended. */
    boolean keepsJournal() {
        return switch (journalMode) {
            case TRUNCATE, PERSIST -> true;
            case DELETE, WAL -> exclusiveLocking;
            case MEMORY, OFF -> false;
        };
    }

    void setJournalMode(JournalMode mode) {
        journalMode = mode;
    }

    public Synchronous synchronous() {
        return synchronous;
    }

    public void setSynchronous(Synchronous level) {
        synchronous = level;
    }

    /** PRAGMA locking_mode = EXCLUSIVE: locks are kept when a transaction ends. */
    public boolean isExclusiveLocking() {
        return exclusiveLocking;
    }

    void setExclusiveLocking(boolean on) {
        exclusiveLocking = on;
    }

    /** PRAGMA cache_spill: changed pages may go to the file before the commit. */
    public boolean isSpilling() {
        return spilling;
    }

    public void setSpilling(boolean on) {
        spilling = on;
    }

    /** Whether deleted content is overwritten with zeros: PRAGMA secure_delete. */
    public boolean isSecureDelete() {
        return secureDelete;
    }

    public void setSecureDelete(boolean on) {
        secureDelete = on;
    }

    /** In bytes; negative for none. */
    public long journalSizeLimit() {
        return journalSizeLimit;
    }

    public void setJournalSizeLimit(long bytes) {
        journalSizeLimit = Math.max(-1, bytes);
    }

    public long pageCountMax() {
        return pageCountMax;
    }

    void setPageCountMax(long pages) {
        pageCountMax = pages;
    }

    /** Bound of the page cache. */
    public long cacheBytes() {
        return cacheBytes;
    }

    void setCacheBytes(long bytes) {
        cacheBytes = bytes;
    }

    PageMemory memory() {
        return memory;
    }

    /** For tests: where new pages come from. */
    public void setMemory(PageMemory source) {
        memory = source;
    }

    /** How many frames a log may have before a commit copies them back; 0 for never. */
    public int walAutoCheckpoint() {
        return walAutoCheckpoint;
    }

    public void setWalAutoCheckpoint(int frames) {
        walAutoCheckpoint = Math.max(0, frames);
    }

    /** Whether the last connection leaves frames of the log where they are as it closes. */
    boolean leavesLog() {
        return leavesLog;
    }

    public void setLeavesLog(boolean leaves) {
        leavesLog = leaves;
    }

    /** Page size that an empty database will get, in bytes. */
    public int newPageSize() {
        return newPageSize;
    }

    /** Anything else than a power of two that pages may have is ignored. */
    public void setNewPageSize(long bytes) {
        if (isPageSize(bytes)) {
            newPageSize = (int) bytes;
        }
    }

    /** Whether pages may have this size: a power of two from 512 to 65,536 bytes. */
    public static boolean isPageSize(long bytes) {
        return bytes >= HeaderBytes.PAGE_SIZE_MIN
                && bytes <= HeaderBytes.PAGE_SIZE_MAX
                && Long.bitCount(bytes) == 1;
    }

    /** Unused bytes at the end of each page of the database that an empty one will become. */
    int newReservedBytes() {
        return newReservedBytes;
    }

    public void setNewReservedBytes(int bytes) {
        assert bytes >= 0 && bytes <= 255 : bytes;
        newReservedBytes = bytes;
    }

    /** Text encoding that an empty database will get: 1 UTF-8, 2 UTF-16LE, 3 UTF-16BE. */
    public int newEncoding() {
        return newEncoding;
    }

    public void setNewEncoding(int code) {
        assert code >= 1 && code <= 3 : code;
        newEncoding = code;
    }

    public AutoVacuum newAutoVacuum() {
        return newAutoVacuum;
    }

    public void setNewAutoVacuum(AutoVacuum mode) {
        newAutoVacuum = mode;
    }
}
