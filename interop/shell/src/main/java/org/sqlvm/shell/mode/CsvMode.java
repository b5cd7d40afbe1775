package org.sqlvm.shell.mode;

import org.sqlvm.shell.terminal.ByteSink;
import org.sqlvm.shell.text.Quoting;

import java.util.Arrays;

/**
 * Comma-separated values (RFC 4180): a value is quoted if it holds anything but plain characters.
 */
final class CsvMode extends SeparatedMode {
    CsvMode(Settings settings, ByteSink out) {
        super(settings, out);
    }

    @Override
    void name(byte[] name) {
        field(name);
    }

    @Override
    void value(Cells cells, int column) {
        field(cells.text(column));
    }

    private void field(byte[] text) {
        if (text == null) {
            out.put(settings.nullValue);
        } else if (mustQuote(text)) {
            Quoting.doubled(out, text, '"');
        } else {
            out.put(text);
        }
    }

    /** Also true for the empty text: without quotes it would look like NULL. */
    private boolean mustQuote(byte[] text) {
        if (text.length == 0) {
            return true;
        }
        for (byte b : text) {
            // Negative: every byte beyond ASCII.
            if (b <= ' ' || b == '"' || b == '\'' || b == 0x7f) {
                return true;
            }
        }
        return settings.columnSeparator.length == 0 || contains(text, settings.columnSeparator);
    }

    private static boolean contains(byte[] text, byte[] part) {
        for (int i = 0; i <= text.length - part.length; i++) {
            if (Arrays.equals(text, i, i + part.length, part, 0, part.length)) {
                return true;
            }
        }
        return false;
    }
}
