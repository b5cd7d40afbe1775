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
import java.sql.SQLException;
import java.sql.SQLXML;

import javax.xml.transform.Result;
import javax.xml.transform.Source;
import javax.xml.transform.stream.StreamResult;
import javax.xml.transform.stream.StreamSource;

/** XML as a text, which is not checked: SQLite has no type for it. Streams write when closed. */
public final class TextXml implements SQLXML {
    /** The content; null after free, or before it was written. */
    private String text;

    public TextXml(String text) {
        this.text = text;
    }

    private void set(String written) {
        text = written;
    }

    @Override
    public String getString() throws SQLException {
        if (text == null) {
            throw Errors.closed("XML value");
        }
        return text;
    }

    @Override
    public void setString(String value) throws SQLException {
        set(value);
    }

    @Override
    public InputStream getBinaryStream() throws SQLException {
        return new ByteArrayInputStream(getString().getBytes(StandardCharsets.UTF_8));
    }

    @Override
    public OutputStream setBinaryStream() throws SQLException {
        return new ByteArrayOutputStream() {
            @Override
            public void close() {
                set(toString(StandardCharsets.UTF_8));
            }
        };
    }

    @Override
    public Reader getCharacterStream() throws SQLException {
        return new StringReader(getString());
    }

    @Override
    public Writer setCharacterStream() throws SQLException {
        return new StringWriter() {
            @Override
            public void close() {
                set(toString());
            }
        };
    }

    @Override
    public <T extends Source> T getSource(Class<T> type) throws SQLException {
        if (type == null || type.isAssignableFrom(StreamSource.class)) {
            @SuppressWarnings("unchecked") // A caller that names no type takes any.
            T source = (T) new StreamSource(getCharacterStream());
            return source;
        }
        throw Errors.notSupported(type.getName());
    }

    @Override
    public <T extends Result> T setResult(Class<T> type) throws SQLException {
        if (type == null || type.isAssignableFrom(StreamResult.class)) {
            @SuppressWarnings("unchecked") // A caller that names no type takes any.
            T result = (T) new StreamResult(setCharacterStream());
            return result;
        }
        throw Errors.notSupported(type.getName());
    }

    @Override
    public void free() {
        text = null;
    }
}
