package org.sqlvm.engine.virtual.fts3;

/**
 * {@code porter}: runs of letters, digits, underscores and bytes from 0x80 on, as the stems that
 * Porter's algorithm makes of English words (tartarus.org/martin/PorterStemmer).
 */
final class PorterTokenizer implements Tokenizer {
    private static boolean isPart(byte c) {
        return c < 0
                || c == '_'
                || (c >= '0' && c <= '9')
                || (c >= 'A' && c <= 'Z')
                || (c >= 'a' && c <= 'z');
    }

    @Override
    public Tokens open(byte[] text, int from, int size) {
        return new Tokens() {
            private int next;

            @Override
            boolean advance() {
                while (next < size && !isPart(text[from + next])) {
                    next++;
                }
                start = next;
                while (next < size && isPart(text[from + next])) {
                    next++;
                }
                end = next;
                if (end == start) {
                    return false;
                }
                token = PorterStem.of(text, from + start, end - start);
                length = token.length;
                return true;
            }
        };
    }
}
