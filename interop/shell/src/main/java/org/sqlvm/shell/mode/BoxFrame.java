package org.sqlvm.shell.mode;

import org.sqlvm.shell.terminal.ByteSink;

import java.nio.charset.StandardCharsets;

/** Mode box: lines drawn with the box characters of Unicode. */
record BoxFrame() implements ColumnarMode.Frame {
    private static final byte[] DASH = "─".getBytes(StandardCharsets.UTF_8);

    @Override
    public void head(ByteSink out, byte[][] names, int[] widths, int[] asked) {
        rule(out, widths, "┌", "┬", "┐");
        out.put("│ ");
        for (int i = 0; i < names.length; i++) {
            ColumnarMode.centered(out, names[i], widths[i]);
            out.put(i < names.length - 1 ? " │ " : " │\n");
        }
        between(out, widths);
    }

    @Override
    public String rowStart() {
        return "│ ";
    }

    @Override
    public String columnEnd() {
        return " │ ";
    }

    @Override
    public String rowEnd() {
        return " │\n";
    }

    @Override
    public void between(ByteSink out, int[] widths) {
        rule(out, widths, "├", "┼", "┤");
    }

    @Override
    public void foot(ByteSink out, int[] widths) {
        rule(out, widths, "└", "┴", "┘");
    }

    private static void rule(
            ByteSink out, int[] widths, String left, String crossing, String right) {
        for (int i = 0; i < widths.length; i++) {
            out.put(i == 0 ? left : crossing).repeat(DASH, widths[i] + 2);
        }
        out.line(right);
    }
}
