package org.sqlvm.engine.virtual.fts5.index;

import java.util.Arrays;
import java.util.List;

/** The rows of all terms that are a token with any data behind a 0 byte: the option tokendata. */
final class TokenDataRows extends LoadedRows {
    private final List<IndexRows> terms;
    private final byte[][] tokens;
    private final boolean descending;
    private final PositionReader reader = new PositionReader();
    private final PositionWriter writer = new PositionWriter();

    /**
     * Merges rows.
     *
     * @param tokens the whole token of each, without the byte of the index
     */
    TokenDataRows(Fts5Index index, List<IndexRows> terms, byte[][] tokens, boolean descending) {
        super(index);
        this.terms = terms;
        this.tokens = tokens;
        this.descending = descending;
        forgetTokens();
        load();
    }

    private void load() {
        int hits = 0;
        int first = 0;
        for (int i = 0; i < terms.size(); i++) {
            IndexRows rows = terms.get(i);
            if (rows.atEnd()) {
                continue;
            }
            if (hits == 0 || isBefore(rows.rowid(), rowid)) {
                rowid = rows.rowid();
                hits = 1;
                first = i;
            } else if (rows.rowid() == rowid) {
                hits++;
            }
        }
        atEnd = hits == 0;
        if (atEnd) {
            return;
        }
        Detail detail = index.config().detail();
        IndexRows rows = terms.get(first);
        data = rows.positions();
        start = rows.positionsStart();
        length = rows.positionsLength();
        if (hits == 1 && detail == Detail.FULL) {
            putToken(tokens[first], rowid, -1);
        } else if (hits > 1 && detail != Detail.NONE) {
            merge(first, detail);
        }
    }

    private void merge(int first, Detail detail) {
        long[] all = new long[length];
        int found = 0;
        for (int i = first; i < terms.size(); i++) {
            IndexRows rows = terms.get(i);
            if (rows.atEnd() || rows.rowid() != rowid) {
                continue;
            }
            reader.reset(rows.positions(), rows.positionsStart(), rows.positionsLength());
            while (!reader.atEnd()) {
                if (found == all.length) {
                    all = Arrays.copyOf(all, found * 2 + 1);
                }
                all[found++] = reader.position();
                if (detail == Detail.FULL) {
                    putToken(tokens[i], rowid, reader.position());
                }
                reader.next();
            }
        }
        Arrays.sort(all, 0, found);
        writer.clear();
        for (int i = 0; i < found; i++) {
            writer.add(all[i]);
        }
        writer.pad();
        data = writer.data();
        start = 0;
        length = writer.length();
    }

    private boolean isBefore(long one, long other) {
        return descending ? one > other : one < other;
    }

    @Override
    public void next() {
        for (IndexRows rows : terms) {
            if (!rows.atEnd() && rows.rowid() == rowid) {
                rows.next();
            }
        }
        load();
    }

    @Override
    public void seek(long target) {
        for (IndexRows rows : terms) {
            if (!rows.atEnd()) {
                rows.seek(target);
            }
        }
        load();
    }

    @Override
    public void clearTokens() {
        forgetTokens();
    }

    @Override
    public void addToken(byte[] token, long row, int column, int offset) {
        for (byte[] each : tokens) {
            if (Arrays.equals(each, token)) {
                super.addToken(token, row, column, offset);
                return;
            }
        }
    }
}
