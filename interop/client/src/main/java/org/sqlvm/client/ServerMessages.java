package org.sqlvm.client;

import org.sqlvm.client.MessageInput.Message;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/** Reads the content of the server's messages. */
final class ServerMessages {
    private ServerMessages() {}

    static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    /**
     * Checks a text and returns it.
     *
     * @throws ClientException if the text has a lone surrogate, which would be sent as a question
     *     mark
     */
    static String unicode(String text) {
        for (int i = 0; i < text.length(); i++) {
            char unit = text.charAt(i);
            if (Character.isHighSurrogate(unit)
                    && i + 1 < text.length()
                    && Character.isLowSurrogate(text.charAt(i + 1))) {
                i++;
            } else if (Character.isSurrogate(unit)) {
                throw ClientException.ofServer(
                        "no Unicode: lone surrogate U+%04X at position %d".formatted((int) unit, i),
                        ClientException.MISMATCH,
                        -1,
                        "22018");
            }
        }
        return text;
    }

    /** @param text the text that the error's position is in */
    static ClientException error(Message message, String text) throws IOException {
        String what = "";
        String state = "HY000";
        String severity = "";
        int code = ClientException.ERROR;
        int position = -1;
        for (int kind = message.readByte(); kind != 0; kind = message.readByte()) {
            String value = message.readString();
            switch (kind) {
                case 'V' -> severity = value;
                case 'C' -> state = value;
                case 'M' -> what = value;
                case 'X' -> code = number(value);
                case 'P' -> position = index(text, number(value) - 1);
                default -> {}
            }
        }
        if (severity.equals("FATAL")) {
            return ClientException.lost(what, ClientException.IO_ERROR, state, null);
        }
        return ClientException.ofServer(what, code, position, state);
    }

    private static int number(String text) throws IOException {
        try {
            return Integer.parseInt(text);
        } catch (NumberFormatException e) {
            throw new IOException("an error of the server is malformed", e);
        }
    }

    /**
     * The index of a character in Java's text, of which some count twice; -1 if it is not there.
     */
    static int index(String text, int character) {
        return character < 0 || character > text.codePointCount(0, text.length())
                ? -1
                : text.offsetByCodePoints(0, character);
    }

    static List<ClientColumn> columns(Message message) throws IOException {
        int count = message.readCount();
        List<ClientColumn> columns = new ArrayList<>(count);
        for (int i = 0; i < count; i++) {
            columns.add(new ClientColumn(
                    message.readText(),
                    message.readText(),
                    message.readText(),
                    message.readText(),
                    message.readText()));
        }
        return List.copyOf(columns);
    }

    static ClientRows.Block block(Message message, int columnCount) throws IOException {
        int rowCount = message.readInt();
        if (rowCount < 1) {
            throw new IOException("a message has no rows");
        }
        ColumnValues[] values = new ColumnValues[columnCount];
        for (int i = 0; i < columnCount; i++) {
            values[i] = new ColumnValues(message, rowCount);
        }
        return new ClientRows.Block(rowCount, values);
    }

    /** Numbers in a column; none if there are none. */
    static long[] numbers(Message message) throws IOException {
        int count = message.readCount();
        if (count == 0) {
            return new long[0];
        }
        long[] numbers = new ColumnValues(message, count).integers();
        if (numbers == null) {
            throw new IOException("a column of a message is malformed");
        }
        return numbers;
    }
}
