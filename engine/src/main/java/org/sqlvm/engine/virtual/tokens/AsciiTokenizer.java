package org.sqlvm.engine.virtual.tokens;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;

/** {@code ascii}: runs of letters and digits; all bytes from 128 on are letters. */
public final class AsciiTokenizer implements Tokenizer {
    private static final int ASCII = 0x80;

    /** Whether each ASCII character belongs to tokens. */
    private final boolean[] belongs = new boolean[ASCII];

    private AsciiTokenizer() {
        for (int i = 0; i < ASCII; i++) {
            belongs[i] = (i >= '0' && i <= '9') || (i >= 'A' && i <= 'Z') || (i >= 'a' && i <= 'z');
        }
    }

    /**
     * Makes a tokenizer.
     *
     * @throws org.sqlvm.engine.error.SqlException if it does not know an argument
     */
    public static AsciiTokenizer create(List<String> arguments) {
        if (arguments.size() % 2 != 0) {
            throw Tokenizers.badArgument();
        }
        AsciiTokenizer tokenizer = new AsciiTokenizer();
        for (int i = 0; i < arguments.size(); i += 2) {
            boolean belongs = switch (arguments.get(i).toLowerCase(Locale.ROOT)) {
                case "tokenchars" -> true;
                case "separators" -> false;
                default -> throw Tokenizers.badArgument();
            };
            for (byte b : arguments.get(i + 1).getBytes(StandardCharsets.UTF_8)) {
                if (b >= 0) {
                    tokenizer.belongs[b] = belongs;
                }
            }
        }
        return tokenizer;
    }

    @Override
    public void tokenize(
            byte[] text, int start, int length, int reason, byte[] locale, TokenSink sink) {
        int end = start + length;
        int from = start;
        while (true) {
            while (from < end && !isTokenByte(text[from])) {
                from++;
            }
            if (from >= end) {
                return;
            }
            int to = from + 1;
            while (to < end && isTokenByte(text[to])) {
                to++;
            }
            byte[] token = new byte[to - from];
            for (int i = from; i < to; i++) {
                token[i - from] =
                        text[i] >= 'A' && text[i] <= 'Z' ? (byte) (text[i] + 32) : text[i];
            }
            sink.token(token, 0, token.length, 0, from - start, to - start);
            from = to + 1;
        }
    }

    private boolean isTokenByte(byte b) {
        return b < 0 || belongs[b];
    }
}
