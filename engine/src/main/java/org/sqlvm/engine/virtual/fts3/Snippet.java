package org.sqlvm.engine.virtual.fts3;

import java.util.ArrayList;
import java.util.List;

/** {@code snippet(t)}: up to four parts of a row's texts that have the most phrases of a query. */
final class Snippet {
    private static final int FRAGMENTS_MAX = 4;
    private static final int NEW_PHRASE = 1000;
    private static final int END = Integer.MAX_VALUE;

    private final FullTextCursor cursor;
    private final Evaluation evaluation;
    private final Definition definition;
    private final List<Query> phrases;
    private final Output output = new Output();
    private boolean isNull = true;
    /** The tokens of a fragment. */
    private int size;

    /** The phrases that some column has. */
    private long seen;

    /** The texts before and behind a token that is found, and between fragments. */
    record Marks(byte[] open, byte[] close, byte[] ellipsis) {}

    /** A part of a column: its first token, the phrases in it, the tokens that are found. */
    private record Fragment(int column, int position, long covered, long highlighted) {}

    private record Scored(Fragment fragment, int score) {}

    private Snippet(FullTextCursor cursor) {
        this.cursor = cursor;
        evaluation = cursor.evaluation();
        definition = cursor.table().definition();
        phrases = evaluation.query.phrases();
    }

    /**
     * The snippet of a row.
     *
     * @param column negative for any
     * @param tokens how many all fragments have together, or if it is negative each of them
     * @return null for NULL
     */
    static byte[] of(FullTextCursor cursor, Marks marks, int column, int tokens) {
        return new Snippet(cursor).make(marks, column, tokens);
    }

    private byte[] make(Marks marks, int column, int tokens) {
        List<Fragment> fragments;
        int count = 1;
        while (true) {
            size = tokens >= 0 ? (tokens + count - 1) / count : -tokens;
            seen = 0;
            fragments = new ArrayList<>();
            long covered = 0;
            for (int i = 0; i < count; i++) {
                Fragment next = best(column, covered);
                fragments.add(next);
                covered |= next.covered();
            }
            if (seen == covered || count == FRAGMENTS_MAX) {
                break;
            }
            count++;
        }
        for (int i = 0; i < count; i++) {
            put(fragments.get(i), i, i == count - 1, marks);
        }
        return isNull ? null : output.toArray();
    }

    private Fragment best(int column, long covered) {
        Scored best = new Scored(new Fragment(0, 0, 0, 0), -1);
        for (int i = 0; i < definition.columnCount(); i++) {
            if (column >= 0 && i != column) {
                continue;
            }
            Scored next = bestOfColumn(i, covered);
            best = next.score() > best.score() ? next : best;
        }
        return best.fragment();
    }

    /** Where a phrase is: the first hit behind a window of tokens, and the first one in it. */
    private static final class Track {
        private final int size;
        private Doclists.Reader head;
        private long headAt;
        private Doclists.Reader tail;
        private long tailAt;

        Track(int size) {
            this.size = size;
        }

        void start(Doclists.Reader hits) {
            if (hits == null) {
                return;
            }
            long first = hits.varint32() - 2L;
            if (first < 0) {
                throw Faults.corrupt();
            }
            head = hits;
            headAt = first;
            tail = new Doclists.Reader(hits.bytes, hits.at);
            tailAt = first;
        }

        void advanceHead(long to) {
            while (head != null && headAt < to) {
                if (!Doclists.isPosition(head.peek())) {
                    head = null;
                    headAt = -1;
                } else {
                    headAt += head.varint32() - 2;
                }
            }
        }

        void advanceTail(long to) {
            while (tail != null && tailAt < to) {
                if (!Doclists.isPosition(tail.peek())) {
                    tail = null;
                    tailAt = -1;
                } else {
                    tailAt += tail.varint32() - 2;
                }
            }
        }
    }

    private Scored bestOfColumn(int column, long covered) {
        Track[] tracks = new Track[phrases.size()];
        for (int turn = 0; turn < 2; turn++) { // A look for one phrase may move another.
            for (int i = 0; i < tracks.length; i++) {
                tracks[i] = new Track(phrases.get(i).phrase.size());
                tracks[i].start(evaluation.positions(phrases.get(i), column));
            }
        }
        for (int i = 0; i < tracks.length; i++) {
            seen |= tracks[i].head == null ? 0 : 1L << (i % Long.SIZE);
        }
        Scored best = new Scored(new Fragment(column, 0, 0, 0), -1);
        int window = 0;
        for (Track each : tracks) {
            each.advanceHead(size);
        }
        while (true) {
            Scored next = score(tracks, column, window, covered);
            best = next.score() > best.score() ? next : best;
            long end = END;
            for (Track each : tracks) {
                end = each.head == null ? end : Math.min(end, each.headAt);
            }
            if (end == END) {
                return best;
            }
            window = (int) end - size + 1;
            for (Track each : tracks) {
                each.advanceHead(end + 1);
                each.advanceTail(window);
            }
        }
    }

    private Scored score(Track[] tracks, int column, int window, long covered) {
        int score = 0;
        long cover = 0;
        long highlight = 0;
        for (int i = 0; i < tracks.length; i++) {
            Track track = tracks[i];
            if (track.tail == null) {
                continue;
            }
            Doclists.Reader reader = new Doclists.Reader(track.tail.bytes, track.tail.at);
            long at = track.tailAt;
            long bit = 1L << (i % Long.SIZE);
            while (at < window + size && at >= window) {
                score += ((cover | covered) & bit) != 0 ? 1 : NEW_PHRASE;
                cover |= bit;
                long position = 1L << (at - window);
                for (int k = 0; k < track.size && k < size; k++) {
                    highlight |= position >>> k;
                }
                if (!Doclists.isPosition(reader.peek())) {
                    break;
                }
                at += reader.varint32() - 2;
            }
        }
        return new Scored(new Fragment(column, window, cover, highlight), score);
    }

    // ------------------------------------------------------------------ text

    private void append(byte[] text, int from, int count) {
        isNull = false;
        output.put(text, from, count);
    }

    private void append(byte[] text) {
        append(text, 0, text.length);
    }

    private void put(Fragment fragment, int number, boolean isLast, Marks marks) {
        Object[] row = cursor.row();
        byte[] text = row == null ? null : Content.text(row[fragment.column() + 1]);
        if (text == null) {
            return;
        }
        int position = fragment.position();
        long highlighted = fragment.highlighted();
        int end = 0;
        boolean begun = false;
        Tokens tokens = definition.tokenizer.open(text, 0, text.length);
        while (tokens.next()) {
            if (tokens.position < position) {
                continue;
            }
            if (!begun) {
                begun = true;
                int shift = shift(text, tokens.start, highlighted);
                position += shift;
                highlighted >>>= shift;
                if (position > 0 || number > 0) {
                    append(marks.ellipsis());
                } else if (tokens.start > 0) {
                    append(text, 0, tokens.start);
                }
                if (tokens.position < position) {
                    continue;
                }
            }
            if (tokens.position >= position + size) {
                if (isLast) {
                    append(marks.ellipsis());
                }
                return;
            }
            boolean found = (highlighted & (1L << (tokens.position - position))) != 0;
            if (tokens.position > position) {
                append(text, end, tokens.start - end);
            }
            if (found) {
                append(marks.open());
            }
            append(text, tokens.start, tokens.end - tokens.start);
            if (found) {
                append(marks.close());
            }
            end = tokens.end;
        }
        int length = end;
        while (length < text.length && text[length] != 0) {
            length++;
        }
        append(text, end, length - end);
    }

    /** By how many tokens the fragment moves on, so that what is found is in its middle. */
    private int shift(byte[] text, int from, long highlighted) {
        if (highlighted == 0) {
            return 0;
        }
        int left = Long.numberOfTrailingZeros(highlighted);
        int right = 0;
        while ((highlighted & (1L << (size - 1 - right))) == 0) {
            right++;
        }
        int wanted = (left - right) / 2;
        if (wanted <= 0) {
            return 0;
        }
        int current = 0;
        boolean atEnd = false;
        Tokens tokens = definition.tokenizer.open(text, from, text.length - from);
        while (!atEnd && current < size + wanted) {
            atEnd = !tokens.next();
            current = tokens.position < 0 ? 0 : tokens.position;
        }
        int shift = (atEnd ? 1 : 0) + current - size;
        return Math.max(shift, 0);
    }
}
