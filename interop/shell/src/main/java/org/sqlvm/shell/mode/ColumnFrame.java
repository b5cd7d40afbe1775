package org.sqlvm.shell.mode;

import org.sqlvm.shell.terminal.ByteSink;

/** Mode column: two blanks between columns, the names underlined. */
record ColumnFrame(boolean headers) implements ColumnarMode.Frame {
    private static final String GAP = "  ";

    @Override
    public void head(ByteSink out, byte[][] names, int[] widths, int[] asked) {
        if (!headers) {
            return;
        }
        for (int i = 0; i < names.length; i++) {
            ColumnarMode.justified(out, names[i], widths[i], asked[i] < 0);
            out.put(i < names.length - 1 ? GAP : "\n");
        }
        for (int i = 0; i < names.length; i++) {
            out.repeat('-', widths[i]).put(i < names.length - 1 ? GAP : "\n");
        }
    }

    @Override
    public String rowStart() {
        return "";
    }

    @Override
    public String columnEnd() {
        return GAP;
    }

    @Override
    public String rowEnd() {
        return "\n";
    }

    @Override
    public void between(ByteSink out, int[] widths) {
        out.put('\n');
    }

    @Override
    public void foot(ByteSink out, int[] widths) {
        // The last row is the last line.
    }
}
