package org.sqlvm.engine.vector.column;

import org.sqlvm.engine.data.Text;

import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;

/** Makes one chunk of several that follow each other, if they are encoded alike. */
public final class ChunkJoin {
    /** A joined dictionary has at most this many entries. */
    private static final int ENTRIES_MAX = 1 << 15;

    /** Greater integers are not all exact as reals. */
    private static final long EXACT_MAX = 1L << 53;

    private final Chunk[] parts;
    private final int[] rows;
    private final int count;

    /** The bits of rows that are NULL; null if none is. */
    private final long[] nulls;

    private ChunkJoin(Chunk[] parts, int[] rows) {
        this.parts = parts;
        this.rows = rows;
        count = Arrays.stream(rows).sum();
        nulls = nulls();
    }

    /**
     * Joins chunks.
     *
     * @param rows the number of rows of each
     * @return null if the chunks cannot be joined as they are
     */
    public static Chunk of(Chunk[] parts, int[] rows) {
        Chunk first = null;
        for (Chunk part : parts) {
            first = first == null || first instanceof Chunk.Nulls ? part : first;
            if (!(part instanceof Chunk.Nulls) && part.getClass() != first.getClass()) {
                return null;
            }
        }
        return first == null ? null : new ChunkJoin(parts, rows).joined(first);
    }

    private Chunk joined(Chunk first) {
        return switch (first) {
            case Chunk.Nulls _ -> new Chunk.Nulls();
            case Chunk.Longs _ -> new Chunk.Longs(codes(1), nulls);
            case Chunk.Times times -> times(times.form);
            case Chunk.Scaled _ -> scaled();
            case Chunk.Dictionary _ -> dictionary();
            case Chunk.Doubles _ -> doubles();
            case Chunk.Texts _, Chunk.Mixed _, Chunk.Computed _ -> null;
        };
    }

    private long[] nulls() {
        long[] bits = new long[Bits.words(count)];
        boolean any = false;
        int from = 0;
        for (int i = 0; i < parts.length; i++) {
            boolean all = parts[i] instanceof Chunk.Nulls;
            for (int row = 0; (all || parts[i].nulls != null) && row < rows[i]; row++) {
                if (all || Bits.get(parts[i].nulls, row)) {
                    bits[(from + row) >> 6] |= 1L << (from + row);
                    any = true;
                }
            }
            from += rows[i];
        }
        return any ? bits : null;
    }

    private static Codes codes(Chunk part) {
        return switch (part) {
            case Chunk.Longs longs -> longs.codes;
            case Chunk.Times times -> times.codes;
            case Chunk.Scaled scaled -> scaled.codes;
            case Chunk.Dictionary dictionary -> dictionary.codes;
            default -> null;
        };
    }

    /** Joins codes; those of reals get one scale. */
    private Codes codes(double scale) {
        long[] values = new long[count];
        int from = 0;
        for (int i = 0; i < parts.length; i++) {
            Codes own = codes(parts[i]);
            if (own != null) {
                long[] copied = new long[rows[i]];
                own.copy(0, null, rows[i], copied);
                long factor =
                        parts[i] instanceof Chunk.Scaled scaled ? (long) (scale / scaled.scale) : 1;
                for (int row = 0; row < rows[i]; row++) {
                    values[from + row] = copied[row] * factor;
                }
            }
            from += rows[i];
        }
        return Codes.of(values, count, nulls);
    }

    private Chunk times(TimeForm form) {
        for (Chunk part : parts) {
            if (part instanceof Chunk.Times times && times.form != form) {
                return null;
            }
        }
        return new Chunk.Times(form, codes(1), nulls);
    }

    /** The quotient of both numbers times ten is the same real. */
    private Chunk scaled() {
        double scale = 1;
        for (Chunk part : parts) {
            scale = part instanceof Chunk.Scaled scaled ? Math.max(scale, scaled.scale) : scale;
        }
        for (Chunk part : parts) {
            if (part instanceof Chunk.Scaled scaled) {
                double factor = scale / scaled.scale;
                double most = Math.max(Math.abs((double) scaled.codes.least), Math.abs((double)
                        scaled.codes.greatest));
                if (factor != (long) factor || most * factor >= EXACT_MAX) {
                    return null;
                }
            }
        }
        return new Chunk.Scaled(codes(scale), scale, nulls);
    }

    private Chunk dictionary() {
        Map<Text, Integer> entries = new LinkedHashMap<>();
        long[] values = new long[count];
        int from = 0;
        for (int i = 0; i < parts.length; i++) {
            if (parts[i] instanceof Chunk.Dictionary dictionary) {
                int[] numbers = new int[dictionary.entries.length];
                for (int entry = 0; entry < numbers.length; entry++) {
                    numbers[entry] =
                            entries.computeIfAbsent(dictionary.entries[entry], _ -> entries.size());
                }
                if (entries.size() > ENTRIES_MAX) {
                    return null;
                }
                for (int row = 0; row < rows[i]; row++) {
                    boolean isNull = dictionary.nulls != null && Bits.get(dictionary.nulls, row);
                    values[from + row] = isNull ? 0 : numbers[(int) dictionary.codes.get(row)];
                }
            }
            from += rows[i];
        }
        return new Chunk.Dictionary(
                Codes.of(values, count, nulls), entries.keySet().toArray(Text[]::new), nulls);
    }

    private Chunk doubles() {
        double[] values = new double[count];
        int from = 0;
        for (int i = 0; i < parts.length; i++) {
            if (parts[i] instanceof Chunk.Doubles doubles) {
                System.arraycopy(doubles.values, 0, values, from, rows[i]);
            }
            from += rows[i];
        }
        return new Chunk.Doubles(values, nulls);
    }
}
