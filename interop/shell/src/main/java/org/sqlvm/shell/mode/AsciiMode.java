package org.sqlvm.shell.mode;

import org.sqlvm.shell.terminal.ByteSink;

/** As {@link ListMode}; the separators are those that ASCII made for it, 0x1F and 0x1E. */
final class AsciiMode implements OutputMode {
    private final ListMode list;

    AsciiMode(Settings settings, ByteSink out) {
        list = new ListMode(settings, out);
    }

    @Override
    public void row(Cells cells) {
        list.row(cells);
    }
}
