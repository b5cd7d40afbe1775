package org.sqlvm.test.queries;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import java.util.Random;

/** Random JSON: text that follows JSON, JSON5 or neither, JSONB sound and damaged, and paths. */
final class RandomJson {
    private static final int DEPTH_MAX = 4;

    private static final String[] LABELS = {
        "a", "b", "c", "x", "a b", "", "é", "$", "_1", "a.b", "a\\u0062", "\\\"", "\\n", "ab", "0"
    };

    private static final String[] NUMBERS = {
        "0",
        "-0",
        "1",
        "-1",
        "12",
        "1.5",
        "-0.25",
        "1e3",
        "1E-2",
        "2.50",
        "123456789012345678901",
        "9223372036854775807",
        "-9223372036854775808",
        "9223372036854775808",
        "0.1",
        "1e400"
    };

    private static final String[] NUMBERS_5 = {
        "+1", ".5", "5.", "-.5", "0x1F", "-0xff", "0x7fffffffffffffff", "0xffffffffffffffff",
        "0x10000000000000000", "Infinity", "-Infinity", "inf", "NaN", "QNaN", "+.5e1", "5.e2"
    };

    private static final String[] BROKEN = {
        "01", "1e", "--1", "+", ".", "tru", "nulll", "[", "]", "{", "}", ",", ":", "\"", "'", "\\",
        "1.2.3", "0x", "-", "/*", "//", "[,]", "{,}", "{\"a\"}", "{1:2}", "\u0001", "#", "True"
    };

    private static final String[] STRINGS = {
        "",
        "a",
        "xyz",
        "é😀",
        "\\n",
        "\\u0041",
        "\\ud83d\\ude00",
        "\\ud83d",
        "\\\"",
        "\\\\",
        "\\/",
        "longer than eleven",
        "\\u0000",
        "\\b\\f\\r\\t",
        "tab\there",
        "null",
        "[1]",
        "it's"
    };

    private static final String[] STRINGS_5 = {
        "\\x41", "\\v", "\\0", "\\'", "\\\n", "\\\r\n", "\\\u2028", "\\01", "\\q", "\\x4", "\\u12"
    };

    private static final String[] SPACES = {
        "", "", "", "", "", " ", "  ", "\t", "\n", "\r", "/**/", "//x\n", "\u00a0", "\u000b",
        "\ufeff"
    };

    private final Random random;

    RandomJson(Random random) {
        this.random = random;
    }

    private String one(String[] choices) {
        return choices[random.nextInt(choices.length)];
    }

    private boolean often(int percent) {
        return random.nextInt(100) < percent;
    }

    /** A literal of SQL: text or a blob. */
    String literal() {
        int kind = random.nextInt(10);
        if (kind < 6) {
            return quoted(text());
        }
        if (kind == 6) {
            return quoted(damaged(text()));
        }
        if (kind == 7) {
            return "jsonb(" + quoted(text()) + ")";
        }
        byte[] blob = blob(0);
        if (kind == 8) {
            for (int i = random.nextInt(3); i >= 0; i--) {
                blob[random.nextInt(blob.length)] = (byte) random.nextInt();
            }
        }
        return "x'" + HexFormat.of().formatHex(blob) + "'";
    }

    static String quoted(String text) {
        return "'" + text.replace("'", "''") + "'";
    }

    String text() {
        StringBuilder text = new StringBuilder();
        boolean five = often(40);
        element(text, 0, five);
        return text.toString();
    }

    private void space(StringBuilder text, boolean five) {
        String space = one(SPACES);
        boolean plain = space.length() <= 2 && " \t\n\r  ".contains(space);
        if (five || plain) {
            text.append(space);
        }
    }

    private void element(StringBuilder text, int depth, boolean five) {
        space(text, five);
        int kind = depth >= DEPTH_MAX ? 3 + random.nextInt(7) : random.nextInt(10);
        switch (kind) {
            case 0, 1 -> array(text, depth, five);
            case 2, 3 -> object(text, depth, five);
            case 4, 5 -> text.append(five && often(30) ? one(NUMBERS_5) : one(NUMBERS));
            case 6, 7 -> string(text, five);
            case 8 -> text.append(one(new String[] {"true", "false", "null"}));
            default -> text.append(often(4) ? one(BROKEN) : "1");
        }
        space(text, five);
    }

    private void array(StringBuilder text, int depth, boolean five) {
        text.append('[');
        int count = random.nextInt(5);
        for (int i = 0; i < count; i++) {
            text.append(i > 0 ? "," : "");
            element(text, depth + 1, five);
        }
        text.append(five && often(20) ? ",]" : "]");
    }

    private void object(StringBuilder text, int depth, boolean five) {
        text.append('{');
        int count = random.nextInt(4);
        for (int i = 0; i < count; i++) {
            text.append(i > 0 ? "," : "");
            space(text, five);
            if (five && often(40)) {
                text.append(
                        one(new String[] {"a", "b", "$x", "_", "é1", "\\u0061b", "a-b", "null"}));
            } else {
                text.append('"').append(one(LABELS)).append('"');
            }
            space(text, five);
            text.append(':');
            element(text, depth + 1, five);
        }
        text.append(five && often(20) ? ",}" : "}");
    }

    private void string(StringBuilder text, boolean five) {
        char quote = five && often(40) ? '\'' : '"';
        text.append(quote);
        for (int i = random.nextInt(3); i >= 0; i--) {
            text.append(five && often(30) ? one(STRINGS_5) : one(STRINGS));
        }
        text.append(quote);
    }

    private String damaged(String text) {
        StringBuilder result = new StringBuilder(text);
        int place = random.nextInt(result.length() + 1);
        if (place < text.length() && Character.isSurrogate(text.charAt(place))) {
            return text;
        }
        switch (random.nextInt(3)) {
            case 0 -> result.setLength(place);
            case 1 -> result.insert(place, one(BROKEN));
            default -> result.delete(place, Math.min(result.length(), place + 1));
        }
        return result.toString();
    }

    /** One element of JSONB; now and then with a longer header than it needs. */
    private byte[] blob(int depth) {
        int type = random.nextInt(depth < DEPTH_MAX ? 13 : 11);
        ByteArrayOutputStream payload = new ByteArrayOutputStream();
        switch (type) {
            case 0, 1, 2 -> {}
            case 3, 5 -> payload.writeBytes(bytes(one(NUMBERS)));
            case 4, 6 -> payload.writeBytes(bytes(one(NUMBERS_5)));
            case 7, 8, 10 -> payload.writeBytes(bytes(one(STRINGS)));
            case 9 -> payload.writeBytes(bytes(often(50) ? one(STRINGS_5) : one(STRINGS)));
            default -> {
                for (int i = random.nextInt(4); i > 0; i--) {
                    if (type == 12) {
                        payload.writeBytes(element(8, bytes(one(LABELS))));
                    }
                    payload.writeBytes(blob(depth + 1));
                }
            }
        }
        return element(type, payload.toByteArray());
    }

    private byte[] element(int type, byte[] payload) {
        int size = payload.length;
        ByteArrayOutputStream result = new ByteArrayOutputStream();
        int extra = often(10) ? random.nextInt(4) : 0;
        int length = Math.max(size > 255 ? 2 : size > 11 ? 1 : 0, extra == 3 ? 4 : extra);
        result.write((length == 0 ? size : length == 1 ? 12 : length == 2 ? 13 : 14) << 4 | type);
        for (int i = length - 1; i >= 0; i--) {
            result.write(size >> (8 * i));
        }
        result.writeBytes(payload);
        return result.toByteArray();
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    /** A literal of a path. */
    String path() {
        StringBuilder path = new StringBuilder("$");
        for (int i = random.nextInt(4); i > 0; i--) {
            switch (random.nextInt(8)) {
                case 0, 1, 2 -> path.append('.').append(one(LABELS));
                case 3 -> path.append(".\"").append(one(LABELS)).append('"');
                case 4, 5 -> path.append('[').append(random.nextInt(4)).append(']');
                case 6 -> path.append("[#-").append(random.nextInt(4)).append(']');
                default -> path.append("[#]");
            }
        }
        if (often(5)) {
            path.insert(random.nextInt(path.length() + 1), one(BROKEN));
        }
        return quoted(path.toString());
    }
}
