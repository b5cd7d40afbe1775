package org.sqlvm.engine.virtual.files;

import org.sqlvm.engine.error.SqlException;

import java.io.InputStream;
import java.util.Arrays;
import java.util.function.LongSupplier;

/** A file's bytes, as far as they have been read and not been given out. */
abstract class RecordBuffer implements AutoCloseable {
    private static final int BUFFER_SIZE = 1 << 18;

    /** A longer record is one whose quote or bracket does not end. */
    private static final int RECORD_SIZE_MAX = 1 << 26;

    final FileInput file;
    private final InputStream input;

    byte[] buffer = new byte[BUFFER_SIZE];
    /** Where the next record begins. */
    int place;
    /** Where the bytes end that are here. */
    int size;
    /** There are no more bytes. */
    boolean atEnd;

    /** The line of the input that the record begins in, from 1. */
    long line = 1;

    long nextLine = 1;

    private long consumed;

    /** Records that begin here or behind are not given out. */
    private long limit = Long.MAX_VALUE;

    /** How many lines of the file are before the first byte of the input. */
    private LongSupplier linesBefore = () -> 0;

    /** Reads {@code input}, which is the content of {@code file}, and closes it at the end. */
    RecordBuffer(FileInput file, InputStream input) {
        this.file = file;
        this.input = input;
    }

    /**
     * Says that the input is a part of the file.
     *
     * @param limit records that begin at this byte of the input, or behind it, are of another part
     * @param linesBefore how many lines are before it; asked for if there is an error
     */
    final void restrict(long limit, LongSupplier linesBefore) {
        this.limit = limit;
        this.linesBefore = linesBefore;
    }

    /** Whether what comes next is of another part. */
    final boolean isAtLimit() {
        return consumed + place >= limit;
    }

    /** Goes to the next record; whether there is one. */
    abstract boolean next();

    /** Whether what comes next is behind this record, even if there was an error in it. */
    abstract boolean isWhole();

    /** Something is wrong in a line of the input. */
    final SqlException error(long line, String what) {
        return FileError.at(file.path(), linesBefore.getAsLong() + line, what);
    }

    /** Something is wrong in this record. */
    final SqlException error(String what) {
        return error(line, what);
    }

    /** How many lines have been given out. */
    final long lineCount() {
        return nextLine - 1;
    }

    /** Reads more behind what has not been given out yet; whether there is more. */
    final boolean fill() {
        int left = size - place;
        if (left == buffer.length) {
            if (left >= RECORD_SIZE_MAX) {
                throw error("a record is longer than 64 MB");
            }
            buffer = Arrays.copyOf(buffer, buffer.length * 2);
        } else if (place > 0) {
            System.arraycopy(buffer, place, buffer, 0, left);
            consumed += place;
            place = 0;
            size = left;
        }
        int read = file.read(input, buffer, size, buffer.length - size);
        atEnd = read < 0;
        size += Math.max(0, read);
        return read > 0;
    }

    /** How many bytes have been given out. */
    final long consumed() {
        return consumed + place;
    }

    @Override
    public final void close() {
        FileInput.closeQuietly(input);
    }
}
