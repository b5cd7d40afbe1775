package org.sqlvm.server.value;

import org.sqlvm.api.RowBatch;
import org.sqlvm.api.Rows;
import org.sqlvm.server.error.ServerError;
import org.sqlvm.server.message.MessageWriter;

import java.nio.charset.StandardCharsets;

/**
 * How the values of a column are written. Types belong to values in SQLite, so that a value may be
 * none of its column's type: as text it is written as it is, and in binary it is refused, unless it
 * is the same number.
 */
public enum ValueFormat {
    TEXT {
        @Override
        public boolean write(MessageWriter out, RowBatch batch, int column, int row) {
            switch (batch.type(column, row)) {
                case INTEGER -> out.writeDigits(batch.getLong(column, row));
                case REAL -> RealText.write(out, batch.getDouble(column, row));
                case TEXT -> writeRaw(out, batch, column, row);
                case BLOB -> writeHex(out, batch, column, row);
                case NULL -> {
                    return false;
                }
            }
            return true;
        }
    },
    /** Texts in binary are texts. Numbers get theirs. */
    BINARY_TEXT {
        @Override
        public boolean write(MessageWriter out, RowBatch batch, int column, int row) {
            return TEXT.write(out, batch, column, row);
        }
    },
    BOOL_TEXT {
        @Override
        public boolean write(MessageWriter out, RowBatch batch, int column, int row) {
            if (batch.type(column, row) != Rows.Type.INTEGER) {
                return TEXT.write(out, batch, column, row);
            }
            out.writeByte(batch.getLong(column, row) != 0 ? 't' : 'f');
            return true;
        }
    },
    BOOL {
        @Override
        public boolean write(MessageWriter out, RowBatch batch, int column, int row) {
            if (batch.type(column, row) != Rows.Type.INTEGER) {
                return false;
            }
            out.writeByte(batch.getLong(column, row) != 0 ? 1 : 0);
            return true;
        }
    },
    INT2 {
        @Override
        public boolean write(MessageWriter out, RowBatch batch, int column, int row) {
            if (batch.type(column, row) != Rows.Type.INTEGER) {
                return false;
            }
            long value = batch.getLong(column, row);
            out.writeShort((int) value);
            return (short) value == value;
        }
    },
    INT4 {
        @Override
        public boolean write(MessageWriter out, RowBatch batch, int column, int row) {
            if (batch.type(column, row) != Rows.Type.INTEGER) {
                return false;
            }
            long value = batch.getLong(column, row);
            out.writeInt((int) value);
            return (int) value == value || value >>> Integer.SIZE == 0;
        }
    },
    INT8 {
        @Override
        public boolean write(MessageWriter out, RowBatch batch, int column, int row) {
            if (batch.type(column, row) != Rows.Type.INTEGER) {
                return false;
            }
            out.writeLong(batch.getLong(column, row));
            return true;
        }
    },
    FLOAT4 {
        @Override
        public boolean write(MessageWriter out, RowBatch batch, int column, int row) {
            out.writeInt(Float.floatToIntBits((float) number(batch, column, row)));
            return isNumber(batch, column, row);
        }
    },
    FLOAT8 {
        @Override
        public boolean write(MessageWriter out, RowBatch batch, int column, int row) {
            out.writeLong(Double.doubleToLongBits(number(batch, column, row)));
            return isNumber(batch, column, row);
        }
    },
    /** Dates and times are texts, which PostgreSQL writes in one way. */
    FORM_TEXT {
        @Override
        public boolean write(MessageWriter out, RowBatch batch, int column, int row) {
            out.writeText(batch.getText(column, row).replace('T', ' '));
            return true;
        }
    },
    ZONED_TEXT {
        @Override
        public boolean write(MessageWriter out, RowBatch batch, int column, int row) {
            String text = batch.getText(column, row);
            out.writeText(TextForm.zoned(text));
            return true;
        }
    },
    DATE {
        @Override
        public boolean write(MessageWriter out, RowBatch batch, int column, int row) {
            out.writeInt((int) TextForm.days(batch.getText(column, row)));
            return true;
        }
    },
    TIME {
        @Override
        public boolean write(MessageWriter out, RowBatch batch, int column, int row) {
            out.writeLong(TextForm.microsOfDay(batch.getText(column, row)));
            return true;
        }
    },
    TIMESTAMP {
        @Override
        public boolean write(MessageWriter out, RowBatch batch, int column, int row) {
            out.writeLong(TextForm.micros(PgType.TIMESTAMP, batch.getText(column, row)));
            return true;
        }
    },
    TIMESTAMPTZ {
        @Override
        public boolean write(MessageWriter out, RowBatch batch, int column, int row) {
            out.writeLong(TextForm.micros(PgType.TIMESTAMPTZ, batch.getText(column, row)));
            return true;
        }
    },
    UUID {
        @Override
        public boolean write(MessageWriter out, RowBatch batch, int column, int row) {
            java.util.UUID value = java.util.UUID.fromString(batch.getText(column, row));
            out.writeLong(value.getMostSignificantBits());
            out.writeLong(value.getLeastSignificantBits());
            return true;
        }
    },
    BYTEA {
        @Override
        public boolean write(MessageWriter out, RowBatch batch, int column, int row) {
            Rows.Type type = batch.type(column, row);
            if (type != Rows.Type.BLOB && type != Rows.Type.TEXT) {
                return false;
            }
            writeRaw(out, batch, column, row);
            return true;
        }
    };

    private static final byte[] HEX = "0123456789abcdef".getBytes(StandardCharsets.US_ASCII);

    /**
     * Writes a value that is not NULL.
     *
     * @return false if it is not of the type; what has been written then means nothing
     */
    public abstract boolean write(MessageWriter out, RowBatch batch, int column, int row);

    /** @param format 0 is text, 1 binary */
    public static ValueFormat of(PgType type, int format) {
        if (format == 0) {
            return switch (type) {
                case BOOL -> BOOL_TEXT;
                case TIMESTAMP -> FORM_TEXT;
                case TIMESTAMPTZ -> ZONED_TEXT;
                default -> TEXT;
            };
        }
        return switch (type) {
            case BOOL -> BOOL;
            case INT2 -> INT2;
            case INT4, OID, REGPROC, REGCLASS, REGTYPE -> INT4;
            case INT8 -> INT8;
            case FLOAT4 -> FLOAT4;
            case FLOAT8 -> FLOAT8;
            case BYTEA -> BYTEA;
            case DATE -> DATE;
            case TIME -> TIME;
            case TIMESTAMP -> TIMESTAMP;
            case TIMESTAMPTZ -> TIMESTAMPTZ;
            case UUID -> UUID;
            case TEXT, VARCHAR, BPCHAR, NAME, CHAR, UNKNOWN, JSON -> BINARY_TEXT;
            default -> throw ServerError.notSupported("binary format of " + type.typeName());
        };
    }

    private static boolean isNumber(RowBatch batch, int column, int row) {
        Rows.Type type = batch.type(column, row);
        return type == Rows.Type.REAL
                || (type == Rows.Type.INTEGER && isExact(batch.getLong(column, row)));
    }

    /** Whether there is a real of the same value. */
    static boolean isExact(long number) {
        // Converted back, 2^63 would be the greatest integer.
        return number != Long.MAX_VALUE && (long) (double) number == number;
    }

    /** 0 for what is no number. */
    private static double number(RowBatch batch, int column, int row) {
        return switch (batch.type(column, row)) {
            case REAL -> batch.getDouble(column, row);
            case INTEGER -> batch.getLong(column, row);
            case TEXT, BLOB, NULL -> 0;
        };
    }

    private static void writeRaw(MessageWriter out, RowBatch batch, int column, int row) {
        out.writeBytes(
                batch.array(column, row), batch.offset(column, row), batch.length(column, row));
    }

    private static void writeHex(MessageWriter out, RowBatch batch, int column, int row) {
        byte[] bytes = batch.array(column, row);
        int offset = batch.offset(column, row);
        out.writeByte('\\').writeByte('x');
        for (int i = 0; i < batch.length(column, row); i++) {
            int next = bytes[offset + i] & 0xff;
            out.writeByte(HEX[next >> 4]).writeByte(HEX[next & 0xf]);
        }
    }
}
