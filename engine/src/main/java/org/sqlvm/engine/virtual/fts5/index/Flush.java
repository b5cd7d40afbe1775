package org.sqlvm.engine.virtual.fts5.index;

/** Writes what is pending as a new segment of level 0, and merges what is due then. */
final class Flush {
    private final Blocks blocks;
    private final Structure structure;
    private final boolean withPositions;
    /** Takes deleted rows out of the pages at once; null without secure-delete. */
    private final SecureDelete secureDelete;

    private SegmentWriter writer;
    private boolean termWritten;
    private long previousRowid;

    Flush(Blocks blocks, Structure structure) {
        this.blocks = blocks;
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
    void run(PendingTerms pending, int rowCount, int deletions) {
        int pages = 0;
        if (!pending.isEmpty()) {
            int id = structure.freeId();
            writer = new SegmentWriter(blocks, id);
            for (PendingTerm term : pending.sorted(null, 0)) {
                term.endRow();
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

    private void writeTerm(PendingTerm term) {
        byte[] data = term.data();
        int start = term.keyLength;
        termWritten = secureDelete == null;
        if (termWritten) {
            writer.appendTerm(data, start);
            if (writer.appendDoclist(data, start, term.length() - start)) {
                return;
            }
        }
        previousRowid = 0;
        long rowid = 0;
        int end = term.length();
        int at = start;
        while (at < end) {
            rowid += Varints.read(data, at);
            at += Varints.size(data, at);
            at = withPositions
                    ? writePositions(term, rowid, at)
                    : writeBareRow(term, rowid, at, end);
        }
    }

    private void startRow(PendingTerm term, long rowid) {
        if (!termWritten) {
            writer.appendTerm(term.data(), term.keyLength);
            termWritten = true;
        }
        writer.appendFlushedRowid(rowid, previousRowid);
        previousRowid = rowid;
    }

    private int writeBareRow(PendingTerm term, long rowid, int start, int end) {
        byte[] data = term.data();
        int at = start;
        if (secureDelete != null && at < end && data[at] == 0) {
            secureDelete.delete(data, term.keyLength, rowid);
            at++;
            if (at == end || data[at] != 0) {
                return at;
            }
            at++;
        }
        startRow(term, rowid);
        for (int i = 0; i < 2 && at < end && data[at] == 0; i++) {
            writer.appendVarint(0);
            at++;
        }
        writer.endFullPage();
        return at;
    }

    private int writePositions(PendingTerm term, long rowid, int start) {
        byte[] data = term.data();
        int header = Varints.readInt(data, start);
        int headerSize = Varints.size(data, start);
        int size = header >> 1;
        boolean deleted = (header & 1) != 0;
        // SQLite takes the lowest bit of the size's first byte for the mark of a deletion, also of
        // a
        // longer size. So it may look for an entry of a new row, which changes the version; that is
        // the same here. It also leaves the old entries of updated rows; that damages its index.
        if (secureDelete != null && (deleted || (data[start] & 1) != 0)) {
            secureDelete.delete(data, term.keyLength, rowid);
            if (header == 1) {
                return start + 1;
            }
        }
        startRow(term, rowid);
        if (secureDelete != null && deleted) {
            writer.appendVarint(size * 2L);
            writer.appendFlushedPositions(data, start + headerSize, size);
        } else {
            writer.appendFlushedPositions(data, start, headerSize + size);
        }
        return start + headerSize + size;
    }
}
