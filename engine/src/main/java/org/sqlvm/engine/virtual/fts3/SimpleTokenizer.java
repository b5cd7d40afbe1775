package org.sqlvm.engine.virtual.fts3;

import java.nio.charset.StandardCharsets;
import java.util.List;

/**
 * {@code simple}: a token is a run of letters and digits of ASCII and of bytes from 0x80 on;
 * capital letters of ASCII become small ones.
 */
final class SimpleTokenizer implements Tokenizer {
    private static final int ASCII_END = 0x80;

    private final boolean[] delimiters = new boolean[ASCII_END];

    /**
     * @param arguments the second one, if it is there, is the list of delimiters
     * @return null if they are wrong
     */
    static SimpleTokenizer of(List<String> arguments) {
        SimpleTokenizer made = new SimpleTokenizer();
        if (arguments.size() > 1) {
            for (byte each : arguments.get(1).getBytes(StandardCharsets.UTF_8)) {
                if (each < 0) {
                    return null;
                }
                made.delimiters[each] = true;
            }
            return made;
        }
        for (int i = 1; i < ASCII_END; i++) {
            made.delimiters[i] = !isAlphanumeric(i);
        }
        return made;
    }

    private static boolean isAlphanumeric(int c) {
        return (c >= '0' && c <= '9') || (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z');
    }

    private boolean isDelimiter(byte c) {
        return c >= 0 && delimiters[c];
    }

    @Override
    public Tokens open(byte[] text, int from, int size) {
        return new Tokens() {
            private int next;

            @Override
            boolean advance() {
                while (next < size && isDelimiter(text[from + next])) {
                    next++;
                }
                start = next;
                while (next < size && !isDelimiter(text[from + next])) {
                    next++;
                }
                end = next;
                length = end - start;
                if (token.length < length) {
                    token = new byte[2 * length];
                }
                for (int i = 0; i < length; i++) {
                    byte c = text[from + start + i];
                    token[i] = (byte) (c >= 'A' && c <= 'Z' ? c + ('a' - 'A') : c);
                }
                return length > 0;
            }
        };
    }
}
