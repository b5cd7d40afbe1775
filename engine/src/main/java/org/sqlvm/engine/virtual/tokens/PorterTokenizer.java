package org.sqlvm.engine.virtual.tokens;

/** {@code porter}: the tokens of another tokenizer, reduced to their stems as English words. */
public final class PorterTokenizer implements Tokenizer {
    private final Tokenizer inner;

    public PorterTokenizer(Tokenizer inner) {
        this.inner = inner;
    }

    @Override
    public void tokenize(
            byte[] text, int start, int length, int reason, byte[] locale, TokenSink sink) {
        PorterStem stem = new PorterStem();
        inner.tokenize(text, start, length, reason, locale, (array, at, size, flags, from, to) -> {
            if (PorterStem.isStemmed(size)) {
                stem.reduce(array, at, size);
                sink.token(stem.array(), 0, stem.length(), flags, from, to);
            } else {
                sink.token(array, at, size, flags, from, to);
            }
        });
    }
}
