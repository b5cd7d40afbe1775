package org.sqlvm.shell.mode;

import org.sqlvm.shell.terminal.ByteSink;

/** Prints one value a line, {@code name = value}; the names are right-justified. */
final class LineMode implements OutputMode {
    private static final int MINIMUM_NAME_WIDTH = 5;
    private static final byte[] EQUALS = {' ', '=', ' '};

    private final Settings settings;
    private final ByteSink out;
    private int nameWidth;

    LineMode(Settings settings, ByteSink out) {
        this.settings = settings;
        this.out = out;
    }

    @Override
    public void row(Cells cells) {
        if (nameWidth == 0) {
            nameWidth = MINIMUM_NAME_WIDTH;
            for (int i = 0; i < cells.count(); i++) {
                nameWidth = Math.max(nameWidth, cells.name(i).length);
            }
        } else {
            out.put(settings.rowSeparator);
        }
        for (int i = 0; i < cells.count(); i++) {
            byte[] name = cells.name(i);
            out.repeat(' ', nameWidth - name.length).put(name).put(EQUALS);
            out.put(cells.text(i, settings.nullValue)).put(settings.rowSeparator);
        }
    }
}
