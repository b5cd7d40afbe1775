package org.sqlvm.engine.virtual;

import org.sqlvm.engine.data.Text;
import org.sqlvm.engine.error.ResultCode;
import org.sqlvm.engine.error.SqlException;
import org.sqlvm.engine.file.FileErrors;
import org.sqlvm.engine.file.RandomFile;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/** Reads rows of comma-separated values (RFC 4180), in UTF-8. */
final class CsvReader implements AutoCloseable {
    private static final int BUFFER_SIZE = 1 << 16;
    private static final int END = -1;
    private static final byte[] BYTE_ORDER_MARK = {(byte) 0xEF, (byte) 0xBB, (byte) 0xBF};

    /** Null for a text. */
    private final RandomFile file;

    private byte[] buffer;
    private int place;
    private int size;
    /** Where in the file the buffer ends. */
    private long position;

    private int line = 1;
    /** What ended the last field. */
    private int end;

    private final ByteArrayOutputStream field = new ByteArrayOutputStream();

    private CsvReader(RandomFile file, byte[] buffer, int size) {
        this.file = file;
        this.buffer = buffer;
        this.size = size;
    }

    static CsvReader of(String text) {
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        return new CsvReader(null, bytes, bytes.length).afterMark();
    }

    /** Closes the file when it is closed. */
    static CsvReader of(RandomFile file) {
        return new CsvReader(file, new byte[BUFFER_SIZE], 0).afterMark();
    }

    private CsvReader afterMark() {
        fill();
        if (size >= 3
                && buffer[0] == BYTE_ORDER_MARK[0]
                && buffer[1] == BYTE_ORDER_MARK[1]
                && buffer[2] == BYTE_ORDER_MARK[2]) {
            place = 3;
        }
        return this;
    }

    /** The next row's fields, or null behind the last row. */
    List<Text> next() {
        int first = read();
        if (first == END) {
            return null;
        }
        List<Text> fields = new ArrayList<>();
        do {
            fields.add(field(fields.isEmpty() ? first : read()));
        } while (end == ',');
        return fields;
    }

    private Text field(int first) {
        field.reset();
        if (first == '"') {
            readQuoted();
        } else {
            readPlain(first);
        }
        return Text.of(field.toByteArray());
    }

    private void readPlain(int first) {
        int read = first;
        while (read != END && read != ',' && read != '\n') {
            // A carriage return is a part of the line's end.
            if (read == '\r' && peek() == '\n') {
                read = read();
                continue;
            }
            field.write(read);
            read = read();
        }
        line += read == '\n' ? 1 : 0;
        end = read;
    }

    private void readQuoted() {
        int start = line;
        while (true) {
            int read = read();
            if (read == END) {
                throw SqlException.error("line " + start + ": unterminated \"-quoted field");
            }
            line += read == '\n' ? 1 : 0;
            if (read != '"') {
                field.write(read);
                continue;
            }
            int next = read();
            if (next == '"') {
                field.write('"');
                continue;
            }
            if (next == '\r' && peek() == '\n') {
                next = read();
            }
            if (next != ',' && next != '\n' && next != END) {
                throw SqlException.error("line " + line + ": unescaped \" character");
            }
            line += next == '\n' ? 1 : 0;
            end = next;
            return;
        }
    }

    private int read() {
        int read = peek();
        place++;
        return read;
    }

    private int peek() {
        if (place >= size) {
            fill();
        }
        return place < size ? buffer[place] & 0xFF : END;
    }

    /** The next bytes of the file; none if there are no more. */
    private void fill() {
        if (file == null) {
            return;
        }
        try {
            size = Math.max(0, file.read(buffer, 0, buffer.length, position));
        } catch (IOException e) {
            throw FileErrors.of(ResultCode.IOERR_READ, e);
        }
        place = 0;
        position += size;
    }

    @Override
    public void close() {
        if (file == null) {
            return;
        }
        try {
            file.close();
        } catch (IOException e) {
            throw FileErrors.of(ResultCode.IOERR, e);
        }
    }
}
