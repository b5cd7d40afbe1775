package org.sqlvm.engine.virtual.fts5.index;

/**
 * The index of a full-text table of one connection: it collects what is written in memory, flushes
 * it to segments, merges segments, and finds the rows of terms.
 *
 * <p>Errors are SqlExceptions: SQLITE_CORRUPT_VTAB for damaged records. After any error of a
 * method that writes call {@link #rollback}.
 */
public final class Fts5Index {
    /** Flags of {@link #query}. */
    public static final int PREFIX = 1;

    public static final int DESCENDING = 2;
    /** Marks a prefix query whose term shall not be looked up in a prefix index. */
    public static final int NO_PREFIX_INDEX = 4;
    /** Gives the pairs of term and row from the first term on that is not less, with terms. */
    public static final int SCAN = 8;
    /** Gives rows without positions that need more work. */
    public static final int ROWS_ONLY = 16;

    private final IndexConfig config;
    private final IndexStore store;
    private final IndexConfig.Reload reload;

    public Fts5Index(IndexConfig config, IndexStore store, IndexConfig.Reload reload) {
        this.config = config;
        this.store = store;
        this.reload = reload;
    }

    /** Writes the first records of a new table, or of one whose records have been deleted. */
    public void create() {
        throw new UnsupportedOperationException();
    }

    // Writing: sqlite3Fts5IndexBeginWrite, IndexWrite, IndexSync, IndexRollback.

    /** Begins to write the tokens of a row, or those of one that is deleted; may flush. */
    public void beginRow(long rowid, boolean delete) {
        throw new UnsupportedOperationException();
    }

    /**
     * Writes a token of the row.
     *
     * @param position number of the token in its column, from 0
     */
    public void write(int column, int position, byte[] token, int start, int length) {
        throw new UnsupportedOperationException();
    }

    /** Flushes what is pending; at the start of savepoints and by every command. */
    public void flush() {
        throw new UnsupportedOperationException();
    }

    /** Flushes what is pending before a commit. */
    public void sync() {
        throw new UnsupportedOperationException();
    }

    /** Forgets what is pending, and all that is known of the records. */
    public void rollback() {
        throw new UnsupportedOperationException();
    }

    /** Forgets what was read; call it when a statement with rows of the table ends. */
    public void closeReader() {
        throw new UnsupportedOperationException();
    }

    /** The origin for the row of {@code %_docsize} that is written (contentless_delete). */
    public long origin() {
        throw new UnsupportedOperationException();
    }

    /** Writes a tombstone for a row with that origin (contentless_delete). */
    public void contentlessDelete(long origin, long rowid) {
        throw new UnsupportedOperationException();
    }

    /** Reads the averages record. */
    public Averages averages() {
        throw new UnsupportedOperationException();
    }

    /** Writes the averages record. */
    public void writeAverages(Averages averages) {
        throw new UnsupportedOperationException();
    }

    // Commands.

    /** Merges all segments into one: the command {@code optimize}. */
    public void optimize() {
        throw new UnsupportedOperationException();
    }

    /** The command {@code merge}. */
    public void merge(int pages) {
        throw new UnsupportedOperationException();
    }

    /** Writes another cookie into the structure record; {@code %_config} has been changed. */
    public void writeCookie(int cookie) {
        throw new UnsupportedOperationException();
    }

    /** Reads the settings if they are not those of the structure record. */
    public void loadConfig() {
        throw new UnsupportedOperationException();
    }

    /** Checks the structure of all records, and the sum of all entries if a sum is given. */
    public void checkIntegrity(long checksum, boolean withChecksum) {
        throw new UnsupportedOperationException();
    }

    /**
     * The summand of an entry for {@link #checkIntegrity}: the caller combines those of all tokens
     * of all rows by exclusive or, each token once for the main index and once for each prefix.
     *
     * @param index 0 for the main index, else 1 + number of the prefix index
     */
    public static long entryChecksum(
            long rowid, int column, int position, int index, byte[] token, int start, int length) {
        throw new UnsupportedOperationException();
    }

    /**
     * Length in bytes of the first characters of a token.
     *
     * @return 0 if it has fewer
     */
    public static int prefixBytes(byte[] token, int start, int length, int characters) {
        throw new UnsupportedOperationException();
    }

    // Reading.

    /**
     * The rows of a term.
     *
     * @param flags {@link #PREFIX} and others
     * @param columns numbers in ascending order of the columns whose positions are wanted; null for
     *     all. Rows without any position in them are left out.
     */
    public TermRows query(byte[] token, int flags, int[] columns) {
        throw new UnsupportedOperationException();
    }

    /** Number of blocks read so far: the special query {@code *reads}. */
    public int reads() {
        throw new UnsupportedOperationException();
    }

    /** A number that changes with the structure, for rows sorted by another cursor. */
    public Object structure() {
        throw new UnsupportedOperationException();
    }
}
