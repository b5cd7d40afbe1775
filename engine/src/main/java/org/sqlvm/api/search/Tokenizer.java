package org.sqlvm.api.search;

/**
 * Splits texts into the words that a full-text table finds. Each table of a connection has its own;
 * {@link TokenizerFactory} makes them.
 *
 * <p>The same text must give the same tokens whenever the table is used: what was written with
 * other tokens is not found, and cannot be deleted.
 */
@FunctionalInterface
public interface Tokenizer {
    /**
     * A text, why it is split, and its locale.
     *
     * @param locale the locale that {@code fts5_locale()} has given it; null for none
     */
    record Input(String text, Reason reason, String locale) {}

    /** Where a text comes from. */
    enum Reason {
        /** A row. */
        DOCUMENT,
        /** A query. */
        QUERY,
        /** A query whose last token is a prefix. */
        PREFIX_QUERY,
        /** An auxiliary function, such as {@code highlight()}. */
        AUXILIARY
    }

    /** Takes the tokens of a text, in their order. */
    interface Sink {
        /**
         * Takes a token.
         *
         * @param start index in the text of the first character (UTF-16 unit) that it stands for
         * @param end index behind the last one
         */
        void token(String token, int start, int end);

        /** Takes a token that has the same position as the one before, such as a synonym. */
        void synonym(String token, int start, int end);
    }

    /** Splits a text. An exception ends the statement. */
    void tokenize(Input input, Sink sink);
}
