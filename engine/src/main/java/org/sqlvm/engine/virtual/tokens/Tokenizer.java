package org.sqlvm.engine.virtual.tokens;

/**
 * Splits texts into the tokens that a full-text table keeps and looks up. A table of a connection
 * has its own object.
 */
public interface Tokenizer {
    /** Reason of a call: the text is (a part of) a query. */
    int QUERY = 1;

    /** With {@link #QUERY}: the last token is a prefix. */
    int PREFIX = 2;

    /** Reason of a call: the text is that of a row. */
    int DOCUMENT = 4;

    /** Reason of a call: an auxiliary function asks. */
    int AUXILIARY = 8;

    /** Flag of a token: it has the same position as the one before, as a synonym has. */
    int COLOCATED = 1;

    /** Whether tokens of a LIKE or GLOB pattern find the rows that may match it. */
    enum Pattern {
        NONE,
        /** LIKE, and GLOB too. */
        LIKE,
        /** GLOB only, since tokens are case-sensitive. */
        GLOB
    }

    /**
     * Splits a text.
     *
     * @param text array with the text in UTF-8, which may be damaged
     * @param reason {@link #QUERY} and others
     * @param locale the text's locale in UTF-8; null if it has none
     */
    void tokenize(byte[] text, int start, int length, int reason, byte[] locale, TokenSink sink);

    /** Which patterns can be looked up. */
    default Pattern pattern() {
        return Pattern.NONE;
    }
}
