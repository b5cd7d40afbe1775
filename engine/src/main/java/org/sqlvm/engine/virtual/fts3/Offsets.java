package org.sqlvm.engine.virtual.fts3;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/** {@code offsets(t)}: column, number of the token in the query, offset and bytes of each hit. */
final class Offsets {
    private final FullTextCursor cursor;
    private final Evaluation evaluation;
    private final Definition definition;
    private final StringBuilder result = new StringBuilder();

    private Offsets(FullTextCursor cursor) {
        this.cursor = cursor;
        evaluation = cursor.evaluation();
        definition = cursor.table().definition();
    }

    /** The offsets of a row; null for NULL. */
    static byte[] of(FullTextCursor cursor) {
        Offsets offsets = new Offsets(cursor);
        offsets.evaluation.forgetEnded();
        for (int i = 0; i < offsets.definition.columnCount(); i++) {
            offsets.addColumn(i);
        }
        return offsets.result.isEmpty()
                ? null
                : offsets.result.toString().stripTrailing().getBytes(StandardCharsets.US_ASCII);
    }

    /** A token of a phrase: the phrase's hits, and how far before their ends it is. */
    private static final class Track {
        private final int before;
        private Doclists.Reader reader;
        private long position;

        Track(int before, Doclists.Reader reader, long position) {
            this.before = before;
            this.reader = reader;
            this.position = position;
        }

        void next() {
            if (Doclists.isPosition(reader.peek())) {
                position += reader.varint32() - 2;
            } else {
                reader = null;
            }
        }
    }

    private List<Track> tracks(int column) {
        List<Track> tracks = new ArrayList<>();
        for (Query phrase : evaluation.query.phrases()) {
            Doclists.Reader hits = evaluation.positions(phrase, column);
            long first = hits == null ? 0 : hits.varint32() - 2L;
            int count = phrase.phrase.size();
            for (int i = 0; i < count; i++) {
                tracks.add(new Track(
                        count - i - 1,
                        hits == null ? null : new Doclists.Reader(hits.bytes, hits.at),
                        first));
            }
        }
        return tracks;
    }

    private void addColumn(int column) {
        List<Track> tracks = tracks(column);
        Object[] row = cursor.row();
        byte[] text = row == null ? null : Content.text(row[column + 1]);
        if (text == null) {
            return;
        }
        Tokens tokens = definition.tokenizer.open(text, 0, text.length);
        boolean more = tokens.next();
        while (more) {
            int number = -1;
            long least = Integer.MAX_VALUE;
            for (int i = 0; i < tracks.size(); i++) {
                Track each = tracks.get(i);
                if (each.reader != null && each.position - each.before < least) {
                    least = each.position - each.before;
                    number = i;
                }
            }
            if (number < 0) {
                return;
            }
            tracks.get(number).next();
            while (more && tokens.position < least) {
                more = tokens.next();
            }
            if (more) {
                result.append(column).append(' ').append(number).append(' ');
                result.append(tokens.start).append(' ');
                result.append(tokens.end - tokens.start).append(' ');
            } else if (definition.content == null) {
                throw Faults.corrupt();
            }
        }
    }
}
