package org.sqlvm.engine.virtual.files;

import org.sqlvm.api.files.FileOptions;
import org.sqlvm.engine.data.Blob;
import org.sqlvm.engine.data.Bytes;
import org.sqlvm.engine.data.Casts;
import org.sqlvm.engine.data.SqlNull;
import org.sqlvm.engine.data.Text;
import org.sqlvm.engine.error.SqlException;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;

/** Writes rows of values (RFC 4180), with the line ends of the machine's own tools. */
final class CsvWriter implements RowWriter {
    private final OutputStream output;
    private final List<String> columns;
    private final int delimiter;
    private final int quote;
    private final int escape;
    private final byte[] nullText;
    /** By byte: whether a text that has it stands in quotes. */
    private final boolean[] special = new boolean[256];

    CsvWriter(OutputStream output, List<String> columns, FileOptions options, int delimiter)
            throws IOException {
        this.output = output;
        this.columns = columns;
        this.delimiter = options.character("delim", delimiter);
        this.quote = options.character("quote");
        this.escape = options.character("escape", quote);
        String text = options.text("nullstr");
        this.nullText = text.getBytes(StandardCharsets.UTF_8);
        if (this.delimiter < 0 || quote < 0 || escape < 0) {
            throw SqlException.error("files are written with a delimiter and quotes");
        }
        special['\n'] = true;
        special['\r'] = true;
        special[this.delimiter] = true;
        special[quote] = true;
        special[escape] = true;
        if (options.flag("header")) {
            row(columns.stream().map(Text::of).toArray());
        }
    }

    @Override
    public void row(Object[] values) throws IOException {
        for (int i = 0; i < values.length; i++) {
            if (i > 0) {
                output.write(delimiter);
            }
            switch (values[i]) {
                case SqlNull _ -> output.write(nullText);
                case Text text -> write(text);
                case Blob _ ->
                    throw SqlException.error("column " + columns.get(i)
                            + " has a BLOB, which CSV cannot hold: write hex(…) of it");
                // Inf would be read as a text.
                case Double real when real.isInfinite() -> writePlain(JsonWriter.infinity(real));
                default -> writePlain(Casts.toText(values[i]));
            }
        }
        output.write('\n');
    }

    private void writePlain(Bytes text) throws IOException {
        output.write(text.array, text.offset, text.length);
    }

    /** Texts that would be read as something else stand in quotes: an empty one as NULL. */
    private void write(Text text) throws IOException {
        int end = text.offset + text.length;
        boolean quoted = text.length == 0 || isNullText(text);
        for (int i = text.offset; i < end && !quoted; i++) {
            quoted = special[text.array[i] & 0xFF];
        }
        if (!quoted) {
            writePlain(text);
            return;
        }
        output.write(quote);
        int from = text.offset;
        for (int i = from; i < end; i++) {
            byte read = text.array[i];
            if (read == quote || read == escape) {
                output.write(text.array, from, i - from);
                output.write(escape);
                from = i;
            }
        }
        output.write(text.array, from, end - from);
        output.write(quote);
    }

    private boolean isNullText(Text text) {
        return text.length == nullText.length && text.hasBytesOf(Text.of(nullText));
    }

    @Override
    public void finish() {}
}
