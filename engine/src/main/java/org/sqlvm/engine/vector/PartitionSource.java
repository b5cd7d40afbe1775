package org.sqlvm.engine.vector;

import org.sqlvm.engine.btree.TableCursor;
import org.sqlvm.engine.file.Workspace;

import java.util.Arrays;
import java.util.List;

/**
 * The rows of a table, partition by partition: columns that the mirror has come from there, the
 * others are read now, and left there when all rows have been.
 *
 * <p>A table that is changed meanwhile goes on as it is then, behind the rows so far; but if the
 * mirror had all columns, as it was when the scan began.
 */
final class PartitionSource implements AutoCloseable {
    private final TableCursor cursor;

    /** Null for a table that is not read again. */
    private final MirroredTable held;

    /** By column, by partition; null for those that are read. */
    private final Chunk[][] known;

    /** Null if the mirror has all columns. */
    private final PartitionReader reader;

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
    PartitionSource(
            Mirror mirror,
            MirroredTable held,
            TableCursor cursor,
            List<StoredColumn> columns,
            VectorSizes sizes,
            boolean toEnd,
            Workspace workspace,
            Runnable poll) {
        this.cursor = cursor;
        this.held = held;
        known = new Chunk[columns.size()][];
        boolean[] wanted = new boolean[columns.size()];
        for (int i = 0; i < wanted.length; i++) {
            known[i] = held == null ? null : held.chunks(columns.get(i));
            wanted[i] = known[i] == null;
        }
        if (held != null && isComplete(held, known)) {
            reader = null;
        } else {
            version = version();
            reader = new PartitionReader(cursor, columns, wanted, sizes, toEnd, workspace, poll);
            fill = held == null ? null : new MirrorFill(mirror, held, columns, wanted);
        }
    }

    private static boolean isComplete(MirroredTable held, Chunk[][] known) {
        return held.isComplete() && Arrays.stream(known).noneMatch(chunks -> chunks == null);
    }

    private long version() {
        return cursor.btree().contentVersion(cursor.root());
    }

    /** All rows, if the mirror has all columns; else null. */
    MirroredRows mirrored() {
        return reader == null ? new MirroredRows(held, known) : null;
    }

    /**
     * Goes to the next partition.
     *
     * @param chunks where its columns go
     * @return how many rows it has; 0 at the end
     */
    int next(Chunk[] chunks) {
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
            changed();
        }
        int rows = reader.read(chunks);
        if (fill != null) {
            if (rows > 0) {
                fill.add(chunks, rows);
            }
            if (reader.isAtEnd()) {
                isKept = fill.finish();
                fill = null;
            }
        }
        return rows;
    }

    /** The table is not what the mirror has, nor what has been read of it. */
    private void changed() {
        fill = null;
        Arrays.fill(known, null);
        boolean[] all = new boolean[known.length];
        Arrays.fill(all, true);
        reader.restart(all);
    }

    /** Whether the mirror has all columns, since before or since the last row was read. */
    boolean isKept() {
        return reader == null || isKept;
    }

    @Override
    public void close() {
        if (reader != null) {
            reader.close();
        }
    }
}
