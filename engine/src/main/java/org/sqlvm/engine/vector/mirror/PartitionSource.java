package org.sqlvm.engine.vector.mirror;

import org.sqlvm.engine.btree.BtreeCursor;
import org.sqlvm.engine.btree.RowPages;
import org.sqlvm.engine.error.ResultCode;
import org.sqlvm.engine.error.SqlException;
import org.sqlvm.engine.file.Workspace;
import org.sqlvm.engine.vector.column.Chunk;
import org.sqlvm.engine.vector.column.StoredColumn;
import org.sqlvm.engine.vector.column.VectorSizes;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;

/**
 * The rows of a table, partition by partition: columns that the mirror has come from there, the
 * others are read now, and left there when all rows have been; so are columns that are decoded
 * along.
 *
 * <p>A table that is changed meanwhile goes on as it is then, behind the rows so far; but if the
 * mirror had all columns, as it was when the scan began.
 */
public final class PartitionSource implements AutoCloseable {
    private final BtreeCursor cursor;

    /** Null for a table that is not read again. */
    private final MirroredTable held;

    /** By column that is read, by partition; null for those that are decoded. */
    private final Chunk[][] known;

    /** Null if the mirror has all columns. */
    private final PartitionReader reader;

    /** What the reader decodes of a partition: columns of {@link #known}, then further ones. */
    private final Chunk[] decoded;

    /** Null if nothing is to be left to the mirror. */
    private MirrorFill fill;

    private long version;
    private int partition;
    private boolean isKept;

    /**
     * A scan of the table.
     *
     * @param cursor on the table; it is this scan's until the end
     * @param held what the mirror has of the table; null if it is to have nothing
     * @param toEnd all rows will be asked for
     * @param poll called now and then; it throws if the scan is to end
     */
    public PartitionSource(
            Mirror mirror,
            MirroredTable held,
            BtreeCursor cursor,
            ScanColumns columns,
            VectorSizes sizes,
            boolean toEnd,
            Workspace workspace,
            Runnable poll) {
        this.cursor = cursor;
        this.held = held;
        known = new Chunk[columns.own().size()][];
        for (int i = 0; i < known.length; i++) {
            known[i] = held == null ? null : held.chunks(columns.own().get(i));
        }
        if (held != null && isComplete(held, known)) {
            reader = null;
            decoded = null;
            return;
        }
        List<StoredColumn> all = new ArrayList<>(columns.own());
        int firstSpare = all.size();
        if (held != null) {
            Set<StoredColumn> asked = columns.asked(held);
            all = new ArrayList<>(asked);
            firstSpare = all.size();
            all.addAll(held.spare(columns.readable(), asked));
        }
        decoded = new Chunk[all.size()];
        boolean[] wanted = wanted();
        version = version();
        reader = new PartitionReader(
                RowPages.of(cursor), all, wanted, sizes, toEnd, workspace, poll);
        if (held != null && held.isComplete()) {
            reader.readAs(held.partitions());
        }
        fill = held == null ? null : new MirrorFill(mirror, held, all, wanted, firstSpare);
    }

    private static boolean isComplete(MirroredTable held, Chunk[][] known) {
        return held.isComplete() && Arrays.stream(known).noneMatch(chunks -> chunks == null);
    }

    private long version() {
        return cursor.btree().contentVersion(cursor.root());
    }

    /** What is decoded: of the columns that are read, those that are not known. */
    private boolean[] wanted() {
        boolean[] wanted = new boolean[decoded.length];
        for (int i = 0; i < wanted.length; i++) {
            wanted[i] = i >= known.length || known[i] == null;
        }
        return wanted;
    }

    /** All rows, if the mirror has all columns; else null. */
    public MirroredRows mirrored() {
        return reader == null ? new MirroredRows(held, known) : null;
    }

    /**
     * Goes to the next partition.
     *
     * @param chunks where its columns go
     * @return how many rows it has; 0 at the end
     */
    public int next(Chunk[] chunks) {
        int rows = reader == null ? nextMirrored() : read(chunks);
        for (int i = 0; i < known.length && rows > 0; i++) {
            if (known[i] != null) {
                chunks[i] = known[i][partition];
            }
        }
        partition++;
        return rows;
    }

    private int nextMirrored() {
        return partition < held.partitionCount() ? held.rows(partition) : 0;
    }

    private int read(Chunk[] chunks) {
        long now = version();
        if (now != version) {
            version = now;
            Arrays.fill(known, null);
            readAlone();
        }
        int rows = decode();
        System.arraycopy(decoded, 0, chunks, 0, known.length);
        if (fill != null) {
            if (rows > 0) {
                fill.add(decoded, rows, reader.lastRowid());
            }
            if (reader.isAtEnd()) {
                isKept = fill.finish(cursor, reader.bytesRead());
                fill = null;
            }
        }
        return rows;
    }

    private int decode() {
        try {
            return reader.read(decoded);
        } catch (SqlException e) {
            if (decoded.length == known.length || e.code() != ResultCode.CORRUPT) {
                throw e;
            }
        }
        // That may be about a column which this scan does not read.
        readAlone();
        return reader.read(decoded);
    }

    /** From here on, nothing is decoded but what is read, and nothing left to the mirror. */
    private void readAlone() {
        fill = null;
        boolean[] wanted = wanted();
        Arrays.fill(wanted, known.length, wanted.length, false);
        reader.restart(wanted);
    }

    /** Whether the mirror has all columns, since before or since the last row was read. */
    public boolean isKept() {
        return reader == null || isKept;
    }

    @Override
    public void close() {
        if (reader != null) {
            reader.close();
        }
    }
}
