package org.sqlvm.engine.virtual.fts5.index;

import java.util.HashMap;
import java.util.Map;

/** The whole tokens of instances of a prefix, or of a token with data. */
abstract class InstanceTokens implements TermRows {
    /** A position of a row; -1 for all positions of it. */
    private record Instance(long rowid, long position) {}

    final Fts5Index index;
    /** Null as long as none was asked for or added. */
    private Map<Instance, byte[]> tokens;

    InstanceTokens(Fts5Index index) {
        this.index = index;
    }

    @Override
    public byte[] term() {
        throw new UnsupportedOperationException("is no scan over terms");
    }

    @Override
    public byte[] instanceToken(byte[] token, long rowid, int column, int offset) {
        if (tokens == null) {
            tokens = new HashMap<>();
            index.collectTokens(token, this);
        }
        byte[] all = tokens.get(new Instance(rowid, -1));
        return all != null
                ? all
                : tokens.get(new Instance(rowid, PositionReader.position(column, offset)));
    }

    @Override
    public void clearTokens() {
        if (tokens != null && index.config().detail() != Detail.FULL) {
            tokens.clear();
        }
    }

    final void forgetTokens() {
        tokens = new HashMap<>();
    }

    @Override
    public void addToken(byte[] token, long rowid, int column, int offset) {
        putToken(token, rowid, PositionReader.position(column, offset));
    }

    final void putToken(byte[] token, long rowid, long position) {
        if (tokens == null) {
            tokens = new HashMap<>();
        }
        tokens.putIfAbsent(new Instance(rowid, position), token);
    }

    @Override
    public void close() {
        index.closeReader();
    }
}
