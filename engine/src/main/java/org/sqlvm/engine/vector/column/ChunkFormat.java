package org.sqlvm.engine.vector.column;

import org.sqlvm.engine.data.Blob;
import org.sqlvm.engine.data.Bytes;
import org.sqlvm.engine.data.SqlNull;
import org.sqlvm.engine.data.Text;
import org.sqlvm.engine.data.ValueKind;

/**
 * Chunks as bytes, in the encoding that they have in memory: a byte for the kind of chunk, the rows
 * that are NULL, then what the kind consists of.
 */
public final class ChunkFormat {
    private static final int NULLS = 0;
    private static final int LONGS = 1;
    private static final int SCALED = 2;
    private static final int DOUBLES = 3;
    private static final int DICTIONARY = 4;
    private static final int TEXTS = 5;
    private static final int TIMES = 6;
    private static final int MIXED = 7;

    private ChunkFormat() {}

    /** The bytes of a chunk. */
    public static byte[] toBytes(Chunk chunk) {
        ChunkBytes target = ChunkBytes.forWriting();
        target.putByte(kind(chunk));
        writeNulls(chunk, target);
        switch (chunk) {
            case Chunk.Nulls _ -> {}
            case Chunk.Longs longs -> longs.codes.write(target);
            case Chunk.Scaled scaled -> {
                target.putLong(Double.doubleToRawLongBits(scaled.scale));
                scaled.codes.write(target);
            }
            case Chunk.Doubles doubles -> {
                target.putInt(doubles.values.length);
                target.putDoubles(doubles.values);
            }
            case Chunk.Dictionary dictionary -> {
                writeTexts(dictionary.entries, target);
                dictionary.codes.write(target);
            }
            case Chunk.Texts texts -> {
                target.putInt(texts.starts.length);
                target.putInts(texts.starts);
                target.putInts(texts.lengths);
                target.putSized(texts.bytes);
            }
            case Chunk.Times times -> {
                target.putByte(times.form.ordinal());
                times.codes.write(target);
            }
            case Chunk.Mixed mixed -> writeValues(mixed.values, target);
            case Chunk.Computed _ -> throw new IllegalArgumentException(chunk.encoding());
        }
        return target.toArray();
    }

    private static int kind(Chunk chunk) {
        return switch (chunk) {
            case Chunk.Nulls _ -> NULLS;
            case Chunk.Longs _ -> LONGS;
            case Chunk.Scaled _ -> SCALED;
            case Chunk.Doubles _ -> DOUBLES;
            case Chunk.Dictionary _ -> DICTIONARY;
            case Chunk.Texts _ -> TEXTS;
            case Chunk.Times _ -> TIMES;
            case Chunk.Mixed _ -> MIXED;
            case Chunk.Computed _ -> throw new IllegalArgumentException(chunk.encoding());
        };
    }

    private static void writeNulls(Chunk chunk, ChunkBytes target) {
        int words = chunk.nulls == null ? 0 : chunk.nulls.length;
        target.putInt(words);
        if (words > 0) {
            target.putLongs(chunk.nulls);
        }
    }

    private static void writeTexts(Text[] texts, ChunkBytes target) {
        int[] lengths = new int[texts.length];
        int size = 0;
        for (int i = 0; i < texts.length; i++) {
            lengths[i] = texts[i].length;
            size += texts[i].length;
        }
        target.putInt(texts.length);
        target.putInts(lengths);
        target.putInt(size);
        for (Text text : texts) {
            target.putBytes(text.array, text.offset, text.length);
        }
    }

    private static void writeValues(Object[] values, ChunkBytes target) {
        target.putInt(values.length);
        for (Object value : values) {
            switch (value) {
                case Long integer -> {
                    target.putByte(ValueKind.LONG);
                    target.putLong(integer);
                }
                case Double real -> {
                    target.putByte(ValueKind.DOUBLE);
                    target.putLong(Double.doubleToRawLongBits(real));
                }
                case Bytes bytes -> {
                    target.putByte(bytes instanceof Text ? ValueKind.TEXT : ValueKind.BLOB);
                    target.putInt(bytes.length);
                    target.putBytes(bytes.array, bytes.offset, bytes.length);
                }
                default -> {
                    assert value == SqlNull.NULL : value;
                    target.putByte(ValueKind.NULL);
                }
            }
        }
    }

    /**
     * Reads a chunk that {@link #toBytes} has written.
     *
     * @param rows the rows that it must have
     * @throws ChunkBytes.Damaged if the bytes are not those of such a chunk
     */
    public static Chunk read(byte[] bytes, int rows) {
        ChunkBytes source = ChunkBytes.forReading(bytes);
        int kind = source.getByte();
        int words = source.getCount(Long.BYTES);
        long[] nulls = words == 0 ? null : source.getLongs(words);
        check(nulls == null || words == Bits.words(rows), "bits of NULLs");
        Chunk chunk = switch (kind) {
            case NULLS -> new Chunk.Nulls();
            case LONGS -> new Chunk.Longs(codes(source, rows), nulls);
            case SCALED -> {
                double scale = Double.longBitsToDouble(source.getLong());
                check(scale >= 1, "scale");
                yield new Chunk.Scaled(codes(source, rows), scale, nulls);
            }
            case DOUBLES -> {
                check(source.getCount(Double.BYTES) == rows, "reals");
                yield new Chunk.Doubles(source.getDoubles(rows), nulls);
            }
            case DICTIONARY -> {
                Text[] entries = texts(source);
                Codes codes = codes(source, rows);
                check(codes.least >= 0 && codes.greatest < entries.length, "entries");
                yield new Chunk.Dictionary(codes, entries, nulls);
            }
            case TEXTS -> arena(source, rows, nulls);
            case TIMES -> {
                int form = source.getByte();
                check(form >= 0 && form < TimeForm.values().length, "form of times");
                yield new Chunk.Times(TimeForm.values()[form], codes(source, rows), nulls);
            }
            case MIXED -> mixed(source, rows);
            default -> throw new ChunkBytes.Damaged("chunk of kind " + kind);
        };
        source.checkEnd();
        return chunk;
    }

    private static void check(boolean sound, String what) {
        if (!sound) {
            throw new ChunkBytes.Damaged(what);
        }
    }

    private static Codes codes(ChunkBytes source, int rows) {
        Codes codes = Codes.read(source);
        check(codes.count() == rows, "codes");
        return codes;
    }

    private static Text[] texts(ChunkBytes source) {
        int count = source.getCount(Integer.BYTES);
        int[] lengths = source.getInts(count);
        byte[] bytes = source.getSized();
        Text[] texts = new Text[count];
        int at = 0;
        for (int i = 0; i < count; i++) {
            check(lengths[i] >= 0 && lengths[i] <= bytes.length - at, "length of an entry");
            texts[i] = new Text(bytes, at, lengths[i]);
            at += lengths[i];
        }
        return texts;
    }

    private static Chunk arena(ChunkBytes source, int rows, long[] nulls) {
        check(source.getCount(2 * Integer.BYTES) == rows, "texts");
        int[] starts = source.getInts(rows);
        int[] lengths = source.getInts(rows);
        byte[] bytes = source.getSized();
        int wrong = 0;
        for (int i = 0; i < rows; i++) {
            wrong |= starts[i] | lengths[i] | (bytes.length - starts[i] - lengths[i]);
        }
        check(wrong >= 0, "place of a text");
        return new Chunk.Texts(bytes, starts, lengths, nulls);
    }

    private static Chunk mixed(ChunkBytes source, int rows) {
        check(source.getCount(Byte.BYTES) == rows, "values");
        Object[] values = new Object[rows];
        long size = 0;
        for (int i = 0; i < rows; i++) {
            int kind = source.getByte();
            values[i] = switch (kind) {
                case ValueKind.NULL -> SqlNull.NULL;
                case ValueKind.LONG -> source.getLong();
                case ValueKind.DOUBLE -> Double.longBitsToDouble(source.getLong());
                case ValueKind.TEXT -> Text.of(source.getSized());
                case ValueKind.BLOB -> Blob.of(source.getSized());
                default -> throw new ChunkBytes.Damaged("value of kind " + kind);
            };
            size += values[i] instanceof Bytes bytes ? bytes.length : 0;
        }
        return new Chunk.Mixed(values, size);
    }

    // ------------------------------------------------------------------ columns

    /** Writes which column of records a chunk is of. */
    public static void writeColumn(StoredColumn column, ChunkBytes target) {
        target.putSized(Text.of(column.name()).toArray());
        target.putInt(column.place());
        target.putByte(column.real() ? 1 : 0);
        writeValues(new Object[] {column.absent()}, target);
    }

    /** Reads what {@link #writeColumn} has written. */
    public static StoredColumn readColumn(ChunkBytes source) {
        String name = Text.of(source.getSized()).toString();
        int place = source.getInt();
        boolean real = source.getByte() != 0;
        Chunk.Mixed absent = (Chunk.Mixed) mixed(source, 1);
        return new StoredColumn(name, place, real, absent.values[0]);
    }
}
