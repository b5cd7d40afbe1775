package org.sqlvm.shell.mode;

import org.sqlvm.shell.terminal.ByteSink;
import org.sqlvm.shell.text.Quoting;

/** Prints every value as an SQL literal. */
final class QuoteMode implements OutputMode {
    private final Settings settings;
    private final ByteSink out;
    private boolean started;

    QuoteMode(Settings settings, ByteSink out) {
        this.settings = settings;
        this.out = out;
    }

    @Override
    public void row(Cells cells) {
        if (!started && settings.headers) {
            for (int i = 0; i < cells.count(); i++) {
                if (i > 0) {
                    out.put(settings.columnSeparator);
                }
                Quoting.sql(out, cells.name(i));
            }
            out.put(settings.rowSeparator);
        }
        started = true;
        for (int i = 0; i < cells.count(); i++) {
            if (i > 0) {
                out.put(settings.columnSeparator);
            }
            value(cells, i);
        }
        out.put(settings.rowSeparator);
    }

    private void value(Cells cells, int column) {
        switch (cells.type(column)) {
            case NULL -> out.put("NULL");
            case INTEGER -> out.put(cells.text(column));
            case REAL -> out.put(LongReal.text(cells.real(column)));
            case TEXT -> Quoting.sql(out, cells.text(column));
            case BLOB -> Quoting.blob(out, cells.blob(column), 'X', true);
        }
    }
}
