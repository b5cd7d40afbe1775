package org.sqlvm.parquet;

import org.sqlvm.api.files.ColumnType;
import org.sqlvm.api.files.FileColumn;
import org.sqlvm.engine.virtual.files.ColumnValues;
import org.sqlvm.engine.virtual.files.ColumnValues.Kind;
import org.sqlvm.engine.virtual.files.TimeTexts;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * Converts stored values to values of SQL: dates and times become texts, decimal numbers reals, or
 * integers if they have no fraction.
 */
final class Conversion {
    private static final int JULIAN_1970 = 2_440_588;
    private static final long NANOS_PER_SECOND = 1_000_000_000;
    private static final String HEX = "0123456789abcdef";

    /** Powers of ten up to this are exact as reals. */
    private static final int EXACT_POWER = 22;

    /** Decimal numbers have less than 100 digits. */
    private static final int DECIMAL_SIZE_MAX = 64;

    private static final long EXACT_MAX = 1L << 53;

    private enum Way {
        NONE,
        UNSIGNED_INT,
        UNSIGNED_LONG,
        DATE,
        TIME,
        TIMESTAMP,
        NANOS96,
        DECIMAL_LONG,
        DECIMAL_BYTES,
        UUID,
        HALF
    }

    private final Node column;
    private final Way way;
    private final Kind kind;
    /** The power of ten of a decimal number's scale. */
    private final double power;

    private final TimeTexts times = new TimeTexts();

    private Conversion(Node column, Way way, Kind kind) {
        this.column = column;
        this.way = way;
        this.kind = kind;
        this.power = Math.pow(10, column.scale);
    }

    /** How values are held when they are converted. */
    Kind kind() {
        return kind;
    }

    static Conversion of(Node column) {
        Physical physical = column.physical;
        boolean ints = physical == Physical.INT32 || physical == Physical.INT64;
        return switch (column.meaning) {
            case TEXT -> new Conversion(column, Way.NONE, Kind.TEXTS);
            case BYTES -> new Conversion(column, Way.NONE, Kind.BLOBS);
            case UNSIGNED ->
                new Conversion(
                        column,
                        physical == Physical.INT32 ? Way.UNSIGNED_INT : Way.UNSIGNED_LONG,
                        Kind.LONGS);
            case DATE -> new Conversion(column, Way.DATE, Kind.TEXTS);
            case TIME -> new Conversion(column, Way.TIME, Kind.TEXTS);
            case TIMESTAMP -> new Conversion(column, Way.TIMESTAMP, Kind.TEXTS);
            case UUID -> new Conversion(column, Way.UUID, Kind.TEXTS);
            case FLOAT16 -> new Conversion(column, Way.HALF, Kind.DOUBLES);
            case DECIMAL -> {
                boolean whole = column.scale == 0;
                if (ints) {
                    yield whole
                            ? new Conversion(column, Way.NONE, Kind.LONGS)
                            : new Conversion(column, Way.DECIMAL_LONG, Kind.DOUBLES);
                }
                yield new Conversion(column, Way.DECIMAL_BYTES, whole ? Kind.VALUES : Kind.DOUBLES);
            }
            case PLAIN, LIST, MAP ->
                physical == Physical.INT96
                        ? new Conversion(column, Way.NANOS96, Kind.TEXTS)
                        : new Conversion(column, Way.NONE, Decoder.kind(physical));
        };
    }

    /** Returns the column of a table that has such values. */
    static FileColumn described(String name, Node node) {
        if (!node.isFlat()) {
            return FileColumn.of(name, ColumnType.TEXT);
        }
        Conversion conversion = of(node);
        return switch (conversion.kind) {
            case LONGS ->
                FileColumn.of(
                        name,
                        conversion.way == Way.UNSIGNED_LONG
                                ? ColumnType.NUMERIC
                                : ColumnType.INTEGER);
            case DOUBLES -> FileColumn.of(name, ColumnType.REAL);
            case TEXTS -> FileColumn.of(name, ColumnType.TEXT);
            case BLOBS -> new FileColumn(name, ColumnType.ANY, "BLOB");
            case VALUES -> FileColumn.of(name, ColumnType.NUMERIC);
        };
    }

    /** Converts values where they are. {@link #finish} comes when all of a batch have been. */
    void convert(ColumnValues values, int from, int count) {
        values.kind = kind;
        if (way == Way.NONE || way == Way.UNSIGNED_LONG) {
            return;
        }
        for (int i = from; i < from + count; i++) {
            switch (way) {
                case NONE, UNSIGNED_LONG -> {}
                case UNSIGNED_INT -> values.longs[i] &= 0xFFFF_FFFFL;
                case DATE -> text(values, i, times.date(values.longs[i]));
                case TIME -> {
                    byte[] text = times.time(values.longs[i], column.unitsPerSecond);
                    if (text == null) {
                        throw ParquetException.damaged("a time of " + values.longs[i]);
                    }
                    text(values, i, text);
                }
                case TIMESTAMP ->
                    text(values, i, times.timestamp(values.longs[i], column.unitsPerSecond));
                case NANOS96 -> {
                    byte[] bytes = values.arrays[i];
                    int at = values.offsets[i];
                    long nanos = Bytes.longAt(bytes, at);
                    if (nanos < 0 || nanos >= TimeTexts.SECONDS_PER_DAY * NANOS_PER_SECOND) {
                        throw ParquetException.damaged("a time of " + nanos);
                    }
                    long day = (long) Bytes.intAt(bytes, at + Long.BYTES) - JULIAN_1970;
                    text(values, i, times.timestamp(day, nanos, NANOS_PER_SECOND));
                }
                case DECIMAL_LONG -> values.doubles[i] = real(values.longs[i]);
                case DECIMAL_BYTES -> decimal(values, i);
                case UUID -> text(values, i, uuid(values.arrays[i], values.offsets[i]));
                case HALF -> {
                    byte[] bytes = values.arrays[i];
                    int at = values.offsets[i];
                    values.doubles[i] =
                            Float.float16ToFloat((short) ((bytes[at] & 0xFF) | bytes[at + 1] << 8));
                }
            }
        }
    }

    /** Turns unsigned integers into objects if there are any that a long does not hold. */
    void finish(ColumnValues values, int count) {
        if (way != Way.UNSIGNED_LONG) {
            return;
        }
        long[] longs = values.longs;
        long all = 0;
        for (int i = 0; i < count; i++) {
            all |= longs[i];
        }
        if (all < 0) {
            values.become(Kind.VALUES);
            for (int i = 0; i < count; i++) {
                values.values[i] = unsigned(longs[i]);
            }
        }
    }

    private static void text(ColumnValues values, int row, byte[] text) {
        values.setBytes(row, text, 0, text.length);
    }

    private static Object unsigned(long value) {
        return value >= 0
                ? (Object) value
                : (Object) new BigInteger(Long.toUnsignedString(value)).doubleValue();
    }

    private double real(long unscaled) {
        return column.scale <= EXACT_POWER && Math.abs(unscaled) < EXACT_MAX
                ? unscaled / power
                : BigDecimal.valueOf(unscaled, column.scale).doubleValue();
    }

    private void decimal(ColumnValues values, int row) {
        int at = values.offsets[row];
        if (values.lengths[row] > DECIMAL_SIZE_MAX) {
            throw ParquetException.damaged("a number of " + values.lengths[row] + " bytes");
        }
        byte[] bytes = Arrays.copyOfRange(values.arrays[row], at, at + values.lengths[row]);
        BigInteger unscaled = bytes.length == 0 ? BigInteger.ZERO : new BigInteger(bytes);
        if (kind == Kind.VALUES) {
            values.values[row] = unscaled.bitLength() < Long.SIZE
                    ? (Object) unscaled.longValue()
                    : (Object) unscaled.doubleValue();
        } else {
            values.doubles[row] = unscaled.bitLength() < Long.SIZE
                    ? real(unscaled.longValue())
                    : new BigDecimal(unscaled, column.scale).doubleValue();
        }
    }

    private static byte[] uuid(byte[] bytes, int at) {
        StringBuilder text = new StringBuilder();
        for (int i = 0; i < 16; i++) {
            if (i == 4 || i == 6 || i == 8 || i == 10) {
                text.append('-');
            }
            text.append(HEX.charAt(bytes[at + i] >>> 4 & 15))
                    .append(HEX.charAt(bytes[at + i] & 15));
        }
        return text.toString().getBytes(StandardCharsets.US_ASCII);
    }
}
