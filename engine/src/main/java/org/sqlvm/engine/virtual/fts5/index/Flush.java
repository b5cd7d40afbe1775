package org.sqlvm.engine.virtual.fts5.index;

import java.util.Arrays;

/** Writes what is pending as a new segment of level 0, and merges what is due then. */
final class Flush {
    private final Blocks blocks;
    private final Structure structure;
    private final PendingTerms pending;
    private final boolean withPositions;
    /** Takes deleted rows out of the pages at once; null without secure-delete. */
    private final SecureDelete secureDelete;

    private SegmentWriter writer;
    /** Array of the term that is written. */
    private byte[] data;

    private int keyStart;
    private int keyLength;
    /** A copy of the key; null before it is needed. */
    private byte[] key;

    private boolean termWritten;
    private long previousRowid;

    Flush(Blocks blocks, Structure structure, PendingTerms pending) {
        this.blocks = blocks;
        this.pending = pending;
        this.structure = structure;
        withPositions = blocks.config.detail() != Detail.NONE;
        secureDelete = blocks.config.secureDelete() ? new SecureDelete(blocks, structure) : null;
    }

    /**
     * Writes the terms.
     *
     * @param rowCount number of rows that were inserted
     * @param deletions number of tombstones that were added
     */
    void run(int rowCount, int deletions) {
        int pages = 0;
        if (!pending.isEmpty()) {
            int id = structure.freeId();
            writer = new SegmentWriter(blocks, id);
            for (int term : pending.sorted(null, 0)) {
                pending.endRow(term);
                writeTerm(term);
            }
            pages = writer.finish();
            if (pages > 0) {
                addSegment(new Segment(id, 1, pages), rowCount);
            }
        }
        Merger merger = new Merger(blocks, structure);
        merger.autoMerge(pages + deletions);
        merger.crisisMerge();
        blocks.write(Blocks.STRUCTURE, structure.encode(blocks.config.cookie()));
    }

    private void addSegment(Segment segment, int rowCount) {
        if (structure.nextOrigin != 0) {
            segment.firstOrigin = structure.nextOrigin;
            segment.lastOrigin = structure.nextOrigin;
            segment.rowCount = rowCount;
            structure.nextOrigin++;
        }
        structure.levelOrNew(0).segments.add(segment);
        structure.promote(0);
    }

    private void writeTerm(int term) {
        data = pending.data();
        keyStart = pending.keyStart(term);
        keyLength = pending.keyLength(term);
        int start = keyStart + keyLength;
        int end = pending.end(term);
        key = null;
        termWritten = secureDelete == null;
        if (termWritten) {
            writer.appendTerm(data, keyStart, keyLength);
            if (writer.appendDoclist(data, start, end - start)) {
                return;
            }
        }
        previousRowid = 0;
        long rowid = 0;
        int at = start;
        while (at < end) {
            rowid += Varints.read(data, at);
            at += Varints.size(data, at);
            at = withPositions ? writePositions(rowid, at) : writeBareRow(rowid, at, end);
        }
    }

    private void startRow(long rowid) {
        if (!termWritten) {
            writer.appendTerm(data, keyStart, keyLength);
            termWritten = true;
        }
        writer.appendFlushedRowid(rowid, previousRowid);
        previousRowid = rowid;
    }

    private void deleteRow(long rowid) {
        if (key == null) {
            key = Arrays.copyOfRange(data, keyStart, keyStart + keyLength);
        }
        secureDelete.delete(key, keyLength, rowid);
    }

    private int writeBareRow(long rowid, int start, int end) {
        int at = start;
        if (secureDelete != null && at < end && data[at] == 0) {
            deleteRow(rowid);
            at++;
            if (at == end || data[at] != 0) {
                return at;
            }
            at++;
        }
        startRow(rowid);
        for (int i = 0; i < 2 && at < end && data[at] == 0; i++) {
            writer.appendVarint(0);
            at++;
        }
        writer.endFullPage();
        return at;
    }

    private int writePositions(long rowid, int start) {
        int header = Varints.readInt(data, start);
        int headerSize = Varints.size(data, start);
        int size = header >> 1;
        boolean deleted = (header & 1) != 0;
        // SQLite takes the lowest bit of the size's first byte for the mark of a deletion, also of
        // a
        // longer size. So it may look for an entry of a new row, which changes the version; that is
        // the same here. It also leaves the old entries of updated rows; that damages its index.
        if (secureDelete != null && (deleted || (data[start] & 1) != 0)) {
            deleteRow(rowid);
            if (header == 1) {
                return start + 1;
            }
        }
        startRow(rowid);
        if (secureDelete != null && deleted) {
            writer.appendVarint(size * 2L);
            writer.appendFlushedPositions(data, start + headerSize, size);
        } else {
            writer.appendFlushedPositions(data, start, headerSize + size);
        }
        return start + headerSize + size;
    }
}
