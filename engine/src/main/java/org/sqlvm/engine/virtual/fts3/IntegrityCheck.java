package org.sqlvm.engine.virtual.fts3;

import org.sqlvm.engine.data.Casts;
import org.sqlvm.engine.error.ResultCode;
import org.sqlvm.engine.error.SqlException;
import org.sqlvm.engine.virtual.module.NestedStatement;

import java.util.Arrays;

/** Compares the index with the content, by a checksum of all tokens and their positions. */
final class IntegrityCheck {
    private static final int SHIFT = 3;

    private final FullTextIndex index;
    private final Content content;
    private final Definition definition;

    IntegrityCheck(FullTextIndex index, Content content) {
        this.index = index;
        this.content = content;
        definition = index.definition();
    }

    /** Whether they agree. */
    boolean run() {
        try {
            long stored = 0;
            for (int language :
                    index.segments.languages(index.lastLanguage(), index.indexCount())) {
                for (int i = 0; i < index.indexCount(); i++) {
                    stored ^= ofIndex(language, i);
                }
            }
            return definition.isContentless() || stored == ofContent();
        } catch (SqlException e) {
            if (e.code() == ResultCode.CORRUPT_VTAB) {
                return false;
            }
            throw e;
        }
    }

    /** Where a token is. */
    private record At(int language, int index, long docid, int column, int position) {
        long checksum(byte[] term, int length) {
            long sum = docid;
            sum += (sum << SHIFT) + language;
            sum += (sum << SHIFT) + index;
            sum += (sum << SHIFT) + column;
            sum += (sum << SHIFT) + position;
            for (int i = 0; i < length; i++) {
                sum += (sum << SHIFT) + term[i];
            }
            return sum;
        }
    }

    private long ofIndex(int language, int number) {
        long sum = 0;
        TermReader reader = index.reader(language, number);
        reader.start(new TermReader.Filter(null, -1, false, false, true, false));
        while (reader.next()) {
            byte[] term = Arrays.copyOf(reader.term, reader.termLength);
            byte[] list = reader.list;
            int at = reader.listFrom;
            int end = at + reader.listLength;
            long docid = Varints.read(list, at);
            at += Varints.length(list, at);
            int column = 0;
            long position = 0;
            while (at < end) {
                long value = Varints.read(list, at);
                at += Varints.length(list, at);
                if (at >= end) {
                    break;
                }
                if (value == 1) {
                    column = Varints.readInt(list, at);
                    at += Varints.intLength(list, at);
                    position = 0;
                } else if (value == 0) {
                    long delta = Varints.read(list, at);
                    at += Varints.length(list, at);
                    docid += definition.descending ? -delta : delta;
                    column = 0;
                    position = 0;
                } else {
                    position += value - 2;
                    if (position < 0 || position > Integer.MAX_VALUE) {
                        throw Faults.corrupt();
                    }
                    sum ^= new At(language, number, docid, column, (int) position)
                            .checksum(term, term.length);
                }
            }
        }
        return sum;
    }

    private long ofContent() {
        long sum = 0;
        try (NestedStatement.Rows rows = content.scan()) {
            while (content.reading(rows::hasNext)) {
                Object[] row = rows.next();
                long docid = Casts.toLong(row[0]);
                int language = content.language(row);
                for (int i = 0; i < definition.columnCount(); i++) {
                    byte[] text = definition.unindexed[i] ? null : Content.text(row[i + 1]);
                    sum ^= text == null ? 0 : ofText(text, language, docid, i);
                }
            }
        }
        return sum;
    }

    private long ofText(byte[] text, int language, long docid, int column) {
        long sum = 0;
        Tokens tokens = definition.tokenizer.open(text);
        while (tokens.next()) {
            for (int i = 0; i < index.indexCount(); i++) {
                int length = i == 0 ? tokens.length : definition.prefixes[i];
                if (length <= tokens.length) {
                    sum ^= new At(language, i, docid, column, tokens.position)
                            .checksum(tokens.token, length);
                }
            }
        }
        return sum;
    }
}
