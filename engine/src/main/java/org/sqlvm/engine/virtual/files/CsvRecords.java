package org.sqlvm.engine.virtual.files;

import org.sqlvm.engine.data.Text;
import org.sqlvm.engine.error.SqlException;

import java.io.InputStream;
import java.util.Arrays;

/**
 * The records of a file of values (RFC 4180), as places of their fields in a buffer. Nothing is
 * made of a field before it is asked for.
 */
final class CsvRecords extends RecordBuffer {
    /** What {@link #scan} has found. */
    private static final int RECORD = 0;

    private static final int END = 1;
    /** The record goes on behind the buffer. */
    private static final int MORE = 2;

    /** A line that is left out. */
    private static final int COMMENT = 3;

    private final CsvDialect dialect;
    /** By byte: whether it ends a field without quotes. */
    private final boolean[] ends = new boolean[256];

    /** Whether what comes next is behind this record, even if there was an error in it. */
    private boolean whole;

    private int count;
    private int[] from = new int[16];
    private int[] to = new int[16];
    private byte[] kinds = new byte[16];

    private static final byte PLAIN = 0;
    private static final byte QUOTED = 1;
    /** Quoted, and some of its characters are escaped. */
    private static final byte ESCAPED = 2;

    /** Reads {@code input}, which is the content of {@code file}, and closes it at the end. */
    CsvRecords(FileInput file, InputStream input, CsvDialect dialect) {
        super(file, input);
        this.dialect = dialect;
        ends['\n'] = true;
        ends['\r'] = true;
        if (dialect.delimiter() >= 0) {
            ends[dialect.delimiter()] = true;
        }
    }

    /** Goes behind so many lines, whatever is in them. */
    void skipLines(long lines) {
        long left = lines;
        while (left > 0 && (place < size || fill())) {
            byte read = buffer[place++];
            if (read == '\n' || (read == '\r' && !isNext('\n'))) {
                left--;
                nextLine++;
            }
        }
    }

    private boolean isNext(char wanted) {
        return (place < size || fill()) && buffer[place] == wanted;
    }

    /** Goes to the next record that is not a comment; whether there is one. */
    @Override
    boolean next() {
        whole = false;
        while (!isAtLimit()) {
            line = nextLine;
            count = 0;
            switch (scan()) {
                case RECORD -> {
                    whole = true;
                    return true;
                }
                case END -> {
                    return false;
                }
                case COMMENT -> {}
                default -> {
                    nextLine = line;
                    fill();
                }
            }
        }
        return false;
    }

    private int scan() {
        int at = place;
        if (at == size) {
            return atEnd ? END : MORE;
        }
        if (buffer[at] == dialect.comment()) {
            return scanComment();
        }
        while (true) {
            boolean quoted = at < size && buffer[at] == dialect.quote();
            int end = quoted ? scanQuoted(at) : scanPlain(at);
            if (end < 0) {
                return MORE;
            }
            if (end == size) {
                place = end;
                return RECORD;
            }
            byte last = buffer[end];
            if (last == dialect.delimiter()) {
                at = end + 1;
                continue;
            }
            if (last != '\n' && last != '\r') {
                return scanBroken(end);
            }
            if (last == '\r' && end + 1 == size && !atEnd) {
                return MORE;
            }
            boolean pair = last == '\r' && end + 1 < size && buffer[end + 1] == '\n';
            place = end + (pair ? 2 : 1);
            nextLine++;
            return RECORD;
        }
    }

    private int scanComment() {
        return skipLine(place) ? COMMENT : MORE;
    }

    /** Behind a quote that ends a field there is something else: the line is given up. */
    private int scanBroken(int from) {
        long broken = nextLine;
        if (!skipLine(from)) {
            return MORE;
        }
        whole = true;
        throw error(broken, "unescaped quote in column " + count);
    }

    /** Goes behind the line's end; false if that is behind the buffer. */
    private boolean skipLine(int from) {
        int at = Fields.find('\n', buffer, from, size);
        if (at == size && !atEnd) {
            return false;
        }
        place = Math.min(size, at + 1);
        nextLine++;
        return true;
    }

    /** Finds the end of a field; -1 if that is behind the buffer. */
    private int scanPlain(int start) {
        byte[] bytes = buffer;
        boolean[] stops = ends;
        int at = start;
        int limit = size;
        while (at < limit && !stops[bytes[at] & 0xFF]) {
            at++;
        }
        if (at == limit && !atEnd) {
            return -1;
        }
        add(start, at, PLAIN);
        return at;
    }

    private int scanQuoted(int start) {
        int quote = dialect.quote();
        int escape = dialect.escape();
        byte kind = QUOTED;
        long begun = nextLine;
        int at = start + 1;
        while (true) {
            if (at == size) {
                return unfinished(begun);
            }
            byte read = buffer[at];
            boolean more = at + 1 < size;
            if (read == escape && (escape != quote || (more && buffer[at + 1] == quote))) {
                if (!more) {
                    return unfinished(begun);
                }
                kind = ESCAPED;
                at++;
                nextLine += buffer[at] == '\n' ? 1 : 0;
            } else if (read == quote) {
                if (!more && !atEnd) {
                    return -1;
                }
                add(start + 1, at, kind);
                return at + 1;
            } else if (read == '\n') {
                nextLine++;
            }
            at++;
        }
    }

    private int unfinished(long begun) {
        if (atEnd) {
            throw error(begun, "unterminated quote in column " + (count + 1));
        }
        return -1;
    }

    private void add(int start, int end, byte kind) {
        if (count == from.length) {
            from = Arrays.copyOf(from, count * 2);
            to = Arrays.copyOf(to, count * 2);
            kinds = Arrays.copyOf(kinds, count * 2);
        }
        from[count] = start;
        to[count] = end;
        kinds[count] = kind;
        count++;
    }

    @Override
    boolean isWhole() {
        return whole;
    }

    /** How many fields the record has; at least one. */
    int count() {
        return count;
    }

    /** Whether the record is a line without anything. */
    boolean isBlank() {
        return count == 1 && kinds[0] == PLAIN && from[0] == to[0];
    }

    boolean isQuoted(int field) {
        return kinds[field] != PLAIN;
    }

    /** Where the field's bytes are, if it is not escaped: valid until the next record. */
    byte[] bytes() {
        return buffer;
    }

    int from(int field) {
        return from[field];
    }

    int to(int field) {
        return to[field];
    }

    /** The characters of a field, in bytes of their own. */
    Text text(int field) {
        byte[] own = kinds[field] == ESCAPED
                ? unescaped(from[field], to[field])
                : Arrays.copyOfRange(buffer, from[field], to[field]);
        if (!Fields.isUtf8(own, 0, own.length)) {
            throw notUtf8(field);
        }
        return Text.of(own);
    }

    private SqlException notUtf8(int field) {
        return error("column " + (field + 1) + " is not UTF-8; is it another encoding?");
    }

    /** Puts the characters of a field among others. */
    void putText(int field, ColumnValues target, int row) {
        if (kinds[field] == ESCAPED) {
            target.setValue(row, text(field));
            return;
        }
        if (!Fields.isUtf8(buffer, from[field], to[field])) {
            throw notUtf8(field);
        }
        target.keepBytes(row, buffer, from[field], to[field] - from[field]);
    }

    private byte[] unescaped(int start, int end) {
        byte[] target = new byte[end - start];
        int length = 0;
        int quote = dialect.quote();
        int escape = dialect.escape();
        for (int at = start; at < end; at++) {
            byte read = buffer[at];
            boolean escapes = read == escape
                    && at + 1 < end
                    && (buffer[at + 1] == quote || buffer[at + 1] == escape);
            target[length++] = escapes ? buffer[++at] : read;
        }
        return Arrays.copyOf(target, length);
    }
}
