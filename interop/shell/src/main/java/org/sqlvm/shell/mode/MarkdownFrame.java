package org.sqlvm.shell.mode;

import org.sqlvm.shell.terminal.ByteSink;

/** Mode markdown: a table of GitHub's Markdown. */
record MarkdownFrame() implements ColumnarMode.Frame {
    @Override
    public void head(ByteSink out, byte[][] names, int[] widths, int[] asked) {
        TableFrame.names(out, names, widths);
        TableFrame.rule(out, widths, '|');
    }

    @Override
    public String rowStart() {
        return "| ";
    }

    @Override
    public String columnEnd() {
        return " | ";
    }

    @Override
    public String rowEnd() {
        return " |\n";
    }

    @Override
    public void between(ByteSink out, int[] widths) {
        // Markdown knows no line between rows.
    }

    @Override
    public void foot(ByteSink out, int[] widths) {
        // The last row is the last line.
    }
}
