package org.sqlvm.shell.mode;

import org.sqlvm.shell.terminal.ByteSink;

/** Mode table: lines drawn in ASCII. */
record TableFrame() implements ColumnarMode.Frame {
    @Override
    public void head(ByteSink out, byte[][] names, int[] widths, int[] asked) {
        rule(out, widths, '+');
        names(out, names, widths);
        rule(out, widths, '+');
    }

    static void names(ByteSink out, byte[][] names, int[] widths) {
        out.put("| ");
        for (int i = 0; i < names.length; i++) {
            ColumnarMode.centered(out, names[i], widths[i]);
            out.put(i < names.length - 1 ? " | " : " |\n");
        }
    }

    static void rule(ByteSink out, int[] widths, char crossing) {
        out.put(crossing);
        for (int width : widths) {
            out.repeat('-', width + 2).put(crossing);
        }
        out.put('\n');
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
        rule(out, widths, '+');
    }

    @Override
    public void foot(ByteSink out, int[] widths) {
        rule(out, widths, '+');
    }
}
