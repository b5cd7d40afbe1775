package org.sqlvm.server.command;

import org.sqlvm.server.error.ServerError;
import org.sqlvm.server.message.MessageWriter;
import org.sqlvm.server.message.Messages.Backend;
import org.sqlvm.server.rows.ArrowSink;
import org.sqlvm.server.rows.CopyBinaryWriter;
import org.sqlvm.server.rows.CopyCsvWriter;
import org.sqlvm.server.rows.CopyDataChannel;
import org.sqlvm.server.rows.CopyOptions;
import org.sqlvm.server.rows.CopyTextWriter;
import org.sqlvm.server.rows.CopyWriter;
import org.sqlvm.server.rows.RowSink;
import org.sqlvm.server.sql.CommandTag;
import org.sqlvm.server.value.Field;

import java.util.List;

/** COPY … TO STDOUT: the rows of a query as a stream. */
final class CopyOutCommand extends Command {
    private final Session session;
    private final SqlCommand query;
    private final CopyOptions options;

    CopyOutCommand(Session session, SqlCommand query, CopyOptions options) {
        super("COPY");
        this.session = session;
        this.query = query;
        this.options = options;
    }

    @Override
    public List<Field> fields() {
        return null;
    }

    @Override
    public Run start(List<Object> values) {
        SqlCommand.SqlRun rows = query.start(List.of());
        query.close();
        return new Run() {
            @Override
            public List<Field> fields() {
                return null;
            }

            @Override
            public boolean run(RowSink sink, long limit) {
                send(rows);
                return true;
            }

            @Override
            public String tag() {
                return CommandTag.withCount(CopyOutCommand.this.tag(), rows.count());
            }

            @Override
            public void close() {
                rows.close();
            }
        };
    }

    private void send(SqlCommand.SqlRun rows) {
        MessageWriter out = session.out();
        boolean isBinary = options.format().isBinary();
        // In binary the client has to know the types already: it is told none here.
        List<Field> fields =
                isBinary ? rows.described() : session.fieldTypes().declared(rows.columns());
        if (fields == null || rows.columns().isEmpty()) {
            throw ServerError.notSupported("COPY of a statement without rows");
        }
        rows.begin();
        announce(out, Backend.COPY_OUT_RESPONSE, isBinary, fields.size());
        CopyWriter writer = switch (options.format()) {
            case TEXT -> new CopyTextWriter(out, fields, options);
            case CSV -> new CopyCsvWriter(out, fields, options);
            case BINARY -> new CopyBinaryWriter(out, fields);
            case ARROW ->
                new ArrowSink(rows.columns(), new CopyDataChannel(out), session.bufferSize());
        };
        writer.begin();
        rows.run(writer, 0);
        writer.end();
        out.send(Backend.COPY_DONE);
    }

    /** Says that a stream begins, in either direction. */
    static void announce(MessageWriter out, char kind, boolean isBinary, int columnCount) {
        int format = isBinary ? 1 : 0;
        out.begin(kind).writeByte(format).writeShort(columnCount);
        for (int i = 0; i < columnCount; i++) {
            out.writeShort(format);
        }
        out.end();
    }
}
