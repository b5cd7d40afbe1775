package org.sqlvm.columns;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.CharacterCodingException;
import java.util.ArrayList;
import java.util.List;

/**
 * A request to the columns socket, in the format of docs/internals/columns-socket.md.
 *
 * @param names the names of the parameters, without their prefix; empty if parameters are bound by
 *     position
 * @param values the values of the parameters, each a Long, Double, String, byte[] or null
 */
public record ColumnsRequest(Mode mode, String sql, List<String> names, List<Object> values) {
    /** The way in which the stream of a result is sent. */
    public enum Mode {
        /** A memory file, when the result is complete. */
        MEMORY(1),
        /** A pipe, while it is computed. */
        PIPE(2);

        private final int code;

        Mode(int code) {
            this.code = code;
        }
    }

    private static final int VERSION = 1;
    private static final int LENGTH_SIZE = Integer.BYTES;

    private static final byte NULL = 0;
    private static final byte INTEGER = 1;
    private static final byte REAL = 2;
    private static final byte TEXT = 3;
    private static final byte BLOB = 4;

    /** The request with its length before it. */
    public byte[] encode() {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        byte[] text = sql.getBytes(UTF_8);
        bytes.writeBytes(buffer(LENGTH_SIZE + 2 + Integer.BYTES)
                .putInt(0)
                .put((byte) VERSION)
                .put((byte) mode.code)
                .putInt(text.length)
                .array());
        bytes.writeBytes(text);
        bytes.writeBytes(buffer(Short.BYTES).putShort((short) values.size()).array());
        for (int i = 0; i < values.size(); i++) {
            byte[] name = names.get(i).getBytes(UTF_8);
            bytes.writeBytes(buffer(Short.BYTES).putShort((short) name.length).array());
            bytes.writeBytes(name);
            encode(values.get(i), bytes);
        }
        byte[] all = bytes.toByteArray();
        buffer(all).putInt(all.length - LENGTH_SIZE);
        return all;
    }

    private static void encode(Object value, ByteArrayOutputStream bytes) {
        switch (value) {
            case null -> bytes.write(NULL);
            case Long number -> {
                bytes.write(INTEGER);
                bytes.writeBytes(buffer(Long.BYTES).putLong(number).array());
            }
            case Double number -> {
                bytes.write(REAL);
                bytes.writeBytes(buffer(Double.BYTES).putDouble(number).array());
            }
            case String text -> encode(TEXT, text.getBytes(UTF_8), bytes);
            case byte[] blob -> encode(BLOB, blob, bytes);
            default -> throw new IllegalArgumentException("a parameter of " + value.getClass());
        }
    }

    private static void encode(byte type, byte[] value, ByteArrayOutputStream bytes) {
        bytes.write(type);
        bytes.writeBytes(buffer(Integer.BYTES).putInt(value.length).array());
        bytes.writeBytes(value);
    }

    private static ByteBuffer buffer(int size) {
        return buffer(new byte[size]);
    }

    private static ByteBuffer buffer(byte[] bytes) {
        return ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
    }

    /**
     * Reads a request.
     *
     * @param bytes without the length before them
     * @throws IOException if it is none
     */
    public static ColumnsRequest decode(byte[] bytes) throws IOException {
        ByteBuffer in = buffer(bytes);
        try {
            int version = in.get();
            if (version != VERSION) {
                throw new IOException("unknown version " + version);
            }
            Mode mode = mode(in.get());
            String sql = text(in, in.getInt());
            int count = Short.toUnsignedInt(in.getShort());
            List<String> names = new ArrayList<>();
            List<Object> values = new ArrayList<>();
            for (int i = 0; i < count; i++) {
                names.add(text(in, Short.toUnsignedInt(in.getShort())));
                values.add(value(in));
            }
            if (in.hasRemaining()) {
                throw new IOException("bytes behind the request");
            }
            return new ColumnsRequest(mode, sql, names, values);
        } catch (java.nio.BufferUnderflowException e) {
            throw new IOException("the request is shorter than it says", e);
        }
    }

    private static Mode mode(int code) throws IOException {
        for (Mode mode : Mode.values()) {
            if (mode.code == code) {
                return mode;
            }
        }
        throw new IOException("unknown mode " + code);
    }

    private static byte[] bytes(ByteBuffer in, int length) throws IOException {
        if (length < 0 || length > in.remaining()) {
            throw new IOException("the request is shorter than it says");
        }
        byte[] bytes = new byte[length];
        in.get(bytes);
        return bytes;
    }

    private static String text(ByteBuffer in, int length) throws IOException {
        try {
            return UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes(in, length))).toString();
        } catch (CharacterCodingException e) {
            throw new IOException("a text is not in UTF-8", e);
        }
    }

    private static Object value(ByteBuffer in) throws IOException {
        byte type = in.get();
        return switch (type) {
            case NULL -> null;
            case INTEGER -> in.getLong();
            case REAL -> in.getDouble();
            case TEXT -> text(in, in.getInt());
            case BLOB -> bytes(in, in.getInt());
            default -> throw new IOException("unknown type " + type + " of a parameter");
        };
    }
}
