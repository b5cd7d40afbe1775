package org.sqlvm.engine.virtual.fts3;

import org.sqlvm.engine.virtual.tokens.Unicode61;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * {@code unicode61}: runs of letters and digits of Unicode 6.1, folded to small letters, mostly
 * without diacritics.
 */
final class UnicodeTokenizer implements Tokenizer {
    private static final int REPLACEMENT = 0xFFFD;
    private static final int LEAD = 0xC0;
    private static final int TRAIL_MASK = 0x3F;
    private static final int SIZE_MAX = 4;

    private int marks = Unicode61.REMOVE_SIMPLE;
    /** Characters that count in the other way than those of their category. */
    private final Set<Integer> exceptions = new HashSet<>();

    /** @return null if an argument is wrong */
    static UnicodeTokenizer of(List<String> arguments) {
        UnicodeTokenizer made = new UnicodeTokenizer();
        for (String each : arguments) {
            if (!made.add(each)) {
                return null;
            }
        }
        return made;
    }

    private boolean add(String argument) {
        switch (argument) {
            case "remove_diacritics=0" -> marks = Unicode61.KEEP_MARKS;
            case "remove_diacritics=1" -> marks = Unicode61.REMOVE_SIMPLE;
            case "remove_diacritics=2" -> marks = Unicode61.REMOVE_ALL;
            default -> {
                boolean kept = argument.startsWith("tokenchars=");
                if (!kept && !argument.startsWith("separators=")) {
                    return false;
                }
                Reader reader = new Reader(argument.substring("separators=".length())
                        .getBytes(StandardCharsets.UTF_8));
                while (reader.at < reader.end) {
                    int c = reader.read();
                    if (Unicode61.isTokenCharacter(c) != kept && !Unicode61.isMark(c)) {
                        exceptions.add(c);
                    }
                }
            }
        }
        return true;
    }

    private boolean isPart(int c) {
        return Unicode61.isTokenCharacter(c) != exceptions.contains(c);
    }

    /** Reads characters as SQLite does, also of damaged UTF-8. */
    private static final class Reader {
        private final byte[] bytes;
        private final int from;
        private final int end;
        int at;

        Reader(byte[] bytes) {
            this(bytes, 0, bytes.length);
        }

        Reader(byte[] bytes, int from, int length) {
            this.bytes = bytes;
            this.from = from;
            this.at = from;
            this.end = from + length;
        }

        int offset() {
            return at - from;
        }

        int read() {
            int c = bytes[at++] & 0xFF;
            if (c < LEAD) {
                return c;
            }
            c = first(c);
            while (at < end && (bytes[at] & LEAD) == 0x80) {
                c = (c << 6) + (bytes[at++] & TRAIL_MASK);
            }
            boolean wrong = (c >= 0 && c < 0x80)
                    || (c & 0xFFFFF800) == 0xD800
                    || (c & 0xFFFFFFFE) == 0xFFFE;
            return wrong ? REPLACEMENT : c;
        }

        /** The bits of a first byte that count. */
        private static int first(int lead) {
            if (lead < 0xE0) {
                return lead & 0x1F;
            }
            if (lead < 0xF0) {
                return lead & 0xF;
            }
            if (lead < 0xF8) {
                return lead & 7;
            }
            return lead < 0xFC ? lead & 3 : lead < 0xFE ? lead & 1 : 0;
        }
    }

    @Override
    public Tokens open(byte[] text, int from, int size) {
        Reader reader = new Reader(text, from, size);
        return new Tokens() {
            @Override
            boolean advance() {
                start = reader.offset();
                int c = 0;
                while (true) {
                    if (reader.at >= reader.end) {
                        return false;
                    }
                    c = reader.read();
                    if (isPart(c)) {
                        break;
                    }
                    start = reader.offset();
                }
                length = 0;
                do {
                    end = reader.offset();
                    write(Unicode61.fold(c, marks));
                    if (reader.at >= reader.end) {
                        break;
                    }
                    c = reader.read();
                } while (isPart(c) || Unicode61.isMark(c));
                return true;
            }

            private void write(int c) {
                if (c == 0) {
                    return;
                }
                if (token.length - length < SIZE_MAX) {
                    token = Arrays.copyOf(token, 2 * token.length + SIZE_MAX);
                }
                if (c < 0x80) {
                    put(c);
                } else if (c < 0x800) {
                    put(0xC0 + (c >> 6 & 0x1F));
                    put(0x80 + (c & TRAIL_MASK));
                } else if (c < 0x10000) {
                    put(0xE0 + (c >> 12 & 0xF));
                    put(0x80 + (c >> 6 & TRAIL_MASK));
                    put(0x80 + (c & TRAIL_MASK));
                } else {
                    put(0xF0 + (c >> 18 & 7));
                    put(0x80 + (c >> 12 & TRAIL_MASK));
                    put(0x80 + (c >> 6 & TRAIL_MASK));
                    put(0x80 + (c & TRAIL_MASK));
                }
            }

            private void put(int value) {
                token[length++] = (byte) value;
            }
        };
    }
}
