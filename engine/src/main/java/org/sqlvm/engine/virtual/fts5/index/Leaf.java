package org.sqlvm.engine.virtual.fts5.index;

/**
 * A page of a segment: a header of 4 bytes, data, and a footer with the offsets of its terms. The
 * array has padding behind {@code size}.
 */
final class Leaf {
    static final int HEADER_SIZE = 4;

    private static final int DATA_END_OFFSET = 2;

    /** The number of the search before which all terms are read. */
    private static final int SEARCHES = 3;

    final byte[] data;
    final int size;
    /** Where the footer starts. */
    final int dataEnd;
    /** How often it was searched. */
    private int searches;
    /** Its terms; null before it was searched often enough, or if they cannot be had. */
    private LeafTerms terms;

    Leaf(byte[] data, int size, int dataEnd) {
        this.data = data;
        this.size = size;
        this.dataEnd = dataEnd;
    }

    /** The header's offset of the footer; 0 if the page is too short for a header. */
    static int dataEnd(byte[] data, int size) {
        return size >= HEADER_SIZE ? shortAt(data, DATA_END_OFFSET) : 0;
    }

    static int shortAt(byte[] data, int offset) {
        return (data[offset] & 0xff) << Byte.SIZE | (data[offset + 1] & 0xff);
    }

    /** Offset of the first rowid if it stands before the first term, else 0. */
    int firstRowid() {
        return shortAt(data, 0);
    }

    /** Its terms to search them; null if they are to be read one after the other. */
    LeafTerms terms() {
        if (searches < SEARCHES && ++searches == SEARCHES) {
            terms = LeafTerms.of(this);
        }
        return terms;
    }

    boolean hasTerms() {
        return dataEnd < size;
    }

    int firstTerm() {
        return Varints.readInt(data, dataEnd);
    }
}
