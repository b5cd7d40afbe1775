package org.sqlvm.engine.virtual.files;

import org.sqlvm.api.files.FileColumn;
import org.sqlvm.api.files.FileLayout;
import org.sqlvm.engine.data.Casts;
import org.sqlvm.engine.data.SqlNull;
import org.sqlvm.engine.data.Text;
import org.sqlvm.engine.error.SqlException;
import org.sqlvm.engine.json.JsonValue;
import org.sqlvm.engine.json.Jsonb;
import org.sqlvm.engine.json.JsonbType;

import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** The rows of a file of JSON: each document is one. */
final class JsonRows implements RowReader {
    private static final int NONE = -1;

    private final JsonDocuments documents;
    private final FileColumn[] columns;
    private final boolean ignoresErrors;
    /** The members that the columns are; null if the whole document is the only column. */
    private final Text[] members;

    private final Map<Text, Integer> places = new HashMap<>();

    private Jsonb document;
    /** By column: where the value is in the document, or {@link #NONE}. */
    private final int[] values;

    JsonRows(JsonDocuments documents, FileLayout layout, boolean ignoresErrors) {
        this.documents = documents;
        this.columns = layout.columns().toArray(FileColumn[]::new);
        this.ignoresErrors = ignoresErrors;
        this.values = new int[columns.length];
        List<?> names = (List<?>) layout.form();
        this.members = names == null
                ? null
                : names.stream().map(name -> Text.of((String) name)).toArray(Text[]::new);
        for (int i = 0; members != null && i < members.length; i++) {
            places.put(members[i], i);
        }
    }

    @Override
    public boolean next() {
        while (documents.next()) {
            try {
                read();
                for (int i = 0; ignoresErrors && i < columns.length; i++) {
                    column(i);
                }
                return true;
            } catch (SqlException e) {
                if (!ignoresErrors) {
                    throw e;
                }
            }
        }
        return false;
    }

    private void read() {
        document = documents.parse();
        if (document == null) {
            throw documents.error(JsonTexts.error(documents.text()));
        }
        if (members == null) {
            values[0] = 0;
            return;
        }
        if (document.type(0) != JsonbType.OBJECT) {
            throw documents.error("no object, but " + JsonbType.name(document.type(0)));
        }
        Arrays.fill(values, NONE);
        int end = document.end(0);
        int guess = 0;
        int at = document.payload(0);
        while (at < end) {
            int value = document.end(at);
            int column = column(at, guess);
            if (column >= 0 && values[column] == NONE) {
                values[column] = value;
            }
            guess = column >= 0 ? column + 1 : guess;
            at = document.end(value);
        }
    }

    /** Which column a member is, or -1; mostly it is the one that follows. */
    private int column(int label, int guess) {
        if (guess < members.length && document.hasPayload(label, members[guess])) {
            return guess;
        }
        Integer place = places.get(JsonTexts.label(document, label));
        return place == null ? NONE : place;
    }

    @Override
    public Object column(int column) {
        int element = values[column];
        if (element == NONE) {
            return SqlNull.NULL;
        }
        Object value = JsonValue.of(document, element, false);
        if (value == SqlNull.NULL) {
            return value;
        }
        return switch (columns[column].type()) {
            case INTEGER -> {
                if (value instanceof Double real
                        && real == Math.rint(real)
                        && Math.abs(real) < 0x1p53) {
                    yield (long) (double) real;
                }
                yield value instanceof Long ? value : wrong(column, value);
            }
            case REAL -> {
                if (value instanceof Long integer) {
                    yield (double) (long) integer;
                }
                yield value instanceof Double ? value : wrong(column, value);
            }
            case TEXT ->
                value instanceof Text
                        ? value
                        : isWide(element, value) ? digits(element) : Casts.toText(value);
            default -> value;
        };
    }

    /** Whether a value is an integer of more than 64 bits. */
    private boolean isWide(int element, Object value) {
        return value instanceof Double && document.type(element) == JsonbType.INT;
    }

    private Text digits(int element) {
        return document.payloadText(element).owned();
    }

    private Object wrong(int column, Object value) {
        int element = values[column];
        String shown = (isWide(element, value) ? digits(element) : Casts.toText(value)).toString();
        throw documents.error(FileError.type(column, columns[column], shown));
    }

    @Override
    public void put(int column, ColumnValues target, int row) {
        target.setValue(row, column(column));
    }
}
