package org.sqlvm.shell.mode;

import org.sqlvm.shell.terminal.ByteSink;
import org.sqlvm.shell.text.Quoting;

import java.util.Arrays;

/**
 * Comma-separated values (RFC 4180): a value is quoted if it holds anything but plain characters.
 */
final class CsvMode implements OutputMode {
    private final Settings settings;
    private final ByteSink out;
    private boolean started;

    CsvMode(Settings settings, ByteSink out) {
        this.settings = settings;
        this.out = out;
    }

    @Override
    public void row(Cells cells) {
        int count = cells.count();
        if (!started && settings.headers) {
            for (int i = 0; i < count; i++) {
                field(cells.name(i), i < count - 1);
            }
            out.put(settings.rowSeparator);
        }
        started = true;
        for (int i = 0; i < count; i++) {
            field(cells.text(i), i < count - 1);
        }
        out.put(settings.rowSeparator);
    }

    private void field(byte[] text, boolean separated) {
        if (text == null) {
            out.put(settings.nullValue);
        } else if (mustQuote(text)) {
            Quoting.doubled(out, text, '"');
        } else {
            out.put(text);
        }
        if (separated) {
            out.put(settings.columnSeparator);
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
