package org.sqlvm.shell.mode;

import org.sqlvm.shell.terminal.ByteSink;

/** Values with a separator between them: sqlite3's default, and with a tab its mode "tabs". */
final class ListMode implements OutputMode {
    private final Settings settings;
    private final ByteSink out;
    private boolean started;

    ListMode(Settings settings, ByteSink out) {
        this.settings = settings;
        this.out = out;
    }

    @Override
    public void row(Cells cells) {
        int last = cells.count() - 1;
        if (!started && settings.headers) {
            for (int i = 0; i <= last; i++) {
                out.put(cells.name(i))
                        .put(i < last ? settings.columnSeparator : settings.rowSeparator);
            }
        }
        started = true;
        for (int i = 0; i <= last; i++) {
            out.put(cells.text(i, settings.nullValue));
            out.put(i < last ? settings.columnSeparator : settings.rowSeparator);
        }
    }
}
