package org.sqlvm.shell.mode;

import org.sqlvm.shell.terminal.ByteSink;
import org.sqlvm.shell.text.Quoting;

/** Strings quoted as C and Tcl understand them. */
final class TclMode extends SeparatedMode {
    TclMode(Settings settings, ByteSink out) {
        super(settings, out);
    }

    @Override
    void name(byte[] name) {
        Quoting.cString(out, name);
    }

    @Override
    void value(Cells cells, int column) {
        Quoting.cString(out, cells.text(column, settings.nullValue));
    }
}
