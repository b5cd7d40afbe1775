package org.sqlvm.shell.mode;

/** Shows nothing: to time a query without its output. */
final class OffMode implements OutputMode {
    @Override
    public void row(Cells cells) {
        // The row has been read; that is all that was asked for.
    }
}
