package org.sqlvm.engine.virtual.fts3;

import org.sqlvm.engine.data.Blob;
import org.sqlvm.engine.data.Bytes;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** The terms since the last segment: for each index a doclist of each term. */
final class PendingTerms {
    /** Bytes that SQLite counts for an entry of its hash table, on 64 bits. */
    private static final int ENTRY_SIZE = 40;

    private final List<Map<Blob, Doclist>> indexes = new ArrayList<>();
    private long size;

    /** The doclist of a term. */
    static final class Doclist {
        private final Output output = new Output();
        private long docid;
        private long column;
        private long position;
        private boolean started;

        /** @param wantedColumn negative for a row that is deleted */
        void add(long wantedDocid, int wantedColumn, int wantedPosition) {
            if (!started || docid != wantedDocid) {
                if (started) {
                    output.put(0);
                }
                output.putVarint(wantedDocid - (started ? docid : 0));
                started = true;
                docid = wantedDocid;
                column = -1;
                position = 0;
            }
            if (wantedColumn > 0 && column != wantedColumn) {
                output.putVarint(1);
                output.putVarint(wantedColumn);
                column = wantedColumn;
                position = 0;
            }
            if (wantedColumn >= 0) {
                output.putVarint(2 + wantedPosition - position);
                position = wantedPosition;
            }
        }

        /** Without the zero that ends it. */
        int length() {
            return output.length;
        }

        byte[] toPadded() {
            return output.toPadded();
        }

        /** The positions of its first row, with the zero that ends them. */
        Output positions() {
            int from = Varints.length(output.bytes, 0);
            Output positions = new Output(output.length);
            positions.put(output.bytes, from, output.length - from);
            positions.put(0);
            return positions;
        }
    }

    /** A term and its doclist, as a segment has them. */
    record Entry(byte[] term, byte[] doclist, int doclistLength) {}

    PendingTerms(int indexCount) {
        for (int i = 0; i < indexCount; i++) {
            indexes.add(new HashMap<>());
        }
    }

    /** The bytes that SQLite would have taken, about which the limit is. */
    long size() {
        return size;
    }

    boolean isEmpty() {
        return indexes.get(0).isEmpty();
    }

    /** Notes a term; its bytes may change afterwards. */
    void add(int index, byte[] term, int length, Occurrence at) {
        Map<Blob, Doclist> terms = indexes.get(index);
        Blob key = new Blob(term, 0, length);
        Doclist list = terms.get(key);
        if (list == null) {
            list = new Doclist();
            terms.put(Blob.of(Arrays.copyOf(term, length)), list);
        } else {
            size -= list.length() + length + ENTRY_SIZE;
        }
        list.add(at.docid(), at.column(), at.position());
        size += list.length() + length + ENTRY_SIZE;
    }

    /** @param column negative for a row that is deleted */
    record Occurrence(long docid, int column, int position) {}

    void clear() {
        indexes.forEach(Map::clear);
        size = 0;
    }

    /** The entry of one term, if there is one. */
    List<Entry> find(int index, byte[] term) {
        Doclist list = indexes.get(index).get(Blob.of(term));
        return list == null ? List.of() : List.of(entry(Blob.of(term), list));
    }

    /** The entries of the terms that begin so, in order. */
    List<Entry> sorted(int index, byte[] prefix) {
        return indexes.get(index).entrySet().stream()
                .filter(each -> begins(each.getKey(), prefix))
                .sorted(Comparator.comparing(Map.Entry<Blob, Doclist>::getKey, Bytes::compare))
                .map(each -> entry(each.getKey(), each.getValue()))
                .toList();
    }

    private static boolean begins(Blob term, byte[] prefix) {
        return term.length >= prefix.length
                && Node.commonPrefix(term.toArray(), term.length, prefix, prefix.length)
                        == prefix.length;
    }

    private static Entry entry(Blob term, Doclist list) {
        return new Entry(term.toArray(), list.toPadded(), list.length() + 1);
    }
}
