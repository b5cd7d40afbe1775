package org.sqlvm.shell.mode;

import org.sqlvm.shell.terminal.ByteSink;

/** A row of values with separators between them, below the columns' names if those are wanted. */
abstract sealed class SeparatedMode implements OutputMode
        permits CsvMode, ListMode, QuoteMode, TclMode {
    final Settings settings;
    final ByteSink out;
    private boolean started;

    SeparatedMode(Settings settings, ByteSink out) {
        this.settings = settings;
        this.out = out;
    }

    @Override
    public final void row(Cells cells) {
        int last = cells.count() - 1;
        if (!started && settings.headers) {
            for (int i = 0; i <= last; i++) {
                name(cells.name(i));
                separate(i == last);
            }
        }
        started = true;
        for (int i = 0; i <= last; i++) {
            value(cells, i);
            separate(i == last);
        }
    }

    private void separate(boolean isLast) {
        out.put(isLast ? settings.rowSeparator : settings.columnSeparator);
    }

    /** Prints the name of a column. */
    abstract void name(byte[] name);

    /** Prints a value of the row. */
    abstract void value(Cells cells, int column);
}
