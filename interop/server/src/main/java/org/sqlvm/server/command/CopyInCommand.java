package org.sqlvm.server.command;

import org.sqlvm.api.Column;
import org.sqlvm.api.Statement;
import org.sqlvm.api.TableColumns;
import org.sqlvm.server.error.ServerError;
import org.sqlvm.server.message.MessageWriter;
import org.sqlvm.server.message.Messages.Backend;
import org.sqlvm.server.rows.CopyBinaryReader;
import org.sqlvm.server.rows.CopyCsvReader;
import org.sqlvm.server.rows.CopyOptions;
import org.sqlvm.server.rows.CopyReader;
import org.sqlvm.server.rows.CopyStream;
import org.sqlvm.server.rows.CopyTextReader;
import org.sqlvm.server.rows.RowSink;
import org.sqlvm.server.sql.CommandTag;
import org.sqlvm.server.value.Field;
import org.sqlvm.server.value.PgType;

import java.util.ArrayList;
import java.util.List;

/** COPY … FROM STDIN: a stream of rows into a table, all or none. */
final class CopyInCommand extends Command {
    private final Session session;
    private final String query;
    private final CopyOptions options;

    /** @param query a query of the columns that are filled */
    CopyInCommand(Session session, String query, CopyOptions options) {
        super("COPY");
        this.session = session;
        this.query = query;
        this.options = options;
        if (options.format() == CopyOptions.Format.ARROW) {
            throw ServerError.notSupported("COPY FROM STDIN in Arrow's format");
        }
        // An error of the names is one of the statement.
        session.prepare(query, 0, null).statement().close();
    }

    @Override
    public List<Field> fields() {
        return null;
    }

    @Override
    public boolean needsTransaction() {
        return true;
    }

    @Override
    public Run start(List<Object> values) {
        return new Run() {
            private long count;

            @Override
            public List<Field> fields() {
                return null;
            }

            @Override
            public boolean run(RowSink sink, long limit) {
                count = receive();
                return true;
            }

            @Override
            public String tag() {
                return CommandTag.withCount(CopyInCommand.this.tag(), count);
            }
        };
    }

    private long receive() {
        List<Column> columns;
        try (Statement statement = session.prepare(query, 0, null).statement()) {
            columns = statement.columns();
        }
        List<PgType> types = new ArrayList<>();
        TableColumns<Object[]> members = new TableColumns<>();
        for (int i = 0; i < columns.size(); i++) {
            types.add(type(columns.get(i)));
            int number = i;
            members.any(columns.get(i).origin(), row -> row[number]);
        }
        MessageWriter out = session.out();
        boolean isBinary = options.format().isBinary();
        CopyOutCommand.announce(out, Backend.COPY_IN_RESPONSE, isBinary, columns.size());
        out.flush();
        CopyStream stream = new CopyStream(session.in(), session.messageSizeMax());
        CopyReader reader = switch (options.format()) {
            case TEXT -> new CopyTextReader(stream, types, options);
            case CSV -> new CopyCsvReader(stream, types, options);
            case BINARY -> new CopyBinaryReader(stream, types);
            case ARROW -> throw new AssertionError(options);
        };
        long count = session.insert(columns.getFirst(), members, reader.rows());
        stream.skipRest();
        return count;
    }

    /** As PostgreSQL's clients write it who have made the table. */
    private static PgType type(Column column) {
        String declared = column.declaredType();
        if (declared == null) {
            return PgType.TEXT;
        }
        int parenthesis = declared.indexOf('(');
        String name = parenthesis < 0 ? declared : declared.substring(0, parenthesis);
        PgType named = PgType.named(name.strip().split("\\s+", 2)[0]);
        PgType type = named != null ? named : PgType.ofDeclared(declared);
        return type == null ? PgType.TEXT : type;
    }
}
