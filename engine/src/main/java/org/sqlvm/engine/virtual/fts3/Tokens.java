package org.sqlvm.engine.virtual.fts3;

/** The tokens of a text, one after the other. */
abstract class Tokens {
    /** The token, which begins at 0 and changes with the next one. */
    byte[] token = {};

    int length;
    /** Where it begins in the part of the text. */
    int start;

    /** The index behind its last byte. */
    int end;

    /** Its number in the text, from 0. */
    int position = -1;

    /** Goes to the next token; false after the last one. */
    final boolean next() {
        if (!advance()) {
            return false;
        }
        position++;
        return true;
    }

    abstract boolean advance();
}
