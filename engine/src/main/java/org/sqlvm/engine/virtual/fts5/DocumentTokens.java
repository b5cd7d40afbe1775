package org.sqlvm.engine.virtual.fts5;

import org.sqlvm.engine.virtual.fts5.index.Fts5Index;
import org.sqlvm.engine.virtual.tokens.TokenSink;
import org.sqlvm.engine.virtual.tokens.Tokenizer;

/** Takes the tokens of a column of a row, and writes them into the index. */
final class DocumentTokens implements TokenSink {
    /** Maximum size of a token in bytes; the rest is ignored. */
    static final int TOKEN_SIZE_MAX = 32_768;

    private final Fts5Index index;
    private final int column;
    private int count;

    DocumentTokens(Fts5Index index, int column) {
        this.index = index;
        this.column = column;
    }

    /** The number of positions. */
    int count() {
        return count;
    }

    @Override
    public void token(byte[] token, int start, int length, int flags, int from, int to) {
        if ((flags & Tokenizer.COLOCATED) == 0 || count == 0) {
            count++;
        }
        index.write(column, count - 1, token, start, Math.min(length, TOKEN_SIZE_MAX));
    }
}
