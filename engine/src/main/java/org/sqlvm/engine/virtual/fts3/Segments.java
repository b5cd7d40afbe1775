package org.sqlvm.engine.virtual.fts3;

import org.sqlvm.engine.data.Blob;
import org.sqlvm.engine.data.Bytes;
import org.sqlvm.engine.data.Casts;
import org.sqlvm.engine.data.SqlNull;
import org.sqlvm.engine.data.Text;
import org.sqlvm.engine.schema.DatabaseId;
import org.sqlvm.engine.virtual.module.ModuleHost;
import org.sqlvm.engine.virtual.shadow.ShadowRows;
import org.sqlvm.engine.virtual.shadow.ShadowTable;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.function.Function;

/** The shadow tables %_segments, %_segdir, %_docsize and %_stat of a table. */
final class Segments {
    /** How many levels an index has; those of the next one follow. */
    static final int LEVELS = 1024;

    /** Rows of %_stat. */
    static final long TOTALS = 0;

    static final long MERGE_HINT = 1;
    static final long AUTOMERGE = 2;

    private static final int SEGDIR_COLUMNS = 6;

    private final ModuleHost host;
    private final DatabaseId database;
    private final String name;
    private final Map<String, String> names = new HashMap<>();
    /**
     * By suffix the rows that were read last, and those that were written: opened again, they
     * mostly stand near the next row.
     */
    private final Map<String, ShadowRows> read = new HashMap<>();

    private final Map<String, ShadowRows> written = new HashMap<>();

    Segments(ModuleHost host, DatabaseId database, String name) {
        this.host = host;
        this.database = database;
        this.name = name;
    }

    /** The number of a level in %_segdir. */
    static long level(int language, int indexCount, int index, int level) {
        return ((long) language * indexCount + index) * LEVELS + level;
    }

    int pageSize() {
        return host.database(database).pageSize();
    }

    boolean has(String suffix) {
        return host.table(database, name + "_" + suffix) != null;
    }

    private <T> T rows(String suffix, boolean writable, Function<ShadowRows, T> work) {
        Map<String, ShadowRows> last = writable ? written : read;
        String table = names.computeIfAbsent(suffix, each -> name + "_" + each);
        ShadowRows before = last.get(suffix);
        try (ShadowRows rows = ShadowRows.open(host, database, table, writable, before)) {
            if (rows == null) {
                throw missing();
            }
            last.put(suffix, rows);
            return work.apply(rows);
        }
    }

    private <T> T segdir(boolean writable, Function<ShadowTable, T> work) {
        try (ShadowTable rows = ShadowTable.open(host, database, name + "_segdir", writable)) {
            if (rows == null) {
                throw missing();
            }
            return work.apply(rows);
        }
    }

    /** A statement of SQLite's that reads the table could not be prepared. */
    private static RuntimeException missing() {
        return Faults.plain();
    }

    // ------------------------------------------------------------------ blocks

    /** @throws org.sqlvm.engine.error.SqlException if there is no such block */
    Node read(long block) {
        return rows("segments", false, rows -> {
            byte[] bytes = rows.seek(block) ? rows.bytes(1) : null;
            if (bytes == null) {
                throw Faults.corrupt();
            }
            return Node.of(bytes);
        });
    }

    /** @param bytes null for a block that only keeps the number */
    void write(long block, byte[] bytes, int length) {
        rows("segments", true, rows -> {
            rows.put(
                    block,
                    SqlNull.NULL,
                    bytes == null
                            ? SqlNull.NULL
                            : new Blob(Arrays.copyOf(bytes, length), 0, length));
            return null;
        });
    }

    /** Whether a block is there, but NULL. */
    boolean isReserved(long block) {
        return rows("segments", false, rows -> rows.seek(block) && rows.value(1) == SqlNull.NULL);
    }

    void deleteBlocks(long from, long to) {
        rows("segments", true, rows -> {
            boolean valid = rows.seekFrom(from);
            while (valid && rows.rowid() <= to) {
                rows.delete(rows.rowid());
                valid = rows.next();
            }
            return null;
        });
    }

    /** The first number behind those of all blocks. */
    long nextBlock() {
        return rows("segments", false, rows -> rows.last() ? rows.rowid() + 1 : 1L);
    }

    // ------------------------------------------------------------------ segments

    /** The segments of levels, the highest level first, in each the oldest segment first. */
    List<Segment> list(long from, long to) {
        return segdir(false, rows -> {
            List<Segment> found = new ArrayList<>();
            for (Object[] row : rows.range(from, to, SEGDIR_COLUMNS)) {
                found.add(Segment.of(row));
            }
            found.sort((a, b) -> Long.compare(b.level(), a.level())); // It is stable.
            return found;
        });
    }

    List<Segment> list(long level) {
        return list(level, level);
    }

    /** All segments of the table. */
    List<Segment> all() {
        return list(Long.MIN_VALUE, Long.MAX_VALUE);
    }

    Segment find(long level, int index) {
        for (Segment each : list(level)) {
            if (each.index() == index) {
                return each;
            }
        }
        return null;
    }

    void put(Segment segment) {
        segdir(true, rows -> {
            rows.put(row(segment));
            return null;
        });
    }

    /** Replaces a segment's row by another one. */
    void update(Segment before, Segment after) {
        segdir(
                true,
                rows -> rows.update(
                        new Object[] {before.level(), (long) before.index()}, row(after)));
    }

    private static Object[] row(Segment segment) {
        return new Object[] {
            segment.level(),
            (long) segment.index(),
            segment.start(),
            segment.leavesEnd(),
            segment.size() == 0
                    ? (Object) segment.end()
                    : Text.of(segment.end() + " " + segment.size()),
            Blob.of(segment.root())
        };
    }

    void delete(long level, int index) {
        segdir(true, rows -> rows.delete(level, (long) index));
    }

    void deleteLevels(long from, long to) {
        for (Segment each : list(from, to)) {
            delete(each.level(), each.index());
        }
    }

    /** The number of the next segment of a level. */
    int nextIndex(long level) {
        List<Segment> there = list(level);
        return there.isEmpty() ? 0 : there.get(there.size() - 1).index() + 1;
    }

    /** The languages that there are, and one more, in order. */
    List<Integer> languages(int known, int indexCount) {
        TreeSet<Integer> found = new TreeSet<>();
        found.add(known);
        for (Segment each : all()) {
            found.add((int) (each.level() / ((long) LEVELS * indexCount)));
        }
        return List.copyOf(found);
    }

    /** Deletes the content of a shadow table. */
    void clear(String suffix) {
        if (suffix.equals("segdir")) {
            deleteLevels(Long.MIN_VALUE, Long.MAX_VALUE);
            return;
        }
        rows(suffix, true, rows -> {
            boolean valid = rows.first();
            while (valid) {
                rows.delete(rows.rowid());
                valid = rows.next();
            }
            return null;
        });
    }

    // ------------------------------------------------------------------ sizes and statistics

    /** A row of %_stat; null if there is none. */
    Object stat(long id) {
        return rows("stat", false, rows -> rows.seek(id) ? rows.value(1) : null);
    }

    void putStat(long id, Object value) {
        rows("stat", true, rows -> {
            rows.put(id, SqlNull.NULL, value);
            return null;
        });
    }

    /** A blob of %_stat; null if it is another value. */
    byte[] statBytes(long id) {
        return stat(id) instanceof Bytes bytes ? bytes.toArray() : null;
    }

    long statNumber(long id) {
        Object value = stat(id);
        return value == null ? 0 : Casts.toLong(value);
    }

    /** The sizes of a row's columns, as stored. */
    byte[] docsize(long docid) {
        return rows("docsize", false, rows -> {
            if (!rows.seek(docid) || !(rows.value(1) instanceof Blob blob)) {
                throw Faults.corrupt();
            }
            return blob.toArray();
        });
    }

    void putDocsize(long docid, Output sizes) {
        rows("docsize", true, rows -> {
            rows.put(docid, SqlNull.NULL, Blob.of(sizes.toArray()));
            return null;
        });
    }

    void deleteDocsize(long docid) {
        rows("docsize", true, rows -> rows.delete(docid));
    }
}
