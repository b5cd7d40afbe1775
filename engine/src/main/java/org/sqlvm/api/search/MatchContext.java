package org.sqlvm.api.search;

import java.nio.charset.StandardCharsets;

/**
 * A row that a full-text query has found, for an {@link AuxiliaryFunction}: SQLite's
 * {@code Fts5ExtensionApi}. Columns, phrases of the query, instances of phrases in the row and
 * tokens are numbered from 0. Without MATCH a query has no phrases.
 *
 * <p>Methods throw an {@link org.sqlvm.api.SqlvmException} or end the statement if a number is out
 * of range (SQLITE_RANGE) or the index is damaged (SQLITE_CORRUPT_VTAB).
 */
public interface MatchContext {
    /** All columns, for {@link #tokenCount} and {@link #columnSize}. */
    int ALL_COLUMNS = -1;

    /** Takes the tokens of a text. */
    @FunctionalInterface
    interface TokenVisitor {
        /**
         * Takes a token.
         *
         * @param array has the token, in UTF-8, during the call only
         * @param colocated whether it has the position of the token before, as a synonym has
         * @param from where the token's source begins in the text, in bytes
         * @param to where it ends
         */
        void token(byte[] array, int offset, int length, boolean colocated, int from, int to);
    }

    /** Takes the rows that have a phrase. */
    @FunctionalInterface
    interface RowVisitor {
        /**
         * Takes a row, in ascending order of rowids.
         *
         * @param match a query of the phrase alone; valid during the call only
         * @return whether to go on
         */
        boolean row(MatchContext match);
    }

    long rowid();

    /** Returns the number of the table's columns. */
    int columnCount();

    /** Returns the number of the table's rows. */
    long rowCount();

    /**
     * Returns the number of tokens in all rows.
     *
     * @param column or {@link #ALL_COLUMNS}
     */
    long tokenCount(int column);

    /**
     * Returns the number of tokens in the row.
     *
     * @param column or {@link #ALL_COLUMNS}
     * @return a negative number if the table does not know it
     */
    int columnSize(int column);

    /**
     * Returns the row's text in UTF-8.
     *
     * @return null for NULL, or if the table has no content
     */
    byte[] columnUtf8(int column);

    /** Returns the row's text; null for NULL, or if the table has no content. */
    default String columnText(int column) {
        byte[] text = columnUtf8(column);
        return text == null ? null : new String(text, StandardCharsets.UTF_8);
    }

    /** Returns the text's locale; null if it has none. */
    String columnLocale(int column);

    /** Returns the number of phrases in the query. */
    int phraseCount();

    /** Returns the number of tokens in a phrase; 0 for a number that no phrase has. */
    int phraseSize(int phrase);

    /** Returns a token of a phrase as the query has it. */
    String phraseToken(int phrase, int token);

    /** Returns how many instances of all phrases the row has. */
    int instanceCount();

    /** Returns the phrase of an instance; instances are in the order of columns and positions. */
    int instancePhrase(int instance);

    /** Returns the column of an instance. */
    int instanceColumn(int instance);

    /** Returns the number, in its column, of an instance's first token. */
    int instanceOffset(int instance);

    /**
     * Returns a token of an instance as the row has it, which a query for a prefix has not.
     *
     * @return null if it is not known
     */
    String instanceToken(int instance, int token);

    /** Returns the columns that have a phrase, in ascending order. */
    int[] phraseColumns(int phrase);

    /**
     * Splits a text with the table's tokenizer.
     *
     * @param locale null for none
     */
    void tokenize(byte[] utf8, String locale, TokenVisitor visitor);

    /** Finds the rows that have a phrase, as a query of it alone does. */
    void queryPhrase(int phrase, RowVisitor visitor);

    /** Returns the object that the function has set for this query; null if it has not. */
    Object state();

    /** Keeps an object for the function's next rows of this query. */
    void setState(Object state);
}
