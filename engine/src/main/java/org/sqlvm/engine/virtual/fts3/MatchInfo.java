package org.sqlvm.engine.virtual.fts3;

import org.sqlvm.engine.error.SqlException;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.List;

/**
 * {@code matchinfo(t, format)}: numbers about a query and a row (sqlite.org/fts3.html#matchinfo).
 */
final class MatchInfo {
    static final String DEFAULT = "pcx";
    private static final int BITS = 32;
    private static final int HIT_NUMBERS = 3;

    private final FullTextCursor cursor;
    private final Evaluation evaluation;
    private final Definition definition;
    private final FullTextIndex index;
    private final String format;
    private final List<Query> phrases;
    private final int columnCount;
    private final int[] values;
    /** Whether what is the same for all rows is there. */
    private boolean isGlobal;

    MatchInfo(FullTextCursor cursor, String format) {
        this.cursor = cursor;
        this.format = format;
        evaluation = cursor.evaluation();
        definition = cursor.table().definition();
        index = cursor.table().index;
        phrases = evaluation.query.phrases();
        for (int i = 0; i < phrases.size(); i++) {
            phrases.get(i).number = i;
        }
        columnCount = definition.columnCount();
        int size = 0;
        for (int i = 0; i < format.length(); i++) {
            size = Math.addExact(size, size(format.charAt(i)));
        }
        values = new int[size];
    }

    String format() {
        return format;
    }

    private int size(char what) {
        int hits = columnCount * phrases.size();
        return switch (what) {
            case 'p', 'c' -> 1;
            case 'n' -> allowed(what, definition.isFts4, 1);
            case 'a' -> allowed(what, definition.isFts4, columnCount);
            case 'l' -> allowed(what, definition.hasDocsize, columnCount);
            case 's' -> columnCount;
            case 'y' -> hits;
            case 'b' -> bitmapSize() * phrases.size();
            case 'x' -> HIT_NUMBERS * hits;
            default -> allowed(what, false, 0);
        };
    }

    private static int allowed(char what, boolean can, int size) {
        if (!can) {
            throw SqlException.error("unrecognized matchinfo request: " + what);
        }
        return size;
    }

    private int bitmapSize() {
        return (columnCount + BITS - 1) / BITS;
    }

    /** The numbers of the row, each with four bytes, the lowest first. */
    byte[] bytes() {
        int at = 0;
        for (int i = 0; i < format.length(); i++) {
            char what = format.charAt(i);
            if (!isGlobal) {
                fillGlobal(what, at);
            }
            fillLocal(what, at);
            at += size(what);
        }
        isGlobal = true;
        ByteBuffer buffer =
                ByteBuffer.allocate(Integer.BYTES * values.length).order(ByteOrder.LITTLE_ENDIAN);
        buffer.asIntBuffer().put(values);
        return buffer.array();
    }

    private void fillGlobal(char what, int at) {
        switch (what) {
            case 'p' -> values[at] = phrases.size();
            case 'c' -> values[at] = columnCount;
            case 'n' -> {
                Totals totals = Totals.of(index);
                totals.averages(0);
                values[at] = (int) totals.rowCount();
            }
            case 'a' ->
                System.arraycopy(
                        Totals.of(index).averages(columnCount), 0, values, at, columnCount);
            case 'x' -> {
                long rows = evaluation.hasDeferred() ? Totals.of(index).rowCount() : 0;
                for (int i = 0; i < phrases.size(); i++) {
                    int[] counted = evaluation.statistics(phrases.get(i), rows);
                    int from = at + HIT_NUMBERS * i * columnCount;
                    for (int k = 0; k < columnCount; k++) {
                        values[from + HIT_NUMBERS * k + 1] = counted[HIT_NUMBERS * k + 1];
                        values[from + HIT_NUMBERS * k + 2] = counted[HIT_NUMBERS * k + 2];
                    }
                }
                evaluation.misses();
            }
            default -> {}
        }
    }

    private void fillLocal(char what, int at) {
        switch (what) {
            case 'l' -> fillLengths(at);
            case 's' -> fillSequences(at);
            case 'y', 'b' -> {
                Arrays.fill(values, at, at + size(what), 0);
                gather(evaluation.query, what, at);
            }
            case 'x' -> {
                for (int i = 0; i < phrases.size(); i++) {
                    for (int k = 0; k < columnCount; k++) {
                        Doclists.Reader hits = evaluation.positions(phrases.get(i), k);
                        values[at + HIT_NUMBERS * (i * columnCount + k)] =
                                hits == null ? 0 : count(hits);
                    }
                }
            }
            default -> {}
        }
    }

    private void fillLengths(int at) {
        byte[] stored = index.segments.docsize(cursor.rowid());
        Node node = Node.of(stored);
        int from = 0;
        for (int i = 0; i < columnCount; i++) {
            if (from >= node.length()) {
                throw Faults.corrupt();
            }
            values[at + i] = (int) Varints.read(node.bytes(), from);
            from += Varints.length(node.bytes(), from);
        }
    }

    /** Counts positions, and goes behind them. */
    private static int count(Doclists.Reader reader) {
        int hits = 0;
        int more = 0;
        while (((reader.peek() | more) & 0xFE) != 0) {
            more = reader.bytes[reader.at++] & 0x80;
            hits += more == 0 ? 1 : 0;
        }
        return hits;
    }

    /** Hits in the row, by phrase and column. */
    private void gather(Query node, char what, int at) {
        if (node.atEnd || node.docid != cursor.rowid()) {
            return;
        }
        if (!node.isPhrase()) {
            gather(node.left, what, at);
            gather(node.right, what, at);
            return;
        }
        Phrase phrase = node.phrase;
        if (phrase.list == null) {
            return;
        }
        int start = at + node.number * (what == 'y' ? columnCount : bitmapSize());
        Doclists.Reader reader = new Doclists.Reader(phrase.list, phrase.listFrom);
        int column = 0;
        while (true) {
            int hits = count(reader);
            if (phrase.column >= columnCount || phrase.column == column) {
                if (what == 'y') {
                    values[start + column] = hits;
                } else if (hits > 0) {
                    values[start + column / BITS] |= 1 << (column % BITS);
                }
            }
            if (reader.peek() != 1) {
                return;
            }
            reader.at++;
            column = reader.varint32();
            if (column >= columnCount) {
                throw Faults.corrupt();
            }
        }
    }

    /** A phrase's positions, from which those of the phrases before it are taken off. */
    private static final class Track {
        private final int offset;
        private Doclists.Reader reader;
        private long position;

        Track(int offset) {
            this.offset = offset;
        }

        void start(Doclists.Reader hits) {
            reader = hits;
            position = offset;
            if (hits != null) {
                next();
                if (reader == null) {
                    throw Faults.corrupt();
                }
            }
        }

        boolean isLive() {
            return reader != null;
        }

        void next() {
            long delta = reader.varint();
            if (delta == 0 || delta == 1) {
                reader = null;
            } else {
                position += (int) (delta - 2);
            }
        }
    }

    /** For each column the longest sequence of phrases that follow each other. */
    private void fillSequences(int at) {
        Track[] tracks = new Track[phrases.size()];
        int offset = 0;
        for (int i = 0; i < tracks.length; i++) {
            offset -= phrases.get(i).phrase.size();
            tracks[i] = new Track(offset);
        }
        for (int column = 0; column < columnCount; column++) {
            int live = 0;
            for (int i = 0; i < tracks.length; i++) {
                tracks[i].start(evaluation.positions(phrases.get(i), column));
                live += tracks[i].isLive() ? 1 : 0;
            }
            int longest = 0;
            while (live > 0) {
                Track first = null;
                int length = 0;
                for (int i = 0; i < tracks.length; i++) {
                    Track each = tracks[i];
                    if (!each.isLive()) {
                        length = 0;
                        continue;
                    }
                    if (first == null || each.position < first.position) {
                        first = each;
                    }
                    boolean follows = length == 0 || each.position == tracks[i - 1].position;
                    length = follows ? length + 1 : 1;
                    longest = Math.max(longest, length);
                }
                first.next();
                live -= first.isLive() ? 0 : 1;
            }
            values[at + column] = longest;
        }
    }
}
