package org.sqlvm.server.command;

import org.sqlvm.api.JavaValues;
import org.sqlvm.api.RowBatch;
import org.sqlvm.api.Rows;

import java.io.BufferedInputStream;
import java.io.BufferedOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayDeque;
import java.util.Deque;

/**
 * Rows that have been computed and not been sent: a client is told what the columns are before the
 * first row. The first ones are kept in memory, those that are too many in a temporary file.
 */
final class RowSpool implements AutoCloseable {
    /** Bytes of rows in memory. */
    private static final long MEMORY_MAX = 16L << 20;

    private final Deque<RowBatch> batches = new ArrayDeque<>();
    private final int columnCount;
    private long size;

    /** Null if all rows are in memory. */
    private FileChannel file;

    private DataOutputStream out;
    private DataInputStream in;
    /** Batches that are in the file. */
    private long inFile;

    RowSpool(int columnCount) {
        this.columnCount = columnCount;
    }

    /** Those that are in memory, the first one first. */
    Iterable<RowBatch> inMemory() {
        return batches;
    }

    /** About how many bytes have been added. */
    long size() {
        return size;
    }

    /** @param more about how many bytes a batch takes */
    boolean hasRoom(long more) {
        return file == null && size + more <= MEMORY_MAX;
    }

    /** @param more about how many bytes the batch takes */
    void add(RowBatch batch, long more) {
        boolean staysInMemory = hasRoom(more);
        size += more;
        if (staysInMemory) {
            batches.add(batch);
            return;
        }
        try {
            write(batch);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** The batch that was added first; null if there is none. */
    RowBatch poll() {
        if (!batches.isEmpty()) {
            return batches.poll();
        }
        if (inFile == 0) {
            return null;
        }
        try {
            return read();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private void write(RowBatch batch) throws IOException {
        if (file == null) {
            Path path = Files.createTempFile("sqlvm-rows-", "");
            file = FileChannel.open(
                    path,
                    StandardOpenOption.READ,
                    StandardOpenOption.WRITE,
                    StandardOpenOption.DELETE_ON_CLOSE);
            out = new DataOutputStream(new BufferedOutputStream(Channels.newOutputStream(file)));
        }
        out.writeInt(batch.rowCount());
        for (int row = 0; row < batch.rowCount(); row++) {
            for (int column = 0; column < columnCount; column++) {
                write(batch, column, row);
            }
        }
        inFile++;
    }

    private void write(RowBatch batch, int column, int row) throws IOException {
        Rows.Type type = batch.type(column, row);
        out.writeByte(type.ordinal());
        switch (type) {
            case NULL -> {}
            case INTEGER -> out.writeLong(batch.getLong(column, row));
            case REAL -> out.writeDouble(batch.getDouble(column, row));
            case TEXT, BLOB -> {
                int length = batch.length(column, row);
                out.writeInt(length);
                out.write(batch.array(column, row), batch.offset(column, row), length);
            }
        }
    }

    private RowBatch read() throws IOException {
        if (in == null) {
            out.flush();
            file.position(0);
            in = new DataInputStream(new BufferedInputStream(Channels.newInputStream(file)));
        }
        inFile--;
        Kept batch = new Kept(in.readInt(), columnCount);
        for (int i = 0; i < batch.types.length; i++) {
            Rows.Type type = Rows.Type.values()[in.readByte()];
            batch.types[i] = type;
            switch (type) {
                case NULL -> {}
                case INTEGER, REAL -> batch.numbers[i] = in.readLong();
                case TEXT, BLOB -> batch.bytes[i] = in.readNBytes(in.readInt());
            }
        }
        return batch;
    }

    @Override
    public void close() {
        batches.clear();
        try {
            if (file != null) {
                file.close();
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Rows that have been in the file, one row behind the other. */
    private static final class Kept implements RowBatch {
        private final int rowCount;
        private final int columnCount;
        private final Rows.Type[] types;
        /** Integers, and the bits of reals. */
        private final long[] numbers;

        private final byte[][] bytes;

        Kept(int rowCount, int columnCount) {
            this.rowCount = rowCount;
            this.columnCount = columnCount;
            types = new Rows.Type[rowCount * columnCount];
            numbers = new long[types.length];
            bytes = new byte[types.length][];
        }

        private int at(int column, int row) {
            return row * columnCount + column;
        }

        @Override
        public int rowCount() {
            return rowCount;
        }

        @Override
        public int start() {
            return 0;
        }

        @Override
        public long[] longs(int column) {
            return null;
        }

        @Override
        public double[] doubles(int column) {
            return null;
        }

        @Override
        public Rows.Type type(int column, int row) {
            return types[at(column, row)];
        }

        @Override
        public long getLong(int column, int row) {
            return numbers[at(column, row)];
        }

        @Override
        public double getDouble(int column, int row) {
            return Double.longBitsToDouble(numbers[at(column, row)]);
        }

        @Override
        public byte[] array(int column, int row) {
            return bytes[at(column, row)];
        }

        @Override
        public int offset(int column, int row) {
            return 0;
        }

        @Override
        public int length(int column, int row) {
            return bytes[at(column, row)].length;
        }

        @Override
        public String getText(int column, int row) {
            return switch (type(column, row)) {
                case NULL -> null;
                case INTEGER -> Long.toString(getLong(column, row));
                case REAL -> JavaValues.toText(getDouble(column, row));
                case TEXT, BLOB -> new String(array(column, row), StandardCharsets.UTF_8);
            };
        }
    }
}
