package org.sqlvm.engine.row.function;

import org.sqlvm.engine.data.Blob;
import org.sqlvm.engine.data.Text;
import org.sqlvm.engine.row.Accumulator;
import org.sqlvm.engine.row.RowBuffer;

import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;

/**
 * Counts equal prefixes of an index's entries and keeps some entries as samples: what ANALYZE
 * writes into sqlite_stat1 and sqlite_stat4. Which entries, is SQLite's choice: every so-manieth,
 * and those whose prefixes occur most often; among equals a sequence of pseudo-random numbers
 * decides.
 *
 * <p>The result is a text of lines: that for sqlite_stat1, then for every sample its three lists of
 * numbers and its row, with bars between: a rowid behind {@link #ROWID}, or behind {@link #ENTRY}
 * the entry in hexadecimal digits.
 */
final class IndexSampler extends Accumulator {
    /** Begins the rowid of a sample. */
    static final char ROWID = 'r';

    /** Begins the entry of a sample. */
    static final char ENTRY = 'e';

    /** SQLITE_STAT4_SAMPLES. */
    private static final int SAMPLES_MAX = 24;

    private final int columnCount;
    private final int keyCount;

    private long rowCount;
    private long expected;
    /** PRAGMA analysis_limit; 0 for none. With a limit there are no samples. */
    private long limit;
    /** How often the scan has left entries out because of the limit. */
    private long skipCount;
    /** The number of entries between two samples that are taken for their place. */
    private long period;

    private int random;
    private final Sample current;
    /** By column: the best entry so far with the values that the current one has up to there. */
    private final Sample[] best;

    private final List<Sample> samples = new ArrayList<>();
    /** The worst of the samples, which has to go for a better one. */
    private Sample worst;
    /** Samples may have counts of 0, yet to come, before this column. */
    private int openCount;

    /** An entry, and by column how many are equal to, less than and different before its prefix. */
    private final class Sample {
        private final long[] equal = new long[columnCount];
        private final long[] less = new long[columnCount];
        private final long[] distinctLess = new long[columnCount];
        /** The rowid, or in a table without rowids the entry's bytes. */
        private Object row;

        /** It is there for its place, not for its values. */
        private boolean periodic;
        /** It is there for the values of the columns up to this one. */
        private int column;

        private int hash;

        void copy(Sample other) {
            System.arraycopy(other.equal, 0, equal, 0, columnCount);
            System.arraycopy(other.less, 0, less, 0, columnCount);
            System.arraycopy(other.distinctLess, 0, distinctLess, 0, columnCount);
            row = other.row;
            periodic = other.periodic;
            column = other.column;
            hash = other.hash;
        }

        boolean isBetter(Sample other) {
            long own = equal[column];
            long others = other.equal[other.column];
            if (own != others) {
                return own > others;
            }
            return column < other.column || (column == other.column && isBetterBehind(other));
        }

        /** Whether it is the better one of two for the same columns. */
        boolean isBetterBehind(Sample other) {
            for (int i = column + 1; i < columnCount; i++) {
                if (equal[i] != other.equal[i]) {
                    return equal[i] > other.equal[i];
                }
            }
            return Integer.compareUnsigned(hash, other.hash) > 0;
        }
    }

    /**
     * @param columnCount of an entry, the row's identity included
     * @param keyCount of the columns that were named
     */
    IndexSampler(int columnCount, int keyCount) {
        this.columnCount = columnCount;
        this.keyCount = keyCount;
        current = new Sample();
        best = new Sample[columnCount];
        for (int i = 0; i < columnCount; i++) {
            best[i] = new Sample();
            best[i].column = i;
        }
    }

    /**
     * An entry, in the order of the index.
     *
     * @param arguments the first column that differs from the entry before, how many entries the
     *     index has, the row's rowid or the entry as a record, and how many entries are to be
     *     looked at
     */
    @Override
    public void step(Object[] arguments) {
        int changed = (int) (long) (Long) arguments[0];
        if (rowCount == 0) {
            expected = (Long) arguments[1];
            limit = (Long) arguments[3];
            period = expected / (SAMPLES_MAX / 3 + 1) + 1;
            random = 0x689e962d * columnCount ^ 0xd0944565 * (int) expected;
            java.util.Arrays.fill(current.equal, 1);
        } else {
            endPrefixes(changed);
            count(changed);
        }
        rowCount++;
        if (limit != 0) {
            skipCount += rowCount > limit * (skipCount + 1) ? 1 : 0;
            return;
        }
        current.row = arguments[2] instanceof Blob entry ? entry.toArray() : arguments[2];
        random = random * 1103515245 + 12345;
        current.hash = random;
        long less = current.less[columnCount - 1];
        if (less / period != (less + 1) / period) {
            current.periodic = true;
            current.column = 0;
            insert(current, columnCount - 1);
            current.periodic = false;
        }
        for (int i = 0; i < columnCount - 1; i++) {
            current.column = i;
            if (i >= changed || current.isBetterBehind(best[i])) {
                best[i].copy(current);
            }
        }
    }

    private void count(int changed) {
        for (int i = 0; i < changed; i++) {
            current.equal[i]++;
        }
        for (int i = changed; i < columnCount; i++) {
            current.distinctLess[i]++;
            current.less[i] += current.equal[i];
            current.equal[i] = 1;
        }
    }

    /** The values of the columns from {@code changed} on are over: their best may be samples. */
    private void endPrefixes(int changed) {
        if (limit != 0) {
            return;
        }
        for (int i = columnCount - 2; i >= changed; i--) {
            Sample candidate = best[i];
            candidate.equal[i] = current.equal[i];
            if (samples.size() < SAMPLES_MAX || candidate.isBetter(worst)) {
                insert(candidate, i);
            }
        }
        if (changed < openCount) {
            for (Sample sample : samples) {
                for (int i = changed; i < columnCount; i++) {
                    if (sample.equal[i] == 0) {
                        sample.equal[i] = current.equal[i];
                    }
                }
            }
            openCount = changed;
        }
    }

    /**
     * Adds a sample.
     *
     * @param open columns whose counts are not known yet
     */
    private void insert(Sample added, int open) {
        openCount = Math.max(openCount, open);
        if (added.periodic || !upgrade(added)) {
            if (samples.size() >= SAMPLES_MAX) {
                samples.remove(worst);
            }
            Sample sample = new Sample();
            sample.copy(added);
            java.util.Arrays.fill(sample.equal, 0, open, 0);
            samples.add(sample);
        }
        findWorst();
    }

    /** A sample with the same values counts for them, too, if there is one. */
    private boolean upgrade(Sample added) {
        Sample upgraded = null;
        for (int i = samples.size() - 1; i >= 0; i--) {
            Sample sample = samples.get(i);
            if (sample.equal[added.column] == 0) {
                if (sample.periodic) {
                    return true;
                }
                if (upgraded == null || sample.isBetter(upgraded)) {
                    upgraded = sample;
                }
            }
        }
        if (upgraded == null) {
            return false;
        }
        upgraded.column = added.column;
        upgraded.equal[added.column] = added.equal[added.column];
        return true;
    }

    private void findWorst() {
        if (samples.size() < SAMPLES_MAX) {
            return;
        }
        worst = null;
        for (Sample sample : samples) {
            if (!sample.periodic && (worst == null || worst.isBetter(sample))) {
                worst = sample;
            }
        }
    }

    @Override
    public Object result() {
        endPrefixes(0);
        StringBuilder text = new StringBuilder().append(skipCount > 0 ? expected : rowCount);
        for (int i = 0; i < keyCount; i++) {
            long distinct = current.distinctLess[i] + 1;
            long average = (rowCount + distinct - 1) / distinct;
            if (average == 2 && rowCount * 10 <= distinct * 11) {
                average = 1;
            }
            text.append(' ').append(average);
        }
        for (Sample sample : samples) {
            text.append('\n');
            append(text, sample.equal);
            append(text, sample.less);
            append(text, sample.distinctLess);
            if (sample.row instanceof byte[] entry) {
                text.append(ENTRY).append(HexFormat.of().formatHex(entry));
            } else {
                text.append(ROWID).append(sample.row);
            }
        }
        return Text.of(text.toString());
    }

    private static void append(StringBuilder text, long[] numbers) {
        for (int i = 0; i < numbers.length; i++) {
            text.append(i == 0 ? "" : " ").append(numbers[i]);
        }
        text.append('|');
    }

    @Override
    public Accumulator fresh() {
        throw new AssertionError("has no groups");
    }

    @Override
    public void save(RowBuffer target) {
        throw new AssertionError("has no groups");
    }

    @Override
    public void restore(RowBuffer source) {
        throw new AssertionError("has no groups");
    }
}
