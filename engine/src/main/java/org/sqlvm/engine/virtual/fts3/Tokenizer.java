package org.sqlvm.engine.virtual.fts3;

/** How texts are cut into tokens. */
interface Tokenizer {
    /** The tokens of a part of a text in UTF-8. */
    Tokens open(byte[] text, int from, int length);

    /** The tokens of a text up to its first NUL, where SQLite's functions stop. */
    default Tokens open(byte[] text) {
        int length = 0;
        while (length < text.length && text[length] != 0) {
            length++;
        }
        return open(text, 0, length);
    }
}
