package org.sqlvm.engine.virtual.fts5.index;

import java.util.Arrays;

/** The rows of several terms, collected and put in order: those of a prefix without an index. */
final class ListedRows extends InstanceTokens {
    private static final int FIRST_CAPACITY = 16;

    private final boolean descending;
    private final boolean withPositions;
    private final ByteList positions = new ByteList();
    private long[] rowids = new long[FIRST_CAPACITY];
    private int[] starts = new int[FIRST_CAPACITY];
    private int[] lengths = new int[FIRST_CAPACITY];
    private int count;
    private int current;

    ListedRows(Fts5Index index, boolean descending) {
        super(index);
        this.descending = descending;
        withPositions = index.config().detail() != Detail.NONE;
    }

    /** Adds a row of a term; the rows of each term come in ascending order. */
    void add(long rowid, byte[] data, int start, int length) {
        if (count == rowids.length) {
            rowids = Arrays.copyOf(rowids, count * 2);
            starts = Arrays.copyOf(starts, count * 2);
            lengths = Arrays.copyOf(lengths, count * 2);
        }
        rowids[count] = rowid;
        starts[count] = positions.length;
        lengths[count] = length;
        count++;
        if (withPositions) {
            positions.add(data, start, length);
        }
    }

    /** Puts the rows in order, and goes to the first one. */
    void finish() {
        int[] order = sort();
        long[] sortedRowids = new long[count];
        int[] sortedStarts = new int[count];
        int[] sortedLengths = new int[count];
        int kept = 0;
        for (int from = 0; from < count; ) {
            long rowid = rowids[order[from]];
            int to = from + 1;
            while (to < count && rowids[order[to]] == rowid) {
                to++;
            }
            sortedRowids[kept] = rowid;
            if (to > from + 1 && withPositions) {
                sortedStarts[kept] = positions.length;
                merge(order, from, to);
                sortedLengths[kept] = positions.length - sortedStarts[kept];
            } else {
                sortedStarts[kept] = starts[order[from]];
                sortedLengths[kept] = lengths[order[from]];
            }
            kept++;
            from = to;
        }
        rowids = sortedRowids;
        starts = sortedStarts;
        lengths = sortedLengths;
        count = kept;
        current = descending ? count - 1 : 0;
        positions.pad();
    }

    /** The order of the rows by rowid: runs are merged in pairs until one is left. */
    private int[] sort() {
        int[] order = new int[count];
        int[] runs = new int[count + 1];
        int runCount = 0;
        for (int i = 0; i < count; i++) {
            order[i] = i;
            if (i == 0 || rowids[i] < rowids[i - 1]) {
                runs[runCount++] = i;
            }
        }
        runs[runCount] = count;
        int[] target = new int[count];
        while (runCount > 1) {
            int merged = 0;
            for (int i = 0; i < runCount; i += 2) {
                int middle = runs[i + 1];
                int end = i + 1 < runCount ? runs[i + 2] : middle;
                mergeRuns(order, target, runs[i], middle, end);
                runs[merged++] = runs[i];
            }
            runs[merged] = count;
            runCount = merged;
            int[] swap = order;
            order = target;
            target = swap;
        }
        return order;
    }

    private void mergeRuns(int[] source, int[] target, int start, int middle, int end) {
        int left = start;
        int right = middle;
        for (int to = start; to < end; to++) {
            boolean takeLeft = right == end
                    || (left < middle && rowids[source[left]] <= rowids[source[right]]);
            target[to] = takeLeft ? source[left++] : source[right++];
        }
    }

    /** Adds the merged positions of equal rows. */
    private void merge(int[] order, int from, int to) {
        long[] all = new long[FIRST_CAPACITY];
        int found = 0;
        PositionReader reader = new PositionReader();
        for (int i = from; i < to; i++) {
            reader.reset(positions.array, starts[order[i]], lengths[order[i]]);
            while (!reader.atEnd()) {
                if (found == all.length) {
                    all = Arrays.copyOf(all, found * 2);
                }
                all[found++] = reader.position();
                reader.next();
            }
        }
        Arrays.sort(all, 0, found);
        PositionWriter writer = new PositionWriter();
        for (int i = 0; i < found; i++) {
            if (i == 0 || all[i] != all[i - 1]) {
                writer.add(all[i]);
            }
        }
        positions.add(writer.data(), 0, writer.length());
    }

    @Override
    public boolean atEnd() {
        return current < 0 || current >= count;
    }

    @Override
    public long rowid() {
        return rowids[current];
    }

    @Override
    public void next() {
        current += descending ? -1 : 1;
    }

    @Override
    public void seek(long rowid) {
        if (descending ? rowids[current] <= rowid : rowids[current] >= rowid) {
            return;
        }
        int found = descending
                ? Arrays.binarySearch(rowids, 0, current, rowid)
                : Arrays.binarySearch(rowids, current, count, rowid);
        int insertion = -found - 1;
        if (found >= 0) {
            current = found;
        } else {
            current = descending ? insertion - 1 : insertion;
        }
    }

    @Override
    public byte[] positions() {
        return positions.array;
    }

    @Override
    public int positionsStart() {
        return starts[current];
    }

    @Override
    public int positionsLength() {
        return lengths[current];
    }
}
