package org.sqlvm.api.arrow;

import org.jspecify.annotations.Nullable;
import org.sqlvm.api.Column;
import org.sqlvm.api.RowBatch;
import org.sqlvm.api.Rows;

import java.io.UncheckedIOException;
import java.nio.channels.WritableByteChannel;
import java.util.ArrayList;
import java.util.List;

/**
 * Writes rows of a result in Apache Arrow's streaming format, or in that of its files
 * (arrow.apache.org/docs/format/Columnar.html).
 *
 * <pre>{@code
 * try (Rows rows = database.query("SELECT * FROM parts");
 *         FileChannel file = FileChannel.open(path, CREATE, WRITE)) {
 *     ArrowStreamWriter.to(file).asFile().write(rows);
 * }
 * }</pre>
 *
 * <p>A column is Int64, Float64, Utf8 or Binary, and may be null. Which of them says the declared
 * type, if its affinity is INTEGER, REAL, TEXT or BLOB, or it is DECIMAL or NUMERIC, which are
 * Float64; else the values in the first record batch. If there are none but NULL, it is of type
 * Null. A column of Float64 takes integers that it can represent exactly, and values of both are
 * one. Any other value of another storage class is an error that names the column and the row,
 * unless {@link #mixedAsText} is asked for. Bytes of a text that are not UTF-8 become U+FFFD.
 *
 * <p>The rows of a record batch are kept until it is written; of the bytes only a buffer is. Not
 * safe for use by two threads at a time.
 */
public final class ArrowStreamWriter {
    private static final int BATCH_ROWS = 1 << 14;
    /** A batch of long values has fewer rows: lengths of a column are of 31 bits. */
    private static final long BATCH_BYTES = 256L << 20;

    private static final int BUFFER_SIZE = 64 << 10;
    private static final int BUFFER_SIZE_MIN = 64;
    /** Marks a message. */
    private static final int CONTINUATION = -1;

    /** "ARROW1", at the beginning of a file with two bytes of padding. */
    private static final byte[] MAGIC = {'A', 'R', 'R', 'O', 'W', '1', 0, 0};

    private static final int MAGIC_SIZE = 6;

    private final WritableByteChannel channel;
    private int batchRows = BATCH_ROWS;
    private int bufferSize = BUFFER_SIZE;
    private boolean isFile;
    private boolean takesMixed;

    /** Null before {@link #begin}. */
    @SuppressWarnings("NullAway.Init")
    private List<Column> columns;

    @SuppressWarnings("NullAway.Init")
    private ByteSink out;
    /** Null before the first batch is written. */
    private @Nullable List<ColumnEncoder> encoders;

    private final List<ArrowMetadata.Block> blocks = new ArrayList<>();
    private final List<Slice> pending = new ArrayList<>();
    private int pendingRows;
    private long pendingBytes;
    /** Rows in the record batches so far. */
    private long rowCount;

    private ArrowStreamWriter(WritableByteChannel channel) {
        this.channel = channel;
    }

    /** @param channel takes the bytes, waiting if it must; it stays open */
    public static ArrowStreamWriter to(WritableByteChannel channel) {
        return new ArrowStreamWriter(channel);
    }

    /** In the format of files, whose footer says where record batches are. */
    public ArrowStreamWriter asFile() {
        isFile = true;
        return this;
    }

    /**
     * Columns with values of several storage classes are no errors: those where the first record
     * batch has them, or has only NULL and no type is declared, are Utf8, or Binary if there are
     * BLOBs among them. Numbers become their texts in them.
     */
    public ArrowStreamWriter mixedAsText() {
        takesMixed = true;
        return this;
    }

    /**
     * How many rows a record batch has at most; 16,384 unless it is called. One of long values has
     * fewer.
     *
     * @param count at least 1
     */
    public ArrowStreamWriter batchRows(int count) {
        if (count < 1) {
            throw new IllegalArgumentException("rows of a batch: " + count);
        }
        batchRows = count;
        return this;
    }

    /** How many bytes go to the channel at a time, at least 64; 64 KiB unless it is called. */
    public ArrowStreamWriter bufferSize(int bytes) {
        if (bytes < BUFFER_SIZE_MIN) {
            throw new IllegalArgumentException("size of the buffer: " + bytes);
        }
        bufferSize = bytes;
        return this;
    }

    /**
     * Writes all rows that are left.
     *
     * @return how many there were
     * @throws org.sqlvm.api.SqlvmException for an error of the query, or a value that does not fit
     * @throws UncheckedIOException if the channel fails
     */
    public long write(Rows rows) {
        List<Column> all = new ArrayList<>();
        for (int i = 0; i < rows.columnCount(); i++) {
            all.add(rows.column(i));
        }
        begin(all);
        for (RowBatch batch = rows.nextBatch(); batch != null; batch = rows.nextBatch()) {
            add(batch, 0, batch.rowCount());
        }
        return end();
    }

    /** Begins, for a program that gives the rows itself. */
    public void begin(List<Column> all) {
        columns = List.copyOf(all);
        out = new ByteSink(channel, bufferSize);
        if (isFile) {
            out.writeBytes(MAGIC, 0, MAGIC.length);
        }
    }

    /**
     * Takes rows.
     *
     * @param from the first of them in the batch
     * @param until the one behind the last
     */
    public void add(RowBatch batch, int from, int until) {
        int next = from;
        while (next < until) {
            int end = Math.min(until, next + batchRows - pendingRows);
            end = fitting(batch, next, end);
            pending.add(new Slice(batch, next, end));
            pendingRows += end - next;
            next = end;
            if (pendingRows == batchRows || pendingBytes >= BATCH_BYTES) {
                writeBatch(false);
            }
        }
    }

    /** The row behind those with which the record batch gets as long as it may be. */
    private int fitting(RowBatch batch, int from, int until) {
        int row = from;
        while (row < until && pendingBytes < BATCH_BYTES) {
            for (int i = 0; i < columns.size(); i++) {
                if (batch.longs(i) == null && batch.doubles(i) == null) {
                    Rows.Type type = batch.type(i, row);
                    if (type == Rows.Type.TEXT || type == Rows.Type.BLOB) {
                        pendingBytes += batch.length(i, row);
                    }
                }
            }
            row++;
        }
        return row;
    }

    /**
     * Writes what has not been written yet, and the end.
     *
     * @return how many rows there were
     */
    public long end() {
        List<ColumnEncoder> chosen = encoders;
        if (pendingRows > 0 || chosen == null) {
            chosen = writeBatch(true);
        }
        out.writeInt(CONTINUATION);
        out.writeInt(0);
        if (isFile) {
            writeFooter(chosen);
        }
        out.flush();
        return rowCount;
    }

    /** Returns the encoders, whose types are chosen for the first batch. */
    private List<ColumnEncoder> writeBatch(boolean isLast) {
        List<ColumnEncoder> chosen = encoders;
        if (chosen == null) {
            chosen = chooseTypes(isLast);
            encoders = chosen;
            writeMessage(ArrowMetadata.schemaMessage(fields(chosen)));
        }
        if (pendingRows > 0) {
            chosen.forEach(encoder -> encoder.measure(pending, pendingRows, rowCount));
            List<ArrowMetadata.Node> nodes =
                    chosen.stream().map(ColumnEncoder::node).toList();
            List<ArrowMetadata.Part> parts = ColumnEncoder.parts(chosen);
            long bodyLength = ColumnEncoder.end(parts);
            byte[] message = ArrowMetadata.batchMessage(pendingRows, nodes, parts, bodyLength);
            long offset = out.position();
            writeMessage(message);
            if (isFile) {
                int length = (int) (out.position() - offset);
                blocks.add(new ArrowMetadata.Block(offset, length, bodyLength));
            }
            chosen.forEach(encoder -> encoder.write(out));
        }
        rowCount += pendingRows;
        pending.clear();
        pendingRows = 0;
        pendingBytes = 0;
        return chosen;
    }

    private List<ColumnEncoder> chooseTypes(boolean isLast) {
        List<ColumnEncoder> chosen = new ArrayList<>();
        for (int i = 0; i < columns.size(); i++) {
            Column column = columns.get(i);
            ColumnType known = ColumnType.ofDeclared(column.declaredType());
            ColumnType type = new ColumnChoice(pending, i).type(known, takesMixed, isLast);
            chosen.add(new ColumnEncoder(column.name(), i, type, takesMixed));
        }
        return chosen;
    }

    private List<ArrowMetadata.Field> fields(List<ColumnEncoder> encoders) {
        return encoders.stream().map(ColumnEncoder::field).toList();
    }

    private void writeMessage(byte[] metadata) {
        out.writeInt(CONTINUATION);
        out.writeInt(metadata.length);
        out.writeBytes(metadata, 0, metadata.length);
    }

    private void writeFooter(List<ColumnEncoder> chosen) {
        byte[] footer = ArrowMetadata.footer(fields(chosen), blocks);
        out.writeBytes(footer, 0, footer.length);
        out.writeInt(footer.length);
        out.writeBytes(MAGIC, 0, MAGIC_SIZE);
    }
}
