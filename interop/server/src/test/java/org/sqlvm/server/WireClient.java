package org.sqlvm.server;

import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.StringJoiner;

/** A client that sends messages as tests write them, and shows answers as lines of text. */
final class WireClient implements AutoCloseable {
    private static final int TIMEOUT_MS = 60_000;

    private final Socket socket;
    private final DataInputStream in;
    private final DataOutputStream out;
    private ByteArrayOutputStream pending = new ByteArrayOutputStream();
    int processId;
    int secret;

    /** Connects, and sends nothing yet. */
    WireClient(SqlvmServer server) throws IOException {
        socket = new Socket(InetAddress.getLoopbackAddress(), server.port());
        socket.setSoTimeout(TIMEOUT_MS);
        in = new DataInputStream(socket.getInputStream());
        out = new DataOutputStream(socket.getOutputStream());
    }

    /** Logs in without a password. */
    static WireClient logIn(SqlvmServer server) throws IOException {
        WireClient client = new WireClient(server);
        client.startUp("user", "me", "database", "shop");
        client.answers();
        return client;
    }

    void startUp(String... parameters) throws IOException {
        startUp(196608, parameters);
    }

    void startUp(int version, String... parameters) throws IOException {
        Message message = new Message().int32(version);
        for (String parameter : parameters) {
            message.string(parameter);
        }
        message.int8(0);
        raw(message.framed());
    }

    /** The content of a message. */
    static final class Message {
        private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        private final DataOutputStream data = new DataOutputStream(bytes);

        Message int8(int value) throws IOException {
            data.writeByte(value);
            return this;
        }

        Message int16(int value) throws IOException {
            data.writeShort(value);
            return this;
        }

        Message int32(int value) throws IOException {
            data.writeInt(value);
            return this;
        }

        Message int64(long value) throws IOException {
            data.writeLong(value);
            return this;
        }

        Message string(String value) throws IOException {
            data.write(value.getBytes(StandardCharsets.UTF_8));
            data.writeByte(0);
            return this;
        }

        Message bytes(byte... value) throws IOException {
            data.write(value);
            return this;
        }

        /** A value with its length; null is NULL. */
        Message value(String value) throws IOException {
            if (value == null) {
                return int32(-1);
            }
            byte[] text = value.getBytes(StandardCharsets.UTF_8);
            return int32(text.length).bytes(text);
        }

        byte[] framed() throws IOException {
            return new Message()
                    .int32(bytes.size() + 4)
                    .bytes(bytes.toByteArray())
                    .bytes
                    .toByteArray();
        }
    }

    /** Sends bytes at once. */
    void raw(byte... bytes) throws IOException {
        out.write(bytes);
        out.flush();
    }

    /** Adds a message to those that {@link #send} sends. */
    WireClient add(char kind, Message message) throws IOException {
        pending.write(kind);
        pending.write(message.framed());
        return this;
    }

    WireClient add(char kind) throws IOException {
        return add(kind, new Message());
    }

    WireClient parse(String name, String sql, int... types) throws IOException {
        Message message = new Message().string(name).string(sql).int16(types.length);
        for (int type : types) {
            message.int32(type);
        }
        return add('P', message);
    }

    /** With texts for parameters, and results as text or in binary. */
    WireClient bind(String portal, String statement, int resultFormat, String... values)
            throws IOException {
        Message message = new Message().string(portal).string(statement).int16(0);
        message.int16(values.length);
        for (String value : values) {
            message.value(value);
        }
        return add('B', message.int16(1).int16(resultFormat));
    }

    WireClient describe(char kind, String name) throws IOException {
        return add('D', new Message().int8(kind).string(name));
    }

    WireClient execute(String portal, int limit) throws IOException {
        return add('E', new Message().string(portal).int32(limit));
    }

    WireClient close(char kind, String name) throws IOException {
        return add('C', new Message().int8(kind).string(name));
    }

    /** Sends what has been added in one piece. */
    void send() throws IOException {
        raw(pending.toByteArray());
        pending = new ByteArrayOutputStream();
    }

    /** Sends what has been added and a Sync; gives what comes until the server is ready. */
    List<String> sync() throws IOException {
        add('S').send();
        return answers();
    }

    /** The answers to a text with statements. */
    List<String> query(String sql) throws IOException {
        add('Q', new Message().string(sql)).send();
        return answers();
    }

    /** Returns the answers until the server is ready, or has closed the connection. */
    List<String> answers() throws IOException {
        List<String> lines = new ArrayList<>();
        String line;
        do {
            line = answer();
            lines.add(line);
        } while (!line.startsWith("Z") && !line.equals("gone"));
        return lines;
    }

    int readByte() throws IOException {
        return in.read();
    }

    /** The next message with its kind and length, in hexadecimal digits. */
    String answerAsHex() throws IOException {
        int kind = in.readUnsignedByte();
        int length = in.readInt();
        byte[] content = in.readNBytes(length - 4);
        return String.format("%02x%08x%s", kind, length, HexFormat.of().formatHex(content));
    }

    /** The next message as a line. */
    String answer() throws IOException {
        int kind;
        try {
            kind = in.readUnsignedByte();
        } catch (EOFException e) {
            return "gone";
        }
        byte[] content = new byte[in.readInt() - 4];
        in.readFully(content);
        DataInputStream data = new DataInputStream(new java.io.ByteArrayInputStream(content));
        return switch (kind) {
            case 'T' -> "T " + fields(data);
            case 'D' -> "D " + values(data);
            case 'C' -> "C " + string(data);
            case 'Z' -> "Z " + (char) data.read();
            case 'E', 'N' -> (char) kind + " " + error(data);
            case 'S' -> "S " + string(data) + "=" + string(data);
            case 't' -> "t " + types(data);
            case 'K' -> key(data);
            case 'R' -> "R " + data.readInt() + rest(data);
            case 'v' -> "v " + data.readInt() + " " + data.readInt();
            case 'd' -> "d " + new String(content, StandardCharsets.UTF_8);
            case 'G', 'H' -> (char) kind + " " + data.read() + " " + data.readShort();
            default -> String.valueOf((char) kind);
        };
    }

    private String key(DataInputStream data) throws IOException {
        processId = data.readInt();
        secret = data.readInt();
        return "K";
    }

    private static String rest(DataInputStream data) throws IOException {
        byte[] rest = data.readAllBytes();
        return rest.length == 0 ? "" : " " + new String(rest, StandardCharsets.UTF_8);
    }

    private static String string(DataInputStream data) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        for (int next = data.read(); next > 0; next = data.read()) {
            bytes.write(next);
        }
        return bytes.toString(StandardCharsets.UTF_8);
    }

    private static String fields(DataInputStream data) throws IOException {
        StringJoiner line = new StringJoiner(" ");
        int count = data.readShort();
        for (int i = 0; i < count; i++) {
            String name = string(data);
            data.skipNBytes(6);
            line.add(name + ":" + data.readInt());
            data.skipNBytes(8);
        }
        return line.toString();
    }

    private static String types(DataInputStream data) throws IOException {
        StringJoiner line = new StringJoiner(" ");
        int count = data.readShort();
        for (int i = 0; i < count; i++) {
            line.add(String.valueOf(data.readInt()));
        }
        return line.toString();
    }

    private static String values(DataInputStream data) throws IOException {
        StringJoiner line = new StringJoiner("|");
        int count = data.readShort();
        for (int i = 0; i < count; i++) {
            int length = data.readInt();
            line.add(length < 0 ? "null" : text(data.readNBytes(length)));
        }
        return line.toString();
    }

    /** Bytes that are no text are shown as digits. */
    private static String text(byte... bytes) {
        for (byte next : bytes) {
            if (next >= 0 && next < ' ') {
                return HexFormat.of().formatHex(bytes);
            }
        }
        return new String(bytes, StandardCharsets.UTF_8);
    }

    private static String error(DataInputStream data) throws IOException {
        String state = "";
        String message = "";
        String position = "";
        for (int field = data.read(); field > 0; field = data.read()) {
            String value = string(data);
            switch (field) {
                case 'C' -> state = value;
                case 'M' -> message = value;
                case 'P' -> position = " @" + value;
                default -> {}
            }
        }
        return state + " " + message + position;
    }

    @Override
    public void close() throws IOException {
        socket.close();
    }
}
