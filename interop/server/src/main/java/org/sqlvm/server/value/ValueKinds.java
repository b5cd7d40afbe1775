package org.sqlvm.server.value;

import org.sqlvm.api.RowBatch;
import org.sqlvm.api.Rows;

import java.util.EnumSet;
import java.util.Set;

/** The kinds of the values of a column that were read, and the type that holds all of them. */
public final class ValueKinds {
    private final Set<Rows.Type> kinds = EnumSet.noneOf(Rows.Type.class);
    /** The type of the column's declaration; null if it does not determine one. */
    private final PgType declared;

    /** Whether all integers are the same number as a real. */
    private boolean areExact = true;
    /** Whether all integers are 0 or 1. */
    private boolean areBits = true;
    /** Whether all texts are in the form of the declared type. */
    private boolean areInForm = true;

    private boolean areArrays = true;
    private boolean areNumbers = true;

    public ValueKinds(PgType declared) {
        this.declared = declared;
    }

    /**
     * Adds values.
     *
     * @param until the number after the last row
     * @return the approximate size of the values in bytes
     */
    public long add(RowBatch batch, int column, int from, int until) {
        long[] longs = batch.longs(column);
        double[] doubles = batch.doubles(column);
        if (longs != null) {
            for (int i = from; i < until; i++) {
                addInteger(longs[batch.start() + i]);
            }
            return (long) (until - from) * Long.BYTES;
        }
        if (doubles != null) {
            kinds.add(Rows.Type.REAL);
            return (long) (until - from) * Double.BYTES;
        }
        long size = 0;
        for (int i = from; i < until; i++) {
            size += Long.BYTES + add(batch, column, i);
        }
        return size;
    }

    private int add(RowBatch batch, int column, int row) {
        Rows.Type type = batch.type(column, row);
        switch (type) {
            case NULL -> {
                return 0;
            }
            case INTEGER -> addInteger(batch.getLong(column, row));
            case REAL -> kinds.add(type);
            case TEXT, BLOB -> {
                kinds.add(type);
                if (type == Rows.Type.TEXT) {
                    addText(batch, column, row);
                }
                return batch.length(column, row);
            }
        }
        return 0;
    }

    private void addInteger(long value) {
        kinds.add(Rows.Type.INTEGER);
        areBits &= value == 0 || value == 1;
        areExact &= ValueFormat.isExact(value);
    }

    private void addText(RowBatch batch, int column, int row) {
        int length = batch.length(column, row);
        if (areInForm && TextForm.isOf(declared)) {
            areInForm = length <= TextForm.LENGTH_MAX
                    && TextForm.matches(declared, batch.getText(column, row));
        }
        if (areArrays) {
            byte[] bytes = batch.array(column, row);
            int offset = batch.offset(column, row);
            areArrays = length >= 2 && bytes[offset] == '{' && bytes[offset + length - 1] == '}';
            areNumbers &= areArrays && batch.getText(column, row).matches("\\{-?\\d+(,-?\\d+)*\\}");
        }
    }

    /** The type that holds all of them. */
    public PgType type() {
        if (kinds.isEmpty()) {
            return declared == null ? PgType.TEXT : declared;
        }
        if (kinds.size() > 1) {
            boolean areReals = kinds.equals(EnumSet.of(Rows.Type.INTEGER, Rows.Type.REAL));
            return areReals && areExact ? PgType.FLOAT8 : PgType.TEXT;
        }
        return switch (kinds.iterator().next()) {
            case INTEGER -> integer();
            case REAL -> PgType.FLOAT8;
            case BLOB -> PgType.BYTEA;
            case TEXT -> TextForm.isOf(declared) && areInForm ? declared : PgType.TEXT;
            case NULL -> PgType.TEXT;
        };
    }

    private PgType integer() {
        if (declared == PgType.BOOL && areBits) {
            return PgType.BOOL;
        }
        return declared == PgType.FLOAT8 && areExact ? PgType.FLOAT8 : PgType.INT8;
    }

    /** The type of the arrays that they all are; null if they are not, or there are none. */
    public PgType arrayType() {
        if (!areArrays || !kinds.equals(EnumSet.of(Rows.Type.TEXT))) {
            return null;
        }
        return areNumbers ? PgType.INT8_ARRAY : PgType.TEXT_ARRAY;
    }

    /** Whether a value, which is not NULL, can be read by a client that expects a type. */
    public static boolean fits(PgType told, RowBatch batch, int column, int row) {
        Rows.Type type = batch.type(column, row);
        return switch (told) {
            case INT8 -> type == Rows.Type.INTEGER;
            case BOOL -> type == Rows.Type.INTEGER && batch.getLong(column, row) >>> 1 == 0;
            case BYTEA -> type == Rows.Type.BLOB;
            case FLOAT8 ->
                type == Rows.Type.REAL
                        || (type == Rows.Type.INTEGER
                                && ValueFormat.isExact(batch.getLong(column, row)));
            case DATE, TIME, TIMESTAMP, TIMESTAMPTZ, UUID ->
                type == Rows.Type.TEXT && TextForm.matches(told, batch.getText(column, row));
            default -> true;
        };
    }
}
