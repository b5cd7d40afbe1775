package org.sqlvm.shell.mode;

import org.sqlvm.shell.terminal.ByteSink;
import org.sqlvm.shell.text.Quoting;

/** Prints every value as an SQL literal. */
final class QuoteMode extends SeparatedMode {
    QuoteMode(Settings settings, ByteSink out) {
        super(settings, out);
    }

    @Override
    void name(byte[] name) {
        Quoting.sql(out, name);
    }

    @Override
    void value(Cells cells, int column) {
        switch (cells.type(column)) {
            case NULL -> out.put("NULL");
            case INTEGER -> out.put(cells.text(column));
            case REAL -> out.put(LongReal.text(cells.real(column)));
            case TEXT -> Quoting.sql(out, cells.text(column));
            case BLOB -> Quoting.blob(out, cells.blob(column), 'X', true);
        }
    }
}
