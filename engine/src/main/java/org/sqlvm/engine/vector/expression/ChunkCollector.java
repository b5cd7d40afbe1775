package org.sqlvm.engine.vector.expression;

import org.sqlvm.engine.data.SqlNull;
import org.sqlvm.engine.data.Text;
import org.sqlvm.engine.vector.column.Bits;
import org.sqlvm.engine.vector.column.Chunk;
import org.sqlvm.engine.vector.column.Codes;
import org.sqlvm.engine.vector.column.TimeForm;
import org.sqlvm.engine.vector.column.Vector;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;

/**
 * Collects rows of a column from several partitions into a single chunk. Values stay encoded where
 * the encodings agree: dictionaries are merged, and codes translated.
 */
public final class ChunkCollector {
    /** The bytes of a row: here, and in the chunk when that is made. */
    public static final int ROW_SIZE = 2 * Long.BYTES;

    private enum Form {
        /** Only NULL so far. */
        NOTHING,
        LONGS,
        SCALED,
        TIMES,
        DICTIONARY,
        DOUBLES,
        OBJECTS
    }

    private final int register;
    private Form form = Form.NOTHING;
    private int count;

    /** Integers or codes; unused for {@link Form#OBJECTS}. */
    private long[] longs = {};

    private double[] doubles = {};
    private Object[] objects = {};

    /** The rows that are NULL; null if none is. Unused for {@link Form#OBJECTS}. */
    private long[] nulls;

    /** The scale of {@link Form#SCALED}. */
    private double scale;

    /** The form of {@link Form#TIMES}. */
    private TimeForm timeForm;

    private final List<Text> entries = new ArrayList<>();
    private final Map<Text, Integer> numbers = new HashMap<>();

    /** The dictionary that was translated last, and the numbers of its entries here. */
    private Chunk.Dictionary known;

    private int[] translated;

    private final long[] codes;

    /** The least number of rows that are expected. */
    private int expected;

    public ChunkCollector(int register, int vectorRows) {
        this.register = register;
        this.codes = new long[vectorRows];
    }

    /** The register whose values are collected. */
    public int register() {
        return register;
    }

    /** Adds the selected rows. */
    public void add(VectorRegisters registers) {
        Chunk chunk = registers.chunk(register);
        if (chunk == null) {
            addComputed(registers.get(register), registers.count());
            return;
        }
        int source = registers.source(register);
        add(
                chunk,
                registers.from(source),
                registers.selection(source),
                registers.count(),
                () -> registers.get(register));
    }

    /** Adds all rows of a chunk. */
    public void addAll(Chunk chunk, int rows) {
        Vector vector = new Vector(codes.length);
        for (int first = 0; first < rows; first += codes.length) {
            int from = first;
            int some = Math.min(rows - from, codes.length);
            add(chunk, from, null, some, () -> {
                chunk.load(from, null, some, vector);
                return vector;
            });
        }
    }

    /** Expects at least this many rows. */
    public void expect(int rows) {
        expected = rows;
    }

    /**
     * Adds rows of a chunk.
     *
     * @param values loads the values of the same rows
     */
    private void add(Chunk chunk, int from, int[] selection, int rows, Supplier<Vector> values) {
        switch (chunk) {
            case Chunk.Nulls _ -> addNulls(rows);
            case Chunk.Longs longColumn
            when becomes(Form.LONGS) -> addCodes(longColumn.codes, from, selection, rows);
            case Chunk.Scaled scaled
            when takesScale(scaled.scale) -> addCodes(scaled.codes, from, selection, rows);
            case Chunk.Times times
            when takesTimes(times.form) -> addCodes(times.codes, from, selection, rows);
            case Chunk.Dictionary dictionary
            when becomes(Form.DICTIONARY) -> {
                int[] own = translated(dictionary);
                int first = count;
                addCodes(dictionary.codes, from, selection, rows);
                assert count == first + rows : count;
                for (int i = first; i < count; i++) {
                    longs[i] = own[(int) longs[i]];
                }
            }
            case Chunk.Doubles _, Chunk.Scaled _
            when becomesDoubles() -> addDoubles(values.get(), rows);
            default -> {
                become(Form.OBJECTS);
                addObjects(values.get(), rows);
            }
        }
        if (chunk.nulls != null && form != Form.OBJECTS) {
            setNulls(chunk.nulls, from, selection, count - rows, rows);
        }
    }

    /** Adds computed values. */
    private void addComputed(Vector vector, int rows) {
        int nullCount = 0;
        for (int i = 0; i < rows; i++) {
            nullCount += vector.isNull(i) ? 1 : 0;
        }
        if (nullCount == rows) {
            addNulls(rows);
            return;
        }
        if (vector.kind == Vector.LONGS && becomes(Form.LONGS)) {
            longs = grown(longs, rows);
            System.arraycopy(vector.longs, 0, longs, count, rows);
            count += rows;
        } else if (vector.kind == Vector.DOUBLES && becomesDoubles()) {
            addDoubles(vector, rows);
        } else {
            become(Form.OBJECTS);
            addObjects(vector, rows);
            return;
        }
        for (int i = 0; i < rows && nullCount > 0; i++) {
            if (vector.isNull(i)) {
                makeNulls(count);
                Bits.set(nulls, count - rows + i);
            }
        }
    }

    /** Adds a row of NULL. */
    public void addNull() {
        addNulls(1);
    }

    /** Whether the rows have the form; rows that are all NULL take it on. */
    private boolean becomes(Form wanted) {
        if (form == Form.NOTHING) {
            become(wanted);
        }
        return form == wanted;
    }

    private boolean takesScale(double wanted) {
        if (form == Form.NOTHING) {
            become(Form.SCALED);
            scale = wanted;
        }
        return form == Form.SCALED && scale == wanted;
    }

    private boolean takesTimes(TimeForm wanted) {
        if (form == Form.NOTHING) {
            become(Form.TIMES);
            timeForm = wanted;
        }
        return form == Form.TIMES && timeForm == wanted;
    }

    private boolean becomesDoubles() {
        if (form == Form.NOTHING || form == Form.SCALED) {
            become(Form.DOUBLES);
        }
        return form == Form.DOUBLES;
    }

    private void become(Form wanted) {
        if (form == wanted) {
            return;
        }
        if (wanted == Form.DOUBLES) {
            doubles = new double[longs.length];
            for (int i = 0; i < count && form == Form.SCALED; i++) {
                doubles[i] = longs[i] / scale;
            }
            longs = new long[0];
        } else if (wanted == Form.OBJECTS) {
            Object[] values = new Object[Math.max(longs.length, doubles.length)];
            for (int i = 0; i < count; i++) {
                values[i] = value(i);
            }
            objects = values;
            longs = new long[0];
            doubles = new double[0];
            nulls = null;
        }
        form = wanted;
    }

    private Object value(int row) {
        if (nulls != null && Bits.words(row + 1) <= nulls.length && Bits.get(nulls, row)) {
            return SqlNull.NULL;
        }
        return switch (form) {
            case LONGS -> longs[row];
            case SCALED -> longs[row] / scale;
            case TIMES -> timeForm.text(longs[row]);
            case DICTIONARY -> entries.get((int) longs[row]);
            case DOUBLES -> doubles[row];
            case OBJECTS -> objects[row];
            case NOTHING -> SqlNull.NULL;
        };
    }

    private int[] translated(Chunk.Dictionary dictionary) {
        if (known != dictionary) {
            known = dictionary;
            translated = new int[dictionary.entries.length];
            for (int i = 0; i < translated.length; i++) {
                Text entry = dictionary.entries[i];
                Integer number = numbers.putIfAbsent(entry, entries.size());
                if (number == null) {
                    number = entries.size();
                    entries.add(entry);
                }
                translated[i] = number;
            }
        }
        return translated;
    }

    // ------------------------------------------------------------------ rows

    private void addCodes(Codes column, int from, int[] selection, int rows) {
        longs = grown(longs, rows);
        column.copy(from, selection, rows, codes);
        System.arraycopy(codes, 0, longs, count, rows);
        count += rows;
    }

    private void addDoubles(Vector vector, int rows) {
        if (count + rows > doubles.length) {
            doubles = Arrays.copyOf(doubles, capacity(doubles.length, rows));
        }
        System.arraycopy(vector.doubles, 0, doubles, count, rows);
        count += rows;
    }

    private void addObjects(Vector vector, int rows) {
        if (count + rows > objects.length) {
            objects = Arrays.copyOf(objects, capacity(objects.length, rows));
        }
        for (int i = 0; i < rows; i++) {
            objects[count + i] = vector.get(i);
        }
        count += rows;
    }

    private void addNulls(int rows) {
        switch (form) {
            case OBJECTS -> {
                if (count + rows > objects.length) {
                    objects = Arrays.copyOf(objects, capacity(objects.length, rows));
                }
                Arrays.fill(objects, count, count + rows, SqlNull.NULL);
            }
            case DOUBLES -> {
                if (count + rows > doubles.length) {
                    doubles = Arrays.copyOf(doubles, capacity(doubles.length, rows));
                }
            }
            default -> {
                longs = grown(longs, rows);
                Arrays.fill(longs, count, count + rows, 0);
            }
        }
        if (form != Form.OBJECTS) {
            makeNulls(count + rows);
            for (int i = count; i < count + rows; i++) {
                Bits.set(nulls, i);
            }
        }
        count += rows;
    }

    private void setNulls(long[] flags, int from, int[] selection, int first, int rows) {
        for (int i = 0; i < rows; i++) {
            if (Bits.get(flags, selection == null ? from + i : from + selection[i])) {
                makeNulls(count);
                Bits.set(nulls, first + i);
            }
        }
    }

    private void makeNulls(int rows) {
        int words = Bits.words(rows);
        if (nulls == null) {
            nulls = new long[words];
        } else if (nulls.length < words) {
            nulls = Arrays.copyOf(nulls, Math.max(words, 2 * nulls.length));
        }
    }

    private long[] grown(long[] array, int rows) {
        return count + rows <= array.length
                ? array
                : Arrays.copyOf(array, capacity(array.length, rows));
    }

    private int capacity(int now, int rows) {
        return Math.max(Math.max(count + rows, expected), 2 * now);
    }

    // ------------------------------------------------------------------ the chunk

    /** Makes the chunk of all rows so far. The next row is the first of another chunk. */
    public Chunk finish() {
        Chunk chunk = chunk();
        form = Form.NOTHING;
        count = 0;
        longs = new long[0];
        doubles = new double[0];
        objects = new Object[0];
        nulls = null;
        entries.clear();
        numbers.clear();
        known = null;
        translated = null;
        expected = 0;
        return chunk;
    }

    private Chunk chunk() {
        assert form != Form.OBJECTS || nulls == null : form;
        if (nulls != null) {
            makeNulls(count);
            if (Bits.count(nulls, Bits.words(count)) == count) {
                return new Chunk.Nulls();
            }
        }
        return switch (form) {
            case NOTHING -> new Chunk.Nulls();
            case LONGS -> new Chunk.Longs(Codes.of(longs, count, nulls), nulls);
            case SCALED -> new Chunk.Scaled(Codes.of(longs, count, nulls), scale, nulls);
            case TIMES -> new Chunk.Times(timeForm, Codes.of(longs, count, nulls), nulls);
            case DICTIONARY ->
                new Chunk.Dictionary(
                        Codes.of(longs, count, nulls), entries.toArray(Text[]::new), nulls);
            case DOUBLES -> new Chunk.Doubles(Arrays.copyOf(doubles, count), nulls);
            case OBJECTS -> new Chunk.Mixed(Arrays.copyOf(objects, count), 0);
        };
    }
}
