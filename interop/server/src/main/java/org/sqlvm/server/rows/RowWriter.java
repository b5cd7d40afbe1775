package org.sqlvm.server.rows;

import org.sqlvm.api.RowBatch;
import org.sqlvm.api.Rows;
import org.sqlvm.server.error.ServerError;
import org.sqlvm.server.error.SqlState;
import org.sqlvm.server.message.MessageWriter;
import org.sqlvm.server.message.Messages.Backend;
import org.sqlvm.server.value.Field;
import org.sqlvm.server.value.PgType;
import org.sqlvm.server.value.ValueFormat;
import org.sqlvm.server.value.ValueKinds;

import java.util.List;
import java.util.function.IntPredicate;

/** Rows of a result as messages: each column in its type and format. */
public final class RowWriter implements RowSink {
    private static final int NULL_LENGTH = -1;

    private final MessageWriter out;
    private final List<Field> fields;
    private final ValueFormat[] formats;
    private final PgType[] types;
    private final IntPredicate widen;

    /**
     * A writer.
     *
     * @param formats those that the client wants: none, one for all columns, or one for each
     * @param widen is told of a column with a value that is none of its type; gives whether the
     *     client will be told of other types if it asks again
     */
    public RowWriter(MessageWriter out, List<Field> fields, int[] formats, IntPredicate widen) {
        this.out = out;
        this.fields = fields;
        this.widen = widen;
        this.formats = new ValueFormat[fields.size()];
        this.types = new PgType[fields.size()];
        for (int i = 0; i < this.formats.length; i++) {
            this.types[i] = fields.get(i).type();
            this.formats[i] = ValueFormat.of(types[i], format(formats, i));
        }
    }

    @Override
    public int columnCount() {
        return formats.length;
    }

    /** The format code of a column or a parameter: 0 is text, 1 binary. */
    public static int format(int[] formats, int number) {
        return switch (formats.length) {
            case 0 -> 0;
            case 1 -> formats[0];
            default -> formats[number];
        };
    }

    /** Sends the description of the columns. */
    public static void describe(MessageWriter out, List<Field> fields, int[] formats) {
        out.begin(Backend.ROW_DESCRIPTION).writeShort(fields.size());
        for (int i = 0; i < fields.size(); i++) {
            Field field = fields.get(i);
            // Neither a table nor a column of one, so that clients do not ask what they are called.
            out.writeString(field.name()).writeInt(0).writeShort(0);
            out.writeInt(field.type().oid()).writeShort(field.type().size()).writeInt(-1);
            out.writeShort(format(formats, i));
        }
        out.end();
    }

    @Override
    public void write(RowBatch batch, int row) {
        out.begin(Backend.DATA_ROW).writeShort(formats.length);
        writeValues(batch, row);
        out.end();
    }

    /** Writes the values, each after its length. */
    void writeValues(RowBatch batch, int row) {
        for (int i = 0; i < formats.length; i++) {
            if (batch.type(i, row) == Rows.Type.NULL) {
                out.writeInt(NULL_LENGTH);
            } else {
                int begin = out.beginValue();
                if (!ValueKinds.fits(types[i], batch, i, row)
                        || !formats[i].write(out, batch, i, row)) {
                    throw mismatch(batch, i, row);
                }
                out.endValue(begin);
            }
        }
    }

    private ServerError mismatch(RowBatch batch, int column, int row) {
        Field field = fields.get(column);
        if (widen.test(column)) {
            return ServerError.changedResult();
        }
        return new ServerError(
                SqlState.INVALID_BINARY_REPRESENTATION,
                "column " + field.name() + " has a value of " + batch.type(column, row)
                        + ", which is no " + field.type().typeName());
    }
}
