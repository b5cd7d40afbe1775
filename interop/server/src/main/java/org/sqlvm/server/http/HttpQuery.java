package org.sqlvm.server.http;

import static java.nio.charset.StandardCharsets.UTF_8;

import org.sqlvm.api.Column;
import org.sqlvm.api.Counters;
import org.sqlvm.api.SqlvmException;
import org.sqlvm.server.error.ServerError;
import org.sqlvm.server.message.MessageWriter;
import org.sqlvm.server.request.Parameters;
import org.sqlvm.server.request.RequestSession;
import org.sqlvm.server.request.ResultTarget;
import org.sqlvm.server.rows.ArrowSink;
import org.sqlvm.server.rows.CopyCsvWriter;
import org.sqlvm.server.rows.CopyOptions;
import org.sqlvm.server.rows.CopyWriter;
import org.sqlvm.server.rows.ParquetSink;
import org.sqlvm.server.value.Field;
import org.sqlvm.server.value.PgType;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;

/** {@code POST /query}: a request's statements, and the form of their answer. */
final class HttpQuery implements ResultTarget {
    private static final String JSON = "application/json";
    private static final String LINES = "application/x-ndjson";
    private static final String CSV = "text/csv";
    private static final String ARROW = "application/vnd.apache.arrow.stream";
    private static final Pattern CHARSET = Pattern.compile("charset=\"?(utf-?8|us-ascii)\"?");
    private static final String PARQUET = "application/vnd.apache.parquet";
    private static final List<String> TYPES = List.of(JSON, LINES, CSV, ARROW);

    /** With the form that another module writes, which may not be there. */
    private static final List<String> ALL_TYPES = List.of(JSON, LINES, CSV, ARROW, PARQUET);

    private final HttpRequest request;
    private final HttpResponse response;
    private final int bufferSize;
    private final String type;
    private final MessageWriter out;
    /** Whether the client keeps the session for other requests. */
    private final boolean isKept;
    /** Null before it runs. */
    private RequestSession session;
    /** Whether a transaction is open behind the statements. */
    private boolean isInTransaction;
    /** Null if nothing has been counted. */
    private Counters counters;
    /** Null before there are rows. */
    private CopyWriter rows;
    /** The number of rows that the last statement has changed; -1 if it returns rows. */
    private long changed = -1;

    /**
     * @param isKept whether the client keeps the session for other requests
     * @param bufferSize the size of the buffer for columns, in bytes
     */
    HttpQuery(HttpRequest request, HttpResponse response, boolean isKept, int bufferSize) {
        this.isKept = isKept;
        this.bufferSize = bufferSize;
        this.request = request;
        this.response = response;
        this.type = type(request);
        this.out = MessageWriter.plain(response);
    }

    /** @throws HttpError if there is none that the client takes */
    private static String type(HttpRequest request) {
        String wanted = request.preferred(ALL_TYPES);
        if (!PARQUET.equals(wanted) || ParquetSink.isInstalled()) {
            if (wanted == null) {
                throw new HttpError(
                        HttpError.NOT_ACCEPTABLE, "there is " + String.join(", ", ALL_TYPES));
            }
            return wanted;
        }
        String other = request.preferred(TYPES);
        if (other == null) {
            throw new HttpError(
                    HttpError.NOT_ACCEPTABLE,
                    "no module for files of the format parquet: sqlvm-parquet is missing");
        }
        return other;
    }

    /**
     * Runs the statements, and sends all but the end of the answer.
     *
     * @throws HttpError for whatever is wrong
     */
    void run(RequestSession own, byte[] body) {
        session = own;
        HttpError error;
        try {
            runBody(body);
            isInTransaction = session.isInTransaction();
            return;
        } catch (SqlvmException e) {
            error = HttpError.of(e);
        } catch (ServerError e) {
            error = HttpError.of(e);
        }
        if (response.isBegun() && rows instanceof JsonRowWriter.Whole whole) {
            session.activity().fail();
            whole.fail(error);
            return;
        }
        throw error;
    }

    /** The end of the answer. What comes behind it sees the session at its end. */
    void finish() throws IOException {
        if (changed < 0) {
            response.end();
        } else if (type.equals(JSON)) {
            response.send(200, "{\"changes\":" + changed + (isKept ? transaction() : "") + "}\n");
        } else {
            response.send(204, "");
        }
    }

    private void runBody(byte[] body) {
        String text = decode(body);
        if (isJson()) {
            HttpParameters.Parsed parsed = HttpParameters.parse(session, text);
            session.run(parsed.sql(), parsed.parameters(), parsed.counting(), this);
        } else {
            session.run(text, Parameters.NONE, this);
        }
    }

    private static String decode(byte[] body) {
        try {
            return UTF_8.newDecoder().decode(ByteBuffer.wrap(body)).toString();
        } catch (CharacterCodingException e) {
            throw new HttpError(HttpError.BAD_REQUEST, "the request is not in UTF-8");
        }
    }

    private boolean isJson() {
        String given = request.header("content-type");
        String[] parts = (given == null ? "" : given).toLowerCase(Locale.ROOT).split(";", -1);
        for (int i = 1; i < parts.length; i++) {
            String parameter = parts[i].strip();
            if (parameter.startsWith("charset=") && !CHARSET.matcher(parameter).matches()) {
                throw new HttpError(HttpError.UNSUPPORTED_TYPE, "a request is in UTF-8");
            }
        }
        String encoding = request.header("content-encoding");
        if (encoding != null && !encoding.equalsIgnoreCase("identity")) {
            throw new HttpError(HttpError.UNSUPPORTED_TYPE, "a request is not compressed");
        }
        return switch (parts[0].strip()) {
            case JSON -> true;
            // The last is what curl says by itself.
            case "", "text/plain", "application/sql", "application/x-www-form-urlencoded" -> false;
            default ->
                throw new HttpError(
                        HttpError.UNSUPPORTED_TYPE, "a request is text/plain or " + JSON);
        };
    }

    private String transaction() {
        return ",\"transaction\":" + isInTransaction;
    }

    @Override
    public void counted(Counters counted) {
        counters = counted;
    }

    /** The members of an answer in JSON behind its rows. */
    private void addMembers(JsonText text) {
        if (isKept) {
            isInTransaction = session.isInTransaction();
            text.raw(transaction());
        }
        if (counters != null) {
            text.raw(",\"counters\":");
            new CountersText(text).write(counters);
        }
    }

    @Override
    public CopyWriter rows(List<Column> columns) {
        String parameters = type.equals(CSV) ? "; charset=utf-8; header=present" : "";
        response.header("Content-Type", type + parameters);
        rows = switch (type) {
            case JSON -> new JsonRowWriter.Whole(out, columns, this::addMembers);
            case LINES -> new JsonRowWriter.Lines(out, columns);
            case ARROW -> new ArrowSink(columns, response, bufferSize);
            case PARQUET -> new ParquetSink(columns, response, bufferSize);
            default -> new CsvRows(out, columns);
        };
        return rows;
    }

    @Override
    public void changed(long count) {
        changed = count;
    }

    /** As COPY gives it, with the columns' names. */
    private static final class CsvRows implements CopyWriter {
        private final MessageWriter out;
        private final CopyCsvWriter writer;

        CsvRows(MessageWriter out, List<Column> columns) {
            this.out = out;
            List<Field> fields = columns.stream()
                    .map(column -> new Field(column.name(), PgType.TEXT))
                    .toList();
            this.writer = new CopyCsvWriter(out, fields, CopyOptions.csvWithHeader());
        }

        @Override
        public int columnCount() {
            return writer.columnCount();
        }

        @Override
        public void begin() {
            writer.begin();
        }

        @Override
        public void write(org.sqlvm.api.RowBatch batch, int row) {
            writer.write(batch, row);
        }

        @Override
        public void end() {
            writer.end();
            out.flush();
        }
    }
}
