package org.sqlvm.engine.virtual.fts3;

import java.util.ArrayList;
import java.util.List;

/** The indexes of a table: what is pending, and the segments. */
final class FullTextIndex {
    /** How many segments a level may have. */
    static final int MERGE_COUNT = 16;

    private static final int MERGE_COUNT_DEFAULT = 8;

    /** SQLite flushes what is pending above this number of bytes. */
    private static final int PENDING_MAX = 1 << 20;

    /** The bytes of a page that SQLite leaves free. */
    private static final int PAGE_REST = 35;

    private static final int AUTOMERGE_UNKNOWN = 0xff;
    private static final int MERGE_PAGES = 64;

    /** The level of segments on their way from one level to another. */
    private static final int PARKED = -1;

    private final Definition definition;
    final Segments segments;
    final PendingTerms pending;
    private long lastDocid;
    private int lastLanguage;
    private boolean lastDeleted;
    /** How many leaves this transaction has written. */
    private int leafCount;

    private int automerge = AUTOMERGE_UNKNOWN;
    /** Null until it is looked up. */
    private Boolean hasStat;

    FullTextIndex(Definition definition, Segments segments, boolean created) {
        this.definition = definition;
        this.segments = segments;
        pending = new PendingTerms();
        if (definition.isFts4 || created) {
            hasStat = definition.isFts4;
        }
    }

    Definition definition() {
        return definition;
    }

    int indexCount() {
        return definition.prefixes.length;
    }

    int nodeSize() {
        return segments.pageSize() - PAGE_REST;
    }

    long lastDocid() {
        return lastDocid;
    }

    int lastLanguage() {
        return lastLanguage;
    }

    boolean hasStat() {
        if (hasStat == null) {
            hasStat = segments.has("stat");
        }
        return hasStat;
    }

    void noteStat() {
        hasStat = true;
    }

    long level(int language, int index, int level) {
        return Segments.level(language, indexCount(), index, level);
    }

    private long lastLevel(int language, int index) {
        return level(language, index, Segments.LEVELS - 1);
    }

    // ------------------------------------------------------------------ pending terms

    void begin() {
        leafCount = 0;
        hasStat();
    }

    /** A row is going to be written or deleted. */
    void beginRow(boolean deletes, int language, long docid) {
        if (docid < lastDocid
                || (docid == lastDocid && !lastDeleted)
                || lastLanguage != language
                || pending.size() > PENDING_MAX) {
            flush();
        }
        lastDocid = docid;
        lastLanguage = language;
        lastDeleted = deletes;
    }

    /**
     * Notes the tokens of a column of that row.
     *
     * @param column negative for a row that is deleted
     * @return how many there are
     */
    int addText(byte[] text, int column) {
        Tokens tokens = definition.tokenizer.open(text);
        while (tokens.next()) {
            if (tokens.length <= 0) {
                throw Faults.plain();
            }
            byte[] token = tokens.token;
            int position = tokens.position;
            pending.add(0, token, tokens.length, lastDocid, column, position);
            for (int i = 1; i < indexCount(); i++) {
                int prefix = definition.prefixes[i];
                if (tokens.length >= prefix) {
                    pending.add(i, token, prefix, lastDocid, column, position);
                }
            }
        }
        return tokens.position + 1;
    }

    /** Writes what is pending, as one segment of each index. */
    void flush() {
        for (int i = 0; i < indexCount(); i++) {
            mergePending(i);
        }
        if (hasStat() && automerge == AUTOMERGE_UNKNOWN && leafCount > 0) {
            automerge = (int) segments.statNumber(Segments.AUTOMERGE);
            if (automerge == 1) {
                automerge = MERGE_COUNT_DEFAULT;
            }
        }
        pending.clear();
    }

    /** At the end of a transaction. */
    void sync() {
        flush();
        boolean merges = automerge != 0 && automerge != AUTOMERGE_UNKNOWN;
        if (merges && leafCount > MERGE_PAGES / MERGE_COUNT) {
            int highest = 0;
            for (Segment each : segments.all()) {
                highest = Math.max(highest, (int) (each.level() % Segments.LEVELS));
            }
            int pages = leafCount * highest;
            pages += pages / 2;
            if (pages > MERGE_PAGES) {
                new IncrementalMerge(this).run(pages, automerge);
            }
        }
    }

    void setAutomerge(int number) {
        automerge = number == 1 || number > MERGE_COUNT ? MERGE_COUNT_DEFAULT : number;
        segments.putStat(Segments.AUTOMERGE, (long) automerge);
    }

    // ------------------------------------------------------------------ readers

    /** Reads the pending terms of a language and the segments of an index. */
    TermReader reader(int language, int index) {
        TermReader reader = new TermReader(definition.descending);
        addPending(reader, language, pending.sorted(index));
        int age = reader.segments().size();
        for (Segment each : segments.list(level(language, index, 0), lastLevel(language, index))) {
            reader.add(SegmentReader.of(segments, each, ++age, false, definition.descending));
        }
        return reader;
    }

    private void addPending(TermReader reader, int language, List<PendingTerms.Entry> entries) {
        if (lastLanguage == language && !entries.isEmpty()) {
            reader.add(SegmentReader.of(entries, definition.descending));
        }
    }

    /** Has a reader read an index where it may have a term, or terms that begin with one. */
    void addReaders(TermReader reader, int language, int index, byte[] term, boolean isPrefix) {
        addPending(
                reader,
                language,
                isPrefix ? pending.sorted(index, term) : pending.find(index, term));
        for (Segment each : segments.list(level(language, index, 0), lastLevel(language, index))) {
            reader.add(SegmentReader.of(
                    segments,
                    each.start() != 0 && each.root() != null
                            ? narrowed(each, term, isPrefix)
                            : each,
                    reader.segments().size() + 1,
                    !isPrefix,
                    definition.descending));
        }
    }

    /** As {@link #addReaders}, for the terms from one on. */
    void addScan(TermReader reader, int language, byte[] term) {
        addPending(reader, language, term == null ? pending.sorted(0) : pending.sorted(0, term));
        for (Segment each : segments.list(level(language, 0, 0), lastLevel(language, 0))) {
            Segment part = each;
            if (each.start() != 0 && each.root() != null && term != null) {
                long[] leaves = TreeSearch.leaves(segments, each.root(), term, false);
                part = with(each, leaves[0], each.leavesEnd());
            }
            reader.add(SegmentReader.of(
                    segments, part, reader.segments().size() + 1, false, definition.descending));
        }
    }

    private Segment narrowed(Segment segment, byte[] term, boolean isPrefix) {
        long[] leaves = TreeSearch.leaves(segments, segment.root(), term, isPrefix);
        return with(segment, leaves[0], isPrefix ? leaves[1] : leaves[0]);
    }

    private static Segment with(Segment segment, long start, long leavesEnd) {
        return new Segment(
                segment.level(),
                segment.index(),
                start,
                leavesEnd,
                segment.end(),
                segment.size(),
                segment.root());
    }

    // ------------------------------------------------------------------ merges

    private void mergePending(int index) {
        List<PendingTerms.Entry> entries = pending.sorted(index);
        if (entries.isEmpty()) {
            return;
        }
        TermReader reader = new TermReader(definition.descending);
        reader.add(SegmentReader.of(entries, definition.descending));
        long level = level(lastLanguage, index, 0);
        int number = allocate(lastLanguage, index, 0);
        SegmentWriter writer = write(reader, true);
        if (writer != null) {
            writer.finish(level, number);
            leafCount += writer.leafCount();
            promote(level, writer.size());
        }
    }

    /** The number of the next segment of a level, which is merged first if it is full. */
    private int allocate(int language, int index, int level) {
        int next = segments.nextIndex(level(language, index, level));
        if (next < MERGE_COUNT) {
            return next;
        }
        mergeLevel(language, index, level);
        return 0;
    }

    /** The segments of a level become one of the next level. */
    private void mergeLevel(int language, int index, int level) {
        if (level >= Segments.LEVELS - 1) {
            throw Faults.corrupt();
        }
        List<Segment> inputs = segments.list(level(language, index, level));
        if (inputs.isEmpty()) {
            return;
        }
        long highest = highest(language, index);
        TermReader reader = open(inputs);
        long target = level(language, index, level + 1);
        int number = allocate(language, index, level + 1);
        SegmentWriter writer = write(reader, target <= highest);
        delete(inputs);
        segments.deleteLevels(level(language, index, level), level(language, index, level));
        if (writer != null) {
            writer.finish(target, number);
            leafCount += writer.leafCount();
            if (target < highest) {
                promote(target, writer.size());
            }
        }
    }

    /**
     * All segments of an index become one.
     *
     * @return false if there was one
     */
    private boolean mergeAll(int language, int index) {
        List<Segment> inputs = segments.list(level(language, index, 0), lastLevel(language, index));
        if (inputs.size() <= 1) {
            return inputs.isEmpty();
        }
        TermReader reader = open(inputs);
        long highest = highest(language, index);
        SegmentWriter writer = write(reader, false);
        delete(inputs);
        segments.deleteLevels(level(language, index, 0), lastLevel(language, index));
        if (writer != null) {
            writer.finish(highest, 0);
            leafCount += writer.leafCount();
        }
        return true;
    }

    private long highest(int language, int index) {
        List<Segment> there = segments.list(level(language, index, 0), lastLevel(language, index));
        return there.isEmpty() ? 0 : there.get(0).level();
    }

    private TermReader open(List<Segment> inputs) {
        TermReader reader = new TermReader(definition.descending);
        for (Segment each : inputs) {
            reader.add(SegmentReader.of(
                    segments, each, reader.segments().size() + 1, false, definition.descending));
        }
        return reader;
    }

    /** Returns null if there are no terms. */
    private SegmentWriter write(TermReader reader, boolean keepsDeleted) {
        SegmentWriter writer = null;
        reader.start(TermReader.Filter.all(keepsDeleted));
        while (reader.next()) {
            if (writer == null) {
                writer = new SegmentWriter(segments, nodeSize());
            }
            writer.add(
                    reader.term,
                    reader.termLength,
                    reader.list,
                    reader.listFrom,
                    reader.listLength);
        }
        return writer;
    }

    private void delete(List<Segment> inputs) {
        for (Segment each : inputs) {
            if (each.start() != 0) {
                segments.deleteBlocks(each.start(), each.end());
            }
        }
    }

    /**
     * A segment of this size has been written to a level. Segments of higher levels that are not
     * much larger come down to it.
     */
    void promote(long level, long size) {
        long last = (level / Segments.LEVELS + 1) * Segments.LEVELS - 1;
        List<Segment> above = segments.list(level + 1, last);
        if (above.isEmpty()) {
            return;
        }
        for (Segment each : above) {
            if (each.size() <= 0 || each.size() > size * 3 / 2) {
                return;
            }
        }
        // In two steps, as in SQLite, so that no two have one number meanwhile; rows keep their
        // rowids.
        List<Segment> parked = new ArrayList<>();
        for (Segment each : segments.list(level, last)) {
            Segment own = each.at(PARKED, parked.size());
            segments.update(each, own);
            parked.add(own);
        }
        for (Segment each : parked) {
            segments.update(each, each.at(level, each.index()));
        }
    }

    /**
     * Has each index of each language consist of one segment.
     *
     * @return whether there was anything to do
     */
    boolean optimize() {
        flush();
        boolean done = true;
        for (int language : segments.languages(lastLanguage, indexCount())) {
            for (int i = 0; i < indexCount(); i++) {
                done &= mergeAll(language, i);
            }
        }
        return done;
    }
}
