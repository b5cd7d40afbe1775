package org.sqlvm.engine.virtual.tokens;

/** Takes the tokens of a text, in their order. */
@FunctionalInterface
public interface TokenSink {
    /**
     * Takes a token.
     *
     * @param array has the token, in UTF-8; may change after the call
     * @param flags {@link Tokenizer#COLOCATED} or 0
     * @param from where the token's source starts in the text, in bytes
     * @param to where it ends
     */
    void token(byte[] array, int start, int length, int flags, int from, int to);
}
