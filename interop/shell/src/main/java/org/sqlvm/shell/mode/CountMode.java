package org.sqlvm.shell.mode;

import org.sqlvm.shell.terminal.ByteSink;

/** Prints only the number of rows. */
final class CountMode implements OutputMode {
    private final ByteSink out;
    private long count;

    CountMode(ByteSink out) {
        this.out = out;
    }

    @Override
    public void row(Cells cells) {
        count++;
    }

    @Override
    public void end() {
        out.line(count + (count == 1 ? " row" : " rows"));
    }
}
