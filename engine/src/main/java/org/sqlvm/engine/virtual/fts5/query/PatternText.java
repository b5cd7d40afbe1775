package org.sqlvm.engine.virtual.fts5.query;

import java.io.ByteArrayOutputStream;

/** Makes a query of a LIKE or GLOB pattern: a quoted string of each run of literal characters. */
final class PatternText {
    /** Number of characters that a run must have. */
    private static final int RUN_MIN = 3;

    private PatternText() {}

    /** Returns the query; null if the pattern has no run that is long enough. */
    static byte[] query(byte[] pattern, boolean glob) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        int length = lengthOf(pattern);
        int first = 0;
        for (int i = 0; i <= length; i++) {
            if (i == length || isSpecial(pattern[i], glob)) {
                if (countCharacters(pattern, first, i) >= RUN_MIN) {
                    addQuoted(out, pattern, first, i);
                }
                if (glob && i < length && pattern[i] == '[') {
                    i += 2;
                    if (i - 1 < length && pattern[i - 1] == '^') {
                        i++;
                    }
                    while (i < length && pattern[i] != ']') {
                        i++;
                    }
                }
                first = i + 1;
            }
        }
        return out.size() == 0 ? null : out.toByteArray();
    }

    private static int lengthOf(byte[] pattern) {
        int length = 0;
        while (length < pattern.length && pattern[length] != 0) {
            length++;
        }
        return length;
    }

    private static boolean isSpecial(byte b, boolean glob) {
        return glob ? b == '*' || b == '?' || b == '[' : b == '_' || b == '%';
    }

    private static int countCharacters(byte[] text, int start, int end) {
        int count = 0;
        for (int i = start; i < end; i++) {
            if ((text[i] & 0xC0) != 0x80) {
                count++;
            }
        }
        return count;
    }

    private static void addQuoted(ByteArrayOutputStream out, byte[] text, int start, int end) {
        out.write('"');
        for (int i = start; i < end; i++) {
            out.write(text[i]);
            if (text[i] == '"') {
                out.write('"');
            }
        }
        out.write('"');
        out.write(' ');
    }
}
