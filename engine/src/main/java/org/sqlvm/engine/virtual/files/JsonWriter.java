package org.sqlvm.engine.virtual.files;

import org.sqlvm.api.files.FileOptions;
import org.sqlvm.engine.data.Blob;
import org.sqlvm.engine.data.Casts;
import org.sqlvm.engine.data.JsonText;
import org.sqlvm.engine.data.SqlNull;
import org.sqlvm.engine.data.Text;
import org.sqlvm.engine.data.TextBuilder;
import org.sqlvm.engine.error.SqlException;
import org.sqlvm.engine.json.JsonPrinter;

import java.io.IOException;
import java.io.OutputStream;
import java.util.List;

/** Writes rows as objects: one a line, or as the elements of an array. */
final class JsonWriter implements RowWriter {
    private static final Text INFINITY = Text.of("9.0e+999");
    private static final Text MINUS_INFINITY = Text.of("-9.0e+999");

    private final OutputStream output;
    private final List<String> columns;
    private final boolean array;
    /** What stands before each value, with the member's name. */
    private final Text[] names;

    private boolean begun;

    JsonWriter(OutputStream output, List<String> columns, FileOptions options) {
        this.output = output;
        this.columns = columns;
        this.array = options.flag("array");
        this.names = new Text[columns.size()];
        List<String> unique = ColumnNames.unique(columns);
        for (int i = 0; i < names.length; i++) {
            TextBuilder name = builder().append(i == 0 ? '{' : ',');
            JsonPrinter.appendString(name, Text.of(unique.get(i)));
            names[i] = name.append(':').toText();
        }
    }

    private static TextBuilder builder() {
        return new TextBuilder(TextBuilder.LENGTH_MAX);
    }

    @Override
    public void row(Object[] values) throws IOException {
        TextBuilder row = builder();
        if (array) {
            row.append(begun ? ",\n " : "[\n ");
        }
        begun = true;
        for (int i = 0; i < values.length; i++) {
            row.append(names[i]);
            switch (values[i]) {
                case SqlNull _ -> row.append("null");
                case JsonText json -> row.append(json);
                case Text text -> JsonPrinter.appendString(row, text);
                case Double number when number.isInfinite() -> row.append(infinity(number));
                case Blob _ ->
                    throw SqlException.error("column " + columns.get(i)
                            + " has a BLOB, which JSON cannot hold: write hex(…) of it");
                default -> row.append(Casts.toText(values[i]));
            }
        }
        write(row.append(array ? "}" : "}\n"));
    }

    private void write(TextBuilder built) throws IOException {
        Text text = built.toText();
        output.write(text.array, text.offset, text.length);
    }

    @Override
    public void finish() throws IOException {
        if (array) {
            write(builder().append(begun ? "\n]\n" : "[]\n"));
        }
    }

    /** A number that is too large for a real, so that it is read as infinite. */
    static Text infinity(double number) {
        return number > 0 ? INFINITY : MINUS_INFINITY;
    }
}
