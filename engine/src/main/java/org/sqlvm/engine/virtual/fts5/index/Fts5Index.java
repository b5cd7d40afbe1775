package org.sqlvm.engine.virtual.fts5.index;

import org.sqlvm.engine.error.ResultCode;
import org.sqlvm.engine.error.SqlException;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * The index of a full-text table of one connection: it collects what is written in memory, flushes
 * it to segments, merges segments, and finds the rows of terms.
 *
 * <p>Errors are SqlExceptions: SQLITE_CORRUPT_VTAB for damaged records. After any error of a method
 * that writes call {@link #rollback}.
 */
public final class Fts5Index {
    /** Flag of {@link #query}: gives the rows of all terms that begin with the token. */
    public static final int PREFIX = 1;
    /** Flag of {@link #query}: gives the rows from the last to the first. */
    public static final int DESCENDING = 2;
    /** Flag of {@link #query}: does not use prefix indexes for a prefix. */
    public static final int NO_PREFIX_INDEX = 4;
    /**
     * Flag of {@link #query}, alone: gives the pairs of term and row of the main index, from the
     * first term on that is not less than the token; the rows have terms.
     */
    public static final int SCAN = 8;
    /** Flag of {@link #query}: takes a token with data for another one (tokendata). */
    public static final int WITHOUT_TOKEN_DATA = 16;

    /** First byte of the keys of the main index; those of prefix indexes follow. */
    static final byte MAIN_INDEX = '0';

    private static final int LEAD_BYTE = 0xc0;
    private static final int TRAIL_BYTE = 0x80;

    private final IndexConfig config;
    private final IndexStore store;
    private final IndexConfig.Reload reload;
    private final Blocks blocks;
    private final PendingTerms pending;
    private boolean deleting;
    /** Number of rows inserted, and of tombstones added, since the last flush. */
    private int pendingRows;

    private int pendingTombstones;
    /** The error of a flush, which comes again until a rollback. */
    private SqlException flushError;
    /** Null until it is needed. */
    private Structure structure;

    private long structureVersion;

    /**
     * Opens an index.
     *
     * @param reload is called when the settings are read first, and when their cookie has changed
     */
    public Fts5Index(IndexConfig config, IndexStore store, IndexConfig.Reload reload) {
        this.config = config;
        this.store = store;
        this.reload = reload;
        blocks = new Blocks(store, config);
        pending = new PendingTerms(config.detail());
    }

    /** The properties of its table. */
    public IndexConfig config() {
        return config;
    }

    SqlException damaged(IndexOutOfBoundsException cause) {
        return SqlException.ofCause(
                ResultCode.CORRUPT_VTAB, blocks.corruptTable().getMessage(), cause);
    }

    /** Runs what reads records: one that leads behind its block is damaged. */
    private void guard(Runnable work) {
        try {
            work.run();
        } catch (IndexOutOfBoundsException damaged) {
            throw damaged(damaged);
        }
    }

    /** Runs what writes records, which may change the pages that it has read in place. */
    private void change(Runnable work) {
        blocks.keepLeaves(false);
        try {
            guard(work);
        } finally {
            blocks.keepLeaves(true);
        }
    }

    /** Writes the first records of a new table, or of one whose records have been deleted. */
    public void create() {
        structure = null;
        discard();
        Structure empty = new Structure();
        if (config.contentlessDelete()) {
            empty.nextOrigin = 1;
        }
        store.write(Blocks.AVERAGES, new byte[0], 0);
        blocks.write(Blocks.STRUCTURE, empty.encode(config.cookie()));
    }

    private void discard() {
        pending.clear();
        pendingRows = 0;
        pendingTombstones = 0;
        flushError = null;
    }

    // Structure

    private Structure structure() {
        if (structure == null) {
            structureVersion = store.dataVersion();
            byte[] record = blocks.read(Blocks.STRUCTURE);
            Structure read;
            try {
                read = Structure.decode(record);
            } catch (IndexOutOfBoundsException damaged) {
                read = null;
            }
            if (read == null) {
                throw blocks.corruptStructure();
            }
            int cookie = Structure.cookie(record);
            if (config.isStale() || config.cookie() != cookie) {
                reload.read(config, cookie);
                config.setStale(false);
            }
            structure = read;
        }
        return structure;
    }

    /** Gives the structure away to be changed; it is read again when it is needed. */
    private Structure takeStructure() {
        Structure taken = structure();
        structure = null;
        return taken;
    }

    /** The structure as it is known, to see whether it is still the same one; may be null. */
    public Object structureOrNull() {
        return structure;
    }

    /** Forgets the structure if another connection has changed the database. */
    public void beginRead() {
        if (structure != null && store.dataVersion() != structureVersion) {
            structure = null;
        }
    }

    /** Reads the settings if they are not those of the structure record. */
    public void loadConfig() {
        structure();
    }

    // Writing

    /** Begins to write the tokens of a row, or those of one that is deleted; may flush. */
    public void beginRow(long rowid, boolean delete) {
        if (rowid < pending.rowid()
                || (rowid == pending.rowid() && !deleting)
                || pending.size() > config.hashSize()) {
            flush();
        }
        pending.setRowid(rowid);
        deleting = delete;
        if (!delete) {
            pendingRows++;
        }
    }

    /**
     * Writes a token of the row.
     *
     * @param column below 0 if the row is deleted; each token once is enough then
     * @param position number of the token in its column, from 0
     */
    public void write(int column, int position, byte[] token, int start, int length) {
        pending.add(column, position, MAIN_INDEX, token, start, length);
        for (int i = 0; i < config.prefixCount(); i++) {
            int bytes = prefixBytes(token, start, length, config.prefixLength(i));
            if (bytes > 0) {
                byte index = (byte) (MAIN_INDEX + i + 1);
                pending.add(column, position, index, token, start, bytes);
            }
        }
    }

    /** Flushes what is pending; at the start of savepoints and by every command. */
    public void flush() {
        if (flushError != null) {
            throw flushError;
        }
        if (pending.size() == 0 && pendingTombstones == 0) {
            return;
        }
        try {
            change(() -> new Flush(blocks, takeStructure(), pending)
                    .run(pendingRows, pendingTombstones));
        } catch (SqlException error) {
            flushError = error;
            throw error;
        }
        discard();
    }

    /** Flushes what is pending before a commit. */
    public void sync() {
        flush();
        closeReader();
    }

    /** Forgets what is pending, and all that is known of the records. */
    public void rollback() {
        closeReader();
        discard();
        structure = null;
        config.setStale(true);
    }

    /** Closes what was opened to read; the end of each iteration over rows does it, too. */
    public void closeReader() {
        store.closeReader();
    }

    /** The origin for the row of {@code %_docsize} that is written (contentless_delete). */
    public long origin() {
        return structure().nextOrigin;
    }

    /** Writes a tombstone for a row with that origin (contentless_delete). */
    public void contentlessDelete(long origin, long rowid) {
        change(() -> addTombstones(structure(), origin, rowid));
    }

    private void addTombstones(Structure all, long origin, long rowid) {
        boolean counted = false;
        for (Structure.Level level : all.levels.reversed()) {
            for (Segment segment : level.segments.reversed()) {
                if (Long.compareUnsigned(segment.firstOrigin, origin) <= 0
                        && Long.compareUnsigned(segment.lastOrigin, origin) >= 0) {
                    if (!counted) {
                        segment.tombstoneCount++;
                        counted = true;
                    }
                    pendingTombstones++;
                    if (new TombstoneWriter(blocks, segment).add(rowid)) {
                        blocks.write(Blocks.STRUCTURE, all.encode(config.cookie()));
                    }
                }
            }
        }
    }

    /** Reads the averages record. */
    public Averages averages() {
        Averages averages = new Averages(config.columnCount());
        guard(() -> averages.decode(blocks.read(Blocks.AVERAGES)));
        return averages;
    }

    /** Writes the averages record. */
    public void writeAverages(Averages averages) {
        blocks.write(Blocks.AVERAGES, averages.encode());
    }

    // Commands

    /** Merges all segments into one: the command {@code optimize}. */
    public void optimize() {
        flush();
        Structure all = takeStructure().toOptimize();
        if (all != null) {
            change(() -> new Merger(blocks, all).optimize());
            blocks.write(Blocks.STRUCTURE, all.encode(config.cookie()));
        }
    }

    /**
     * The command {@code merge}.
     *
     * @param pages number of pages to write; below 0 the number with all segments put on one level
     */
    public void merge(int pages) {
        flush();
        Structure all = takeStructure();
        int min = config.userMerge();
        int count = pages;
        if (pages < 0) {
            all = all.toOptimize();
            min = 1;
            count = pages == Integer.MIN_VALUE ? Integer.MAX_VALUE : -pages;
        }
        if (all == null || all.levels.isEmpty()) {
            return;
        }
        Structure changed = all;
        int minSegments = min;
        int limit = count;
        change(() -> {
            if (new Merger(blocks, changed).merge(limit, minSegments)) {
                blocks.write(Blocks.STRUCTURE, changed.encode(config.cookie()));
            }
        });
    }

    /** Writes another cookie into the structure record; {@code %_config} has been changed. */
    public void writeCookie(int cookie) {
        byte[] record = blocks.read(Blocks.STRUCTURE);
        ByteList start = new ByteList(Blocks.size(record));
        start.addInt(cookie);
        int rest = Math.max(0, Blocks.size(record) - Integer.BYTES);
        start.add(record, Integer.BYTES, rest);
        blocks.overwrite(Blocks.STRUCTURE, start);
    }

    /**
     * Checks the structure of all records, and the sum of all entries if a sum is given.
     *
     * @param checksum exclusive or of {@link #entryChecksum} of all tokens of all rows
     * @throws SqlException SQLITE_CORRUPT_VTAB if anything is wrong
     */
    public void checkIntegrity(long checksum, boolean withChecksum) {
        guard(() -> {
            Structure all = structure();
            for (Structure.Level level : all.levels) {
                for (Segment segment : level.segments) {
                    new IndexCheck(blocks, segment).run();
                }
            }
            long sum = checksum(all);
            if (withChecksum && sum != checksum) {
                throw blocks.checksumMismatch();
            }
        });
    }

    private long checksum(Structure all) {
        long sum = 0;
        ByteList positions = new ByteList();
        PositionReader reader = new PositionReader();
        MergedRows rows = open(all, null, 0, SCAN, false);
        for (; !rows.atEnd(); rows.next()) {
            SegmentRows entry = rows.current();
            byte[] term = entry.term.array;
            int length = entry.term.length;
            if (config.detail() == Detail.NONE) {
                if (entry.positionsSize > 0) {
                    sum ^= checksum(entry.rowid, 0, 0, term, length);
                }
                continue;
            }
            positions.clear();
            entry.copyPositions(positions);
            reader.reset(positions.array, 0, positions.length);
            for (; !reader.atEnd(); reader.next()) {
                int column = PositionReader.column(reader.position());
                int offset = PositionReader.offset(reader.position());
                sum ^= checksum(entry.rowid, column, offset, term, length);
            }
        }
        return sum;
    }

    private static long checksum(long rowid, int column, int position, byte[] term, int length) {
        long sum = start(rowid, column, position);
        for (int i = 0; i < length; i++) {
            sum += (sum << 3) + term[i];
        }
        return sum;
    }

    private static long start(long rowid, int column, int position) {
        long sum = rowid;
        sum += (sum << 3) + column;
        sum += (sum << 3) + position;
        return sum;
    }

    /**
     * The summand of an entry for {@link #checkIntegrity}. Each token counts once for the main
     * index and once for each prefix index with its first characters; with detail=columns once for
     * each row and column, with the column as position and 0 as column, with detail=none once for
     * each row, with 0 as both.
     *
     * @param index 0 for the main index, else 1 + number of the prefix index
     */
    public static long entryChecksum(
            long rowid, int column, int position, int index, byte[] token, int start, int length) {
        long sum = start(rowid, column, position);
        sum += (sum << 3) + MAIN_INDEX + index;
        for (int i = start; i < start + length; i++) {
            sum += (sum << 3) + token[i];
        }
        return sum;
    }

    /**
     * Length in bytes of the first characters of a token.
     *
     * @return 0 if it has fewer
     */
    public static int prefixBytes(byte[] token, int start, int length, int characters) {
        int size = 0;
        for (int i = 0; i < characters; i++) {
            if (size >= length) {
                return 0;
            }
            if ((token[start + size++] & 0xff) >= LEAD_BYTE) {
                if (size >= length) {
                    return 0;
                }
                while (size < length && (token[start + size] & LEAD_BYTE) == TRAIL_BYTE) {
                    size++;
                }
                if (size == length) {
                    return i + 1 == characters ? size : 0;
                }
            }
        }
        return size;
    }

    private static int characterCount(byte[] token) {
        int count = 0;
        int at = 0;
        while (at < token.length) {
            if ((token[at++] & 0xff) >= LEAD_BYTE) {
                while (at < token.length && (token[at] & LEAD_BYTE) == TRAIL_BYTE) {
                    at++;
                }
            }
            count++;
        }
        return count;
    }

    // Reading

    /**
     * The rows of a term.
     *
     * @param flags {@link #PREFIX} and others
     * @param columns numbers in ascending order of the columns whose positions are wanted; null for
     *     all. A row may then have none. Not with detail=none.
     */
    public TermRows query(byte[] token, int flags, int[] columns) {
        try {
            return open(token, flags, columns);
        } catch (IndexOutOfBoundsException damaged) {
            throw damaged(damaged);
        }
    }

    private TermRows open(byte[] token, int flags, int[] columns) {
        int index = 0;
        int longer = 0;
        if ((flags & NO_PREFIX_INDEX) != 0) {
            index = config.prefixCount() + 1;
        } else if ((flags & PREFIX) != 0) {
            int characters = characterCount(token);
            for (index = 1; index <= config.prefixCount(); index++) {
                int length = config.prefixLength(index - 1);
                if (length == characters) {
                    break;
                }
                if (length == characters + 1) {
                    longer = index;
                }
            }
        }
        boolean descending = (flags & DESCENDING) != 0;
        boolean withData = config.tokenData() && (flags & (WITHOUT_TOKEN_DATA | SCAN)) == 0;
        PositionFilter filter = filter(columns);
        if (withData && index == 0) {
            return tokenDataRows(token, descending, columns);
        }
        if (index <= config.prefixCount()) {
            byte[] key = key(index, token);
            MergedRows rows = open(structure(), key, key.length, flags, true);
            return new IndexRows(this, rows, filter, (flags & SCAN) != 0);
        }
        ListedRows rows = new ListedRows(this, descending);
        if (longer != 0) {
            visit(
                    key(0, token),
                    false,
                    filter,
                    (entry, data) -> rows.add(entry.rowid, data.array, data.start, data.length));
        }
        visit(
                key(longer, token),
                true,
                filter,
                (entry, data) -> rows.add(entry.rowid, data.array, data.start, data.length));
        rows.finish();
        return rows;
    }

    private PositionFilter filter(int[] columns) {
        return columns == null || config.detail() == Detail.NONE
                ? null
                : new PositionFilter(config.detail(), columns);
    }

    private static byte[] key(int index, byte[] token) {
        byte[] key = new byte[token.length + 1];
        key[0] = (byte) (MAIN_INDEX + index);
        System.arraycopy(token, 0, key, 1, token.length);
        return key;
    }

    /** Opens the rows of a key, or from it on, in all segments and in what is pending. */
    private MergedRows open(
            Structure all, byte[] key, int length, int flags, boolean skipDeletions) {
        boolean scan = (flags & SCAN) != 0;
        boolean descending = (flags & DESCENDING) != 0;
        List<SegmentRows> sources = new ArrayList<>();
        if (!pending.isEmpty()) {
            if (scan) {
                boolean prefix = (flags & PREFIX) != 0;
                sources.add(new PendingRows(
                        blocks,
                        pending,
                        prefix ? pending.sorted(key, length) : pending.sortedFrom(key, length)));
                deleting = false;
            } else {
                byte[] list = pending.doclist(key, length);
                sources.add(PendingRows.ofTerm(blocks, key, length, list, descending));
            }
        }
        TermSearch search = key == null ? null : new TermSearch(blocks, key, length, scan);
        for (Structure.Level level : all.levels) {
            for (Segment segment : level.segments.reversed()) {
                sources.add(
                        search == null
                                ? SegmentRows.all(blocks, segment)
                                : search.open(segment, descending));
            }
        }
        return new MergedRows(sources, descending, skipDeletions);
    }

    /** A list of positions. */
    private static final class Positions {
        private byte[] array;
        private int start;
        private int length;
    }

    /** Takes an entry and its positions. */
    private interface Visitor {
        void entry(SegmentRows entry, Positions positions);
    }

    /** Visits all rows of a key, or of all that begin with it. */
    private void visit(byte[] key, boolean prefix, PositionFilter filter, Visitor visitor) {
        MergedRows rows = open(structure(), key, key.length, prefix ? SCAN | PREFIX : 0, true);
        ByteList whole = new ByteList();
        Positions positions = new Positions();
        for (; !rows.atEnd(); rows.next()) {
            SegmentRows entry = rows.current();
            if (rows.isNewTerm() && !startsWith(entry.term, key)) {
                return;
            }
            positions.length = entry.positionsSize;
            if (config.detail() != Detail.NONE) {
                if (entry.isOnPage()) {
                    positions.array = entry.leaf.data;
                    positions.start = entry.offset;
                } else {
                    whole.clear();
                    entry.copyPositions(whole);
                    positions.array = whole.array;
                    positions.start = 0;
                }
                if (filter != null) {
                    ByteList found =
                            filter.filter(positions.array, positions.start, positions.length);
                    positions.array = found.array;
                    positions.start = 0;
                    positions.length = found.length;
                }
            }
            if (positions.length > 0) {
                visitor.entry(entry, positions);
            }
        }
    }

    private static boolean startsWith(ByteList term, byte[] key) {
        return term.length >= key.length
                && Arrays.equals(term.array, 0, key.length, key, 0, key.length);
    }

    /** Adds the whole tokens of all instances of a prefix. */
    void collectTokens(byte[] token, InstanceTokens target) {
        if (config.detail() != Detail.FULL) {
            return;
        }
        PositionReader reader = new PositionReader();
        guard(() -> visit(key(0, token), true, null, (entry, data) -> {
            byte[] whole = Arrays.copyOfRange(entry.term.array, 1, entry.term.length);
            reader.reset(data.array, data.start, data.length);
            for (; !reader.atEnd(); reader.next()) {
                target.putToken(whole, entry.rowid, reader.position());
            }
        }));
    }

    private TermRows tokenDataRows(byte[] token, boolean descending, int[] columns) {
        flush();
        List<byte[]> tokens = new ArrayList<>();
        byte[] key = key(0, token);
        MergedRows terms = open(structure(), key, key.length, SCAN | PREFIX, true);
        for (; !terms.atEnd(); terms.next()) {
            ByteList term = terms.current().term;
            if (terms.isNewTerm()) {
                // These come first among the terms that begin with the token.
                boolean matches = startsWith(term, key)
                        && (term.length == key.length || term.array[key.length] == 0);
                if (!matches) {
                    break;
                }
                byte[] whole = Arrays.copyOfRange(term.array, 1, term.length);
                if (tokens.isEmpty() || !Arrays.equals(tokens.getLast(), whole)) {
                    tokens.add(whole);
                }
            }
        }
        List<IndexRows> rows = new ArrayList<>();
        for (byte[] each : tokens) {
            byte[] whole = key(0, each);
            int flags = descending ? DESCENDING : 0;
            MergedRows merged = open(structure(), whole, whole.length, flags, true);
            rows.add(new IndexRows(this, merged, filter(columns), false));
        }
        return new TokenDataRows(this, rows, tokens.toArray(new byte[0][]), descending);
    }

    /** Number of blocks read so far: the special query {@code *reads}. */
    public int reads() {
        return blocks.reads();
    }
}
