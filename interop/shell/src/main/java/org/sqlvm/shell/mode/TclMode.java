package org.sqlvm.shell.mode;

import org.sqlvm.shell.terminal.ByteSink;
import org.sqlvm.shell.text.Quoting;

/** Strings quoted as C and Tcl understand them. */
final class TclMode implements OutputMode {
    private final Settings settings;
    private final ByteSink out;
    private boolean started;

    TclMode(Settings settings, ByteSink out) {
        this.settings = settings;
        this.out = out;
    }

    @Override
    public void row(Cells cells) {
        if (!started && settings.headers) {
            for (int i = 0; i < cells.count(); i++) {
                element(cells.name(i), i, cells.count());
            }
            out.put(settings.rowSeparator);
        }
        started = true;
        for (int i = 0; i < cells.count(); i++) {
            element(cells.text(i, settings.nullValue), i, cells.count());
        }
        out.put(settings.rowSeparator);
    }

    private void element(byte[] text, int index, int count) {
        Quoting.cString(out, text);
        if (index < count - 1) {
            out.put(settings.columnSeparator);
        }
    }
}
