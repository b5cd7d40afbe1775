package org.sqlvm.engine.vector;

import org.sqlvm.engine.btree.TableCursor;
import org.sqlvm.engine.data.RecordReader;
import org.sqlvm.engine.data.SerialType;
import org.sqlvm.engine.error.SqlException;

import java.util.List;

/**
 * Decodes the rows of a table b-tree, in their order, into chunks: each record's header is walked
 * once for all columns that are wanted.
 */
final class PartitionReader {
    /** After so many rows it asks whether to go on: a power of two. */
    private static final int POLL_ROWS = 2048;

    private final TableCursor cursor;
    private final int partitionRows;
    /** As the columns; null for those that are not read. */
    private final ChunkBuilder[] builders;

    /** By place in the record: the builder, or null. */
    private final ChunkBuilder[] places;

    /** The builder of the rowid, or null. */
    private ChunkBuilder rowids;

    private boolean begun;
    private boolean ended;

    /** @param wanted as {@code columns}: which of them are to be read */
    PartitionReader(
            TableCursor cursor, List<StoredColumn> columns, boolean[] wanted, int partitionRows) {
        this.cursor = cursor;
        this.partitionRows = partitionRows;
        builders = new ChunkBuilder[columns.size()];
        int last = -1;
        for (int i = 0; i < builders.length; i++) {
            if (wanted[i]) {
                builders[i] = new ChunkBuilder(columns.get(i), partitionRows);
                last = Math.max(last, columns.get(i).place());
            }
        }
        places = new ChunkBuilder[last + 1];
        for (int i = 0; i < builders.length; i++) {
            if (wanted[i] && columns.get(i).place() == StoredColumn.ROWID) {
                rowids = builders[i];
            } else if (wanted[i]) {
                places[columns.get(i).place()] = builders[i];
            }
        }
    }

    /**
     * Reads the next partition.
     *
     * @param chunks as the columns: where those go that are read
     * @param poll called now and then
     * @return how many rows it has; less than a whole partition at the end
     */
    int read(Chunk[] chunks, Runnable poll) {
        int count = 0;
        while (count < partitionRows && step()) {
            if ((count & (POLL_ROWS - 1)) == 0) {
                poll.run();
            }
            readRow();
            count++;
        }
        for (int i = 0; i < builders.length; i++) {
            if (builders[i] != null) {
                chunks[i] = builders[i].finish();
            }
        }
        return count;
    }

    /**
     * To the next row, right before it is read: between two partitions the tree may be changed, and
     * the cursor finds its place again when it moves.
     */
    private boolean step() {
        if (!ended) {
            ended = begun ? !cursor.next() : !cursor.first();
            begun = true;
        }
        return !ended;
    }

    private void readRow() {
        if (rowids != null) {
            rowids.addLong(cursor.rowid());
        }
        if (places.length == 0) {
            return;
        }
        int size = cursor.localSize();
        if (size == cursor.payloadSize()) {
            readRecord(cursor.page(), cursor.payloadOffset(), size);
        } else {
            byte[] whole = cursor.fullPayload();
            readRecord(whole, 0, whole.length);
        }
    }

    private void readRecord(byte[] data, int offset, int length) {
        ChunkBuilder[] wanted = places;
        int headerEnd = offset + RecordReader.headerSize(data, offset, length);
        int at = offset + RecordReader.varintSize(data, offset);
        int limit = offset + length;
        long value = headerEnd;
        int place = 0;
        while (place < wanted.length && at < headerEnd) {
            long type = data[at];
            if (type >= 0) {
                at++;
            } else {
                type = RecordReader.readVarint(data, at, headerEnd);
                at += RecordReader.varintSize(data, at);
            }
            long size = SerialType.size(type);
            if (size < 0 || value + size > limit) {
                throw SqlException.corrupt(0, "value of serial type " + type + " in a record");
            }
            ChunkBuilder builder = wanted[place++];
            if (builder != null) {
                builder.add(type, data, (int) value);
            }
            value += size;
        }
        while (place < wanted.length) {
            ChunkBuilder builder = wanted[place++];
            if (builder != null) {
                builder.addAbsent();
            }
        }
    }
}
