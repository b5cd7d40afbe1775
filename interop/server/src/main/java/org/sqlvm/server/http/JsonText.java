package org.sqlvm.server.http;

import static java.nio.charset.StandardCharsets.UTF_8;

import org.sqlvm.server.message.MessageWriter;

import java.util.Base64;

/** Text of JSON (RFC 8259) that is being written. */
final class JsonText {
    private static final byte[] HEX = "0123456789abcdef".getBytes(UTF_8);
    /** JSON has no infinity; this is read as one. */
    private static final String INFINITY = "9e999";

    private final MessageWriter out;

    /** @param out a plain one */
    JsonText(MessageWriter out) {
        this.out = out;
    }

    JsonText raw(String text) {
        out.writeText(text);
        return this;
    }

    JsonText string(String text) {
        byte[] bytes = text.getBytes(UTF_8);
        out.writeByte('"');
        escape(bytes, 0, bytes.length);
        out.writeByte('"');
        return this;
    }

    /** A text in UTF-8; what is none becomes U+FFFD. */
    void string(byte[] bytes, int offset, int length) {
        for (int i = offset; i < offset + length; i++) {
            if (bytes[i] < 0) {
                string(new String(bytes, offset, length, UTF_8));
                return;
            }
        }
        out.writeByte('"');
        escape(bytes, offset, length);
        out.writeByte('"');
    }

    private void escape(byte[] bytes, int offset, int length) {
        int end = offset + length;
        int done = offset;
        for (int i = offset; i < end; i++) {
            byte next = bytes[i];
            if (next == '"' || next == '\\' || (next >= 0 && next < ' ')) {
                out.writeBytes(bytes, done, i - done);
                out.writeByte('\\');
                escape(next);
                done = i + 1;
            }
        }
        out.writeBytes(bytes, done, end - done);
    }

    private void escape(byte next) {
        switch (next) {
            case '"', '\\' -> out.writeByte(next);
            case '\n' -> out.writeByte('n');
            case '\r' -> out.writeByte('r');
            case '\t' -> out.writeByte('t');
            default ->
                out.writeByte('u')
                        .writeByte('0')
                        .writeByte('0')
                        .writeByte(HEX[next >> 4])
                        .writeByte(HEX[next & 0xf]);
        }
    }

    JsonText integer(long value) {
        out.writeDigits(value);
        return this;
    }

    /**
     * The shortest text that is read as the same number, as JSON's own writers have it: SQLite's
     * text may have more digits, and its infinities are no numbers of JSON.
     */
    void real(double value) {
        out.writeText(
                Double.isInfinite(value)
                        ? (value < 0 ? "-" : "") + INFINITY
                        : Double.toString(value));
    }

    /** Bytes have no form in JSON: an object says that it is one. */
    void blob(byte[] bytes, int offset, int length) {
        byte[] own = java.util.Arrays.copyOfRange(bytes, offset, offset + length);
        raw("{\"base64\":\"");
        out.writeBytes(Base64.getEncoder().encode(own));
        raw("\"}");
    }
}
