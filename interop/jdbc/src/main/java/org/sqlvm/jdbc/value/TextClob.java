package org.sqlvm.jdbc.value;

import org.sqlvm.jdbc.error.Errors;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.Reader;
import java.io.StringReader;
import java.io.StringWriter;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.sql.Clob;
import java.sql.NClob;
import java.sql.SQLException;

/** A text in memory: what has been read from a column, or is to be written to one. */
public final class TextClob implements NClob {
    /** The content; null after free. */
    private String text;

    public TextClob(String text) {
        this.text = text;
    }

    private String text() throws SQLException {
        if (text == null) {
            throw Errors.closed("clob");
        }
        return text;
    }

    @Override
    public long length() throws SQLException {
        return text().length();
    }

    /** The index of a position, which counts from 1. */
    private int index(long position) throws SQLException {
        if (position < 1 || position > text().length() + 1L) {
            throw Errors.invalid("position " + position + " of " + text.length());
        }
        return (int) (position - 1);
    }

    @Override
    public String getSubString(long position, int length) throws SQLException {
        int from = index(position);
        if (length < 0) {
            throw Errors.invalid("the length is negative: " + length);
        }
        return text.substring(from, (int) Math.min(text.length(), (long) from + length));
    }

    @Override
    public Reader getCharacterStream() throws SQLException {
        return new StringReader(text());
    }

    @Override
    public Reader getCharacterStream(long position, long length) throws SQLException {
        return new StringReader(getSubString(position, (int) length));
    }

    @Override
    public InputStream getAsciiStream() throws SQLException {
        return new ByteArrayInputStream(text().getBytes(StandardCharsets.US_ASCII));
    }

    @Override
    public long position(String pattern, long start) throws SQLException {
        int found = text().indexOf(pattern, index(start));
        return found < 0 ? -1 : found + 1L;
    }

    @Override
    public long position(Clob pattern, long start) throws SQLException {
        return position(pattern.getSubString(1, (int) pattern.length()), start);
    }

    @Override
    public int setString(long position, String source) throws SQLException {
        int from = index(position);
        int to = Math.min(text.length(), from + source.length());
        text = text.substring(0, from) + source + text.substring(to);
        return source.length();
    }

    @Override
    public int setString(long position, String source, int offset, int length) throws SQLException {
        return setString(position, source.substring(offset, offset + length));
    }

    /** Writes when it is closed. */
    @Override
    public OutputStream setAsciiStream(long position) throws SQLException {
        int from = index(position);
        return new ByteArrayOutputStream() {
            @Override
            public void close() {
                overwrite(from, toString(StandardCharsets.US_ASCII));
            }
        };
    }

    /** Writes when it is closed. */
    @Override
    public Writer setCharacterStream(long position) throws SQLException {
        int from = index(position);
        return new StringWriter() {
            @Override
            public void close() {
                overwrite(from, toString());
            }
        };
    }

    private void overwrite(int from, String source) {
        String kept = text == null ? "" : text;
        int to = Math.min(kept.length(), from + source.length());
        text = kept.substring(0, from) + source + kept.substring(to);
    }

    @Override
    public void truncate(long length) throws SQLException {
        text = text().substring(0, index(length + 1));
    }

    @Override
    public void free() {
        text = null;
    }
}
