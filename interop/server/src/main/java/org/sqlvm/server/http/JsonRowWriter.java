package org.sqlvm.server.http;

import org.sqlvm.api.Column;
import org.sqlvm.api.RowBatch;
import org.sqlvm.server.message.MessageWriter;
import org.sqlvm.server.message.Messages.Backend;
import org.sqlvm.server.rows.CopyWriter;

import java.util.List;
import java.util.function.Consumer;

/** Rows in JSON, of which each is a part that ends with a line. */
abstract class JsonRowWriter implements CopyWriter {
    final MessageWriter out;
    final JsonText text;
    final List<Column> columns;

    JsonRowWriter(MessageWriter out, List<Column> columns) {
        this.out = out;
        this.text = new JsonText(out);
        this.columns = columns;
    }

    @Override
    public int columnCount() {
        return columns.size();
    }

    void writeValue(RowBatch batch, int column, int row) {
        switch (batch.type(column, row)) {
            case NULL -> text.raw("null");
            case INTEGER -> text.integer(batch.getLong(column, row));
            case REAL -> text.real(batch.getDouble(column, row));
            case TEXT ->
                text.string(
                        batch.array(column, row),
                        batch.offset(column, row),
                        batch.length(column, row));
            case BLOB ->
                text.blob(
                        batch.array(column, row),
                        batch.offset(column, row),
                        batch.length(column, row));
        }
    }

    /** An object with the columns' names, and rows as arrays. */
    static final class Whole extends JsonRowWriter {
        private final Consumer<JsonText> members;
        private boolean hasRows;

        /** @param members writes other members behind the rows, each with a comma before it */
        Whole(MessageWriter out, List<Column> columns, Consumer<JsonText> members) {
            super(out, columns);
            this.members = members;
        }

        @Override
        public void begin() {
            out.begin(Backend.COPY_DATA);
            text.raw("{\"columns\":[");
            for (int i = 0; i < columns.size(); i++) {
                text.raw(i == 0 ? "" : ",").string(columns.get(i).name());
            }
            text.raw("],\"rows\":[");
            out.end();
        }

        @Override
        public void write(RowBatch batch, int row) {
            out.begin(Backend.COPY_DATA);
            text.raw(hasRows ? ",\n[" : "\n[");
            hasRows = true;
            for (int i = 0; i < columns.size(); i++) {
                if (i > 0) {
                    out.writeByte(',');
                }
                writeValue(batch, i, row);
            }
            out.writeByte(']');
            out.end();
        }

        @Override
        public void end() {
            out.begin(Backend.COPY_DATA);
            text.raw("]");
            members.accept(text);
            text.raw("}\n");
            out.end();
            out.flush();
        }

        /** The rows so far are all that there will be. */
        void fail(HttpError error) {
            out.takeBack();
            text.raw("],\"error\":");
            error.write(text);
            out.writeText("}\n");
            out.flush();
        }
    }

    /** An object for each row, in a line. */
    static final class Lines extends JsonRowWriter {
        Lines(MessageWriter out, List<Column> columns) {
            super(out, columns);
        }

        @Override
        public void write(RowBatch batch, int row) {
            out.begin(Backend.COPY_DATA);
            for (int i = 0; i < columns.size(); i++) {
                out.writeByte(i == 0 ? '{' : ',');
                text.string(columns.get(i).name());
                out.writeByte(':');
                writeValue(batch, i, row);
            }
            out.writeByte('}').writeByte('\n');
            out.end();
        }

        @Override
        public void end() {
            out.flush();
        }
    }
}
