package org.sqlvm.engine.vector.column;

import org.sqlvm.engine.data.Bytes;
import org.sqlvm.engine.data.SqlNull;
import org.sqlvm.engine.data.Text;
import org.sqlvm.engine.row.CallContext;
import org.sqlvm.engine.row.VectorForm;

import java.util.Arrays;
import java.util.concurrent.atomic.AtomicIntegerFieldUpdater;

/**
 * The values of one column in one partition, encoded by what they are. Immutable but for the number
 * of its holders.
 */
public abstract sealed class Chunk {
    /** The size of an object without its content, in bytes. */
    private static final int OBJECT_SIZE = 48;

    /** The size of a reference and of a number, or of a slice of bytes that others share. */
    private static final int VALUE_SIZE = 32;

    private static final AtomicIntegerFieldUpdater<Chunk> HOLDERS =
            AtomicIntegerFieldUpdater.newUpdater(Chunk.class, "holders");

    /** The rows that are NULL; null if none is. */
    public final long[] nulls;

    /** The number of caches that hold the chunk. */
    private volatile int holders;

    private Chunk(long[] nulls) {
        this.nulls = nulls;
    }

    /**
     * Decodes rows into a vector.
     *
     * @param selection the rows are {@code from + selection[i]}; null for consecutive rows from
     *     {@code from} on
     */
    public abstract void load(int from, int[] selection, int count, Vector target);

    /** The size in bytes. */
    public abstract long size();

    /** The name that {@code PRAGMA sqlvm_mirror} shows. */
    public abstract String encoding();

    /** One more cache holds the chunk; returns their number. */
    public final int hold() {
        return HOLDERS.incrementAndGet(this);
    }

    /** A cache does not hold it any more; returns the number of those that do. */
    public final int release() {
        int left = HOLDERS.decrementAndGet(this);
        assert left >= 0 : left;
        return left;
    }

    /** The number of caches that hold the chunk. */
    public final int holders() {
        return holders;
    }

    final void loadNulls(int from, int[] selection, int count, Vector target) {
        if (nulls == null) {
            return;
        }
        boolean[] flags = target.flags(count);
        boolean any = false;
        for (int i = 0; i < count; i++) {
            boolean isNull = Bits.get(nulls, selection == null ? from + i : from + selection[i]);
            flags[i] = isNull;
            any |= isNull;
        }
        target.hasNulls = any;
    }

    /** Whether there is a bit for each row that can be NULL. */
    final boolean hasBitsFor(int rows) {
        return nulls == null || nulls.length >= Bits.words(rows);
    }

    final long nullSize() {
        return nulls == null ? 0 : nulls.length * (long) Long.BYTES;
    }

    /** Clears the bits of rows that are NULL. */
    public final void dropNulls(int from, int count, long[] selected) {
        if (nulls != null) {
            Bits.remove(selected, nulls, from, count);
        }
    }

    /** Only NULL. */
    public static final class Nulls extends Chunk {
        public Nulls() {
            super(null);
        }

        @Override
        public void load(int from, int[] selection, int count, Vector target) {
            Object[] objects = target.makeObjects();
            for (int i = 0; i < count; i++) {
                objects[i] = SqlNull.NULL;
            }
        }

        @Override
        public long size() {
            return 0;
        }

        @Override
        public String encoding() {
            return "null";
        }
    }

    /** Integers. */
    public static final class Longs extends Chunk {
        public final Codes codes;

        public Longs(Codes codes, long[] nulls) {
            super(nulls);
            assert hasBitsFor(codes.count()) : codes.count();
            this.codes = codes;
        }

        @Override
        public void load(int from, int[] selection, int count, Vector target) {
            codes.copy(from, selection, count, target.makeLongs());
            loadNulls(from, selection, count, target);
        }

        @Override
        public long size() {
            return codes.size() + nullSize();
        }

        @Override
        public String encoding() {
            return "int" + 8 * codes.width();
        }
    }

    /** Reals, each of which is exactly an integer divided by a power of ten. */
    public static final class Scaled extends Chunk {
        public final Codes codes;
        public final double scale;

        public Scaled(Codes codes, double scale, long[] nulls) {
            super(nulls);
            assert hasBitsFor(codes.count()) && scale >= 1 : scale;
            this.codes = codes;
            this.scale = scale;
        }

        @Override
        public void load(int from, int[] selection, int count, Vector target) {
            codes.divide(from, selection, count, scale, target.makeDoubles());
            loadNulls(from, selection, count, target);
        }

        @Override
        public long size() {
            return codes.size() + nullSize();
        }

        @Override
        public String encoding() {
            return "int" + 8 * codes.width() + "/" + (long) scale;
        }
    }

    /** Any reals. */
    public static final class Doubles extends Chunk {
        final double[] values;

        public Doubles(double[] values, long[] nulls) {
            super(nulls);
            assert hasBitsFor(values.length) : values.length;
            this.values = values;
        }

        @Override
        public void load(int from, int[] selection, int count, Vector target) {
            double[] doubles = target.makeDoubles();
            if (selection == null) {
                System.arraycopy(values, from, doubles, 0, count);
            } else {
                for (int i = 0; i < count; i++) {
                    doubles[i] = values[from + selection[i]];
                }
            }
            loadNulls(from, selection, count, target);
        }

        /**
         * Clears the bits of rows whose value, which may be one of NULL, is not in a range, both
         * ends included.
         *
         * @param selection rows, counted from {@code from}; null for all
         */
        public void keepRange(
                int from, int[] selection, int count, double low, double high, long[] selected) {
            if (selection == null) {
                Kernels.keepRange(values, from, low, high, count, selected);
                return;
            }
            for (int i = 0; i < count; i++) {
                double value = values[from + selection[i]];
                if (!(value >= low && value <= high)) {
                    Bits.clear(selected, i);
                }
            }
        }

        @Override
        public long size() {
            return values.length * (long) Double.BYTES + nullSize();
        }

        @Override
        public String encoding() {
            return "double";
        }
    }

    /** Texts with few distinct values: the number of each in a dictionary. */
    public static final class Dictionary extends Chunk {
        public final Codes codes;
        public final Text[] entries;

        /** See {@link #order}; null before the first call. Threads may call at the same time. */
        private volatile int[] order;

        public Dictionary(Codes codes, Text[] entries, long[] nulls) {
            super(nulls);
            assert hasBitsFor(codes.count()) : codes.count();
            assert codes.count() == 0 || (codes.least >= 0 && codes.greatest < entries.length)
                    : codes.greatest + " of " + entries.length;
            this.codes = codes;
            this.entries = entries;
        }

        /** The numbers of the entries in the order of their bytes. */
        int[] order() {
            int[] known = order;
            if (known == null) {
                Integer[] indexes = new Integer[entries.length];
                Arrays.setAll(indexes, i -> i);
                Arrays.sort(indexes, (a, b) -> Bytes.compare(entries[a], entries[b]));
                known = Arrays.stream(indexes).mapToInt(Integer::intValue).toArray();
                order = known;
            }
            return known;
        }

        @Override
        public void load(int from, int[] selection, int count, Vector target) {
            Object[] objects = target.makeObjects();
            for (int i = 0; i < count; i++) {
                int row = selection == null ? from + i : from + selection[i];
                boolean isNull = nulls != null && Bits.get(nulls, row);
                objects[i] = isNull ? SqlNull.NULL : entries[(int) codes.get(row)];
            }
        }

        @Override
        public long size() {
            long size = codes.size() + nullSize();
            for (Text entry : entries) {
                size += entry.length + OBJECT_SIZE;
            }
            return size;
        }

        @Override
        public String encoding() {
            return "dictionary" + 8 * codes.width();
        }
    }

    /** Texts, most of which are distinct: their bytes in one array. */
    public static final class Texts extends Chunk {
        final byte[] bytes;
        final int[] starts;
        final int[] lengths;

        public Texts(byte[] bytes, int[] starts, int[] lengths, long[] nulls) {
            super(nulls);
            assert starts.length == lengths.length && hasBitsFor(starts.length) : starts.length;
            this.bytes = bytes;
            this.starts = starts;
            this.lengths = lengths;
        }

        @Override
        public void load(int from, int[] selection, int count, Vector target) {
            Object[] objects = target.makeObjects();
            for (int i = 0; i < count; i++) {
                int row = selection == null ? from + i : from + selection[i];
                boolean isNull = nulls != null && Bits.get(nulls, row);
                objects[i] = isNull ? SqlNull.NULL : text(row);
            }
        }

        /**
         * Up to eight characters of a text as a number, the last one in the lowest byte; negative
         * if a character up to there is not ASCII, or is NUL.
         *
         * @param first the number of characters before them
         */
        public long part(int row, int first, int count) {
            int start = starts[row];
            int end = Math.min(lengths[row], first + count);
            long part = 0;
            for (int i = 0; i < end; i++) {
                byte character = bytes[start + i];
                if (character <= 0) {
                    return -1;
                }
                part = i < first ? 0 : part << Byte.SIZE | character;
            }
            return part;
        }

        /** Applies a function to texts, which are given as in {@link Chunk#load}. */
        public void apply(
                VectorForm.TextToLong function,
                CallContext context,
                int from,
                int[] selection,
                int count,
                Vector target) {
            long[] values = target.makeLongs();
            boolean[] flags = nulls == null ? null : target.makeNulls(count);
            for (int i = 0; i < count; i++) {
                int row = selection == null ? from + i : from + selection[i];
                if (flags != null && Bits.get(nulls, row)) {
                    flags[i] = true;
                } else {
                    values[i] = function.of(context, bytes, starts[row], lengths[row]);
                }
            }
        }

        /** Compares the bytes of a text, which is not NULL, with those of another. */
        public int compare(int row, Text other) {
            int start = starts[row];
            return Arrays.compareUnsigned(
                    bytes,
                    start,
                    start + lengths[row],
                    other.array,
                    other.offset,
                    other.offset + other.length);
        }

        public Text text(int row) {
            return new Text(bytes, starts[row], lengths[row]);
        }

        @Override
        public long size() {
            return bytes.length + 2L * Integer.BYTES * starts.length + nullSize();
        }

        @Override
        public String encoding() {
            return "text";
        }
    }

    /** Texts of one {@link TimeForm}, as numbers. */
    public static final class Times extends Chunk {
        /** Texts are kept if at most this many dates are possible. */
        private static final int TEXTS_MAX = 1 << 16;

        public final TimeForm form;
        public final Codes codes;

        /**
         * By number minus the least one: texts that have been made. Threads may write at the same
         * time.
         */
        private final Text[] dates;

        public Times(TimeForm form, Codes codes, long[] nulls) {
            super(nulls);
            assert hasBitsFor(codes.count()) : codes.count();
            this.form = form;
            this.codes = codes;
            boolean kept = form == TimeForm.DATE && range() <= TEXTS_MAX;
            dates = kept ? new Text[(int) range()] : null;
        }

        /** The size of the range from the least to the greatest number. */
        public long range() {
            return Math.max(0, codes.greatest - codes.least + 1);
        }

        /** The text of a number between the least and the greatest. */
        public Text text(long number) {
            if (dates == null) {
                return form.text(number);
            }
            int index = (int) (number - codes.least);
            Text known = dates[index];
            if (known == null) {
                known = form.text(number);
                dates[index] = known;
            }
            return known;
        }

        @Override
        public void load(int from, int[] selection, int count, Vector target) {
            Object[] objects = target.makeObjects();
            if (form == TimeForm.DATE_TIME) {
                loadTimes(from, selection, count, objects);
                return;
            }
            for (int i = 0; i < count; i++) {
                int row = selection == null ? from + i : from + selection[i];
                boolean isNull = nulls != null && Bits.get(nulls, row);
                objects[i] = isNull ? SqlNull.NULL : text(codes.get(row));
            }
        }

        private void loadTimes(int from, int[] selection, int count, Object[] objects) {
            byte[] bytes = new byte[count * TimeText.LENGTH];
            long before = Long.MAX_VALUE;
            int other = 0;
            for (int i = 0; i < count; i++) {
                int row = selection == null ? from + i : from + selection[i];
                if (nulls != null && Bits.get(nulls, row)) {
                    objects[i] = SqlNull.NULL;
                    continue;
                }
                long second = codes.get(row);
                int at = i * TimeText.LENGTH;
                TimeText.writeNext(second, before, other, bytes, at);
                objects[i] = new Text(bytes, at, TimeText.LENGTH);
                before = second;
                other = at;
            }
        }

        @Override
        public long size() {
            long texts = dates == null ? 0 : dates.length * (form.length + (long) OBJECT_SIZE);
            return codes.size() + nullSize() + texts;
        }

        @Override
        public String encoding() {
            return (form == TimeForm.DATE ? "date" : "time") + 8 * codes.width();
        }
    }

    /** Values of several storage classes, or BLOBs. */
    public static final class Mixed extends Chunk {
        final Object[] values;
        private final long size;

        /** @param bytes of the texts and blobs among the values */
        public Mixed(Object[] values, long bytes) {
            super(null);
            this.values = values;
            this.size = bytes + VALUE_SIZE * (long) values.length;
        }

        @Override
        public void load(int from, int[] selection, int count, Vector target) {
            Object[] objects = target.makeObjects();
            for (int i = 0; i < count; i++) {
                objects[i] = values[selection == null ? from + i : from + selection[i]];
            }
        }

        @Override
        public long size() {
            return size;
        }

        @Override
        public String encoding() {
            return "mixed";
        }
    }

    /** Values of any kind that are made when they are read: those of groups. */
    public static final class Computed extends Chunk {
        private final Maker maker;

        /** Makes the values of rows: see {@link Chunk#load}. */
        public interface Maker {
            void load(int from, int[] selection, int count, Vector target);
        }

        public Computed(Maker maker) {
            super(null);
            this.maker = maker;
        }

        @Override
        public void load(int from, int[] selection, int count, Vector target) {
            maker.load(from, selection, count, target);
        }

        @Override
        public long size() {
            return 0;
        }

        @Override
        public String encoding() {
            return "computed";
        }
    }
}
