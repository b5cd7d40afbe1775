package org.sqlvm.shell.mode;

import org.sqlvm.shell.terminal.ByteSink;

/** Values with a separator between them: sqlite3's default, "tabs" and "ascii". */
final class ListMode extends SeparatedMode {
    ListMode(Settings settings, ByteSink out) {
        super(settings, out);
    }

    @Override
    void name(byte[] name) {
        out.put(name);
    }

    @Override
    void value(Cells cells, int column) {
        out.put(cells.text(column, settings.nullValue));
    }
}
