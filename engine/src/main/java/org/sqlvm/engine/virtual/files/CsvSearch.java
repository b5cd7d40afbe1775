package org.sqlvm.engine.virtual.files;

import java.io.InputStream;

/**
 * Finds where a record begins, behind others that are not read: it goes from quote to quote, since
 * what ends a record does not end it in quotes. It takes for a quote what {@link CsvRecords} takes
 * for one: a quote within a field that does not begin with one is a character.
 */
final class CsvSearch implements AutoCloseable {
    private static final int BUFFER_SIZE = 1 << 18;

    private static final int END = -1;

    private final FileInput file;
    private final InputStream input;
    private final int delimiter;
    private final int quote;
    private final int escape;

    private final byte[] buffer = new byte[BUFFER_SIZE];
    /** The byte of the file that the buffer begins with. */
    private long base;

    private int place;
    private int size;
    private boolean atEnd;

    /** The byte before this place; that before the first record is like the end of one. */
    private int previous = '\n';

    /** @param from the byte of the file that a record begins at */
    CsvSearch(FileInput file, CsvDialect dialect, long from) {
        this.file = file;
        this.input = file.bytes(from);
        this.base = from;
        this.delimiter = dialect.delimiter();
        this.quote = dialect.quote();
        this.escape = dialect.escape();
    }

    /** Where the first record begins at a byte or behind it; the file's end if none does. */
    long find(long least) {
        while (base + place < least && !isAtEnd()) {
            int end = (int) Math.min(size, least - base);
            int found = quote < 0 ? end : Fields.find(quote, buffer, place, end);
            if (found > place) {
                previous = buffer[found - 1];
                place = found;
            }
            if (found < end) {
                readQuote();
            }
        }
        return endOfRecord();
    }

    private long endOfRecord() {
        while (previous != '\n' && !(previous == '\r' && peek() != '\n')) {
            int next = peek();
            if (next == END) {
                break;
            }
            if (next == quote) {
                readQuote();
            } else {
                read();
            }
        }
        return base + place;
    }

    /** Goes behind a quote, and behind the one that ends what it begins. */
    private void readQuote() {
        boolean begins = previous == delimiter || previous == '\n' || previous == '\r';
        int read = read();
        if (!begins) {
            return;
        }
        while (read != END) {
            read = read();
            if (read == escape && (escape != quote || peek() == quote)) {
                read();
            } else if (read == quote) {
                skipBroken();
                return;
            }
        }
    }

    /** Goes to the line's end if behind a quote there is something else than the end of a field. */
    private void skipBroken() {
        int next = peek();
        if (next == delimiter || next == '\n' || next == '\r') {
            return;
        }
        while (next != END && next != '\n') {
            next = read();
        }
    }

    private int read() {
        if (isAtEnd()) {
            return END;
        }
        previous = buffer[place++];
        return previous;
    }

    private int peek() {
        return isAtEnd() ? END : buffer[place];
    }

    private boolean isAtEnd() {
        if (place == size && !atEnd) {
            base += size;
            place = 0;
            size = Math.max(0, file.read(input, buffer, 0, BUFFER_SIZE));
            atEnd = size == 0;
        }
        return atEnd;
    }

    @Override
    public void close() {
        FileInput.closeQuietly(input);
    }
}
