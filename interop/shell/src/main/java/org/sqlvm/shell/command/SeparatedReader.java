package org.sqlvm.shell.command;

import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.function.Consumer;

/** The fields of a file of comma-separated or otherwise separated values, as sqlite3 reads them. */
final class SeparatedReader implements AutoCloseable {
    static final int END = -1;

    private static final int QUOTE = '"';
    /** The first byte of UTF-8's byte-order mark. */
    private static final int MARK = 0xef;

    private final String name;
    private final InputStream in;
    private final boolean quoted;
    private final int columnEnd;
    private final int rowEnd;
    private final Consumer<String> complaints;
    private boolean first = true;
    private int line = 1;
    private int end;

    /**
     * @param name for complaints
     * @param quoted whether a field in quotes may hold separators
     */
    SeparatedReader(
            String name,
            InputStream in,
            boolean quoted,
            int columnEnd,
            int rowEnd,
            Consumer<String> complaints) {
        this.name = name;
        this.in = new BufferedInputStream(in, 1 << 16);
        this.quoted = quoted;
        this.columnEnd = columnEnd;
        this.rowEnd = rowEnd;
        this.complaints = complaints;
    }

    /** As complaints call what is read. */
    String name() {
        return name;
    }

    int line() {
        return line;
    }

    /** Returns the character that ended the last field: a separator or {@link #END}. */
    int end() {
        return end;
    }

    boolean rowGoesOn() {
        return end == columnEnd;
    }

    void complain(int atLine, String what) {
        complaints.accept(name + ":" + atLine + ": " + what);
    }

    /** The next field, or null at the end of the file. */
    String field() throws IOException {
        ByteArrayOutputStream text = new ByteArrayOutputStream();
        int c = in.read();
        if (c == END) {
            end = END;
            return null;
        }
        if (quoted && c == QUOTE) {
            quotedField(text);
        } else {
            c = first ? afterMark(c) : c;
            while (c != END && c != columnEnd && c != rowEnd) {
                text.write(c);
                c = in.read();
            }
            end = c;
            line += c == rowEnd ? 1 : 0;
        }
        first = false;
        byte[] bytes = text.toByteArray();
        int size = bytes.length;
        if (quoted && end == rowEnd && c != QUOTE && size > 0 && bytes[size - 1] == '\r') {
            size--;
        }
        return new String(bytes, 0, size, StandardCharsets.UTF_8);
    }

    /** Skips a byte-order mark that begins with {@code c}. */
    private int afterMark(int c) throws IOException {
        if (c != MARK) {
            return c;
        }
        in.mark(2);
        if (in.read() == 0xbb && in.read() == 0xbf) {
            return in.read();
        }
        in.reset();
        return c;
    }

    private void quotedField(ByteArrayOutputStream text) throws IOException {
        int startLine = line;
        // A quote that is not the first of two ends the field, together with what follows it.
        boolean closed = false;
        boolean carriageReturn = false;
        while (true) {
            int c = in.read();
            line += c == rowEnd ? 1 : 0;
            if (c == QUOTE && !carriageReturn) {
                if (closed) {
                    text.write(QUOTE);
                }
                closed = !closed;
                continue;
            }
            if (closed && (c == rowEnd || (!carriageReturn && (c == columnEnd || c == END)))) {
                end = c;
                return;
            }
            if (closed && c == '\r' && !carriageReturn) {
                carriageReturn = true;
                continue;
            }
            if (closed) {
                complain(line, "unescaped \" character");
                text.write(QUOTE);
                if (carriageReturn) {
                    text.write('\r');
                }
            }
            if (c == END) {
                complain(startLine, "unterminated \"-quoted field");
                end = END;
                return;
            }
            closed = false;
            carriageReturn = false;
            text.write(c);
        }
    }

    @Override
    public void close() throws IOException {
        in.close();
    }
}
