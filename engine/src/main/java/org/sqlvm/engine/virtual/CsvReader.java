package org.sqlvm.engine.virtual;

import org.sqlvm.engine.data.Text;
import org.sqlvm.engine.error.ResultCode;
import org.sqlvm.engine.error.SqlException;
import org.sqlvm.engine.file.FileErrors;
import org.sqlvm.engine.file.RandomFile;
import org.sqlvm.engine.virtual.files.FileBytes;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.SequenceInputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** Reads rows of comma-separated values (RFC 4180), in UTF-8. */
final class CsvReader implements AutoCloseable {
    private static final int END = -1;
    private static final byte[] BYTE_ORDER_MARK = {(byte) 0xEF, (byte) 0xBB, (byte) 0xBF};

    private final InputStream in;

    /** The next byte, or {@link #END}. */
    private int ahead;

    private int line = 1;
    /** What ended the last field. */
    private int end;

    private final ByteArrayOutputStream field = new ByteArrayOutputStream();

    private CsvReader(InputStream in) throws IOException {
        byte[] first = in.readNBytes(BYTE_ORDER_MARK.length);
        this.in = Arrays.equals(first, BYTE_ORDER_MARK)
                ? in
                : new SequenceInputStream(new ByteArrayInputStream(first), in);
        ahead = this.in.read();
    }

    static CsvReader of(String text) {
        return of(new ByteArrayInputStream(text.getBytes(StandardCharsets.UTF_8)));
    }

    /** Closes the file when it is closed. */
    static CsvReader of(RandomFile file) {
        return of(new FileBytes(file, 0));
    }

    private static CsvReader of(InputStream in) {
        try {
            return new CsvReader(in);
        } catch (IOException e) {
            throw FileErrors.of(ResultCode.IOERR_READ, e);
        }
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
            if (read == '\r' && ahead == '\n') {
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
            if (next == '\r' && ahead == '\n') {
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
        int read = ahead;
        try {
            ahead = read == END ? END : in.read();
        } catch (IOException e) {
            throw FileErrors.of(ResultCode.IOERR_READ, e);
        }
        return read;
    }

    @Override
    public void close() {
        try {
            in.close();
        } catch (IOException e) {
            throw FileErrors.of(ResultCode.IOERR, e);
        }
    }
}
