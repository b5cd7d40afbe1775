package org.sqlvm.shell.mode;

import org.sqlvm.shell.terminal.ByteSink;

/**
 * Instructions of EXPLAIN in columns of fixed widths. A reader who knows which instructions are
 * loops gives an indentation for each row; see {@link ExplainIndent}.
 */
public final class ExplainMode implements OutputMode {
    private static final int[] WIDTHS = {4, 13, 4, 4, 4, 13, 2, 13};
    private static final int OPCODE = 1;

    private final Settings settings;
    private final ByteSink out;
    private final int[] indents;
    private int index;

    public ExplainMode(Settings settings, ByteSink out, int[] indents) {
        this.settings = settings;
        this.out = out;
        this.indents = indents;
    }

    @Override
    public void row(Cells cells) {
        int count = Math.min(cells.count(), WIDTHS.length);
        if (index == 0) {
            for (int i = 0; i < count; i++) {
                ColumnarMode.justified(out, cells.name(i), WIDTHS[i], false);
                out.put(i < count - 1 ? "  " : "\n");
            }
            for (int i = 0; i < count; i++) {
                out.repeat('-', WIDTHS[i]).put(i < count - 1 ? "  " : "\n");
            }
        }
        for (int i = 0; i < count; i++) {
            byte[] text = cells.text(i);
            int width = i == count - 1 ? 0 : WIDTHS[i];
            if (text != null) {
                width = Math.max(width, ColumnarMode.characters(text));
            } else {
                text = settings.nullValue;
            }
            if (i == OPCODE && index < indents.length) {
                out.repeat(' ', indents[index]);
            }
            ColumnarMode.justified(out, text, width, false);
            out.put(i < count - 1 ? "  " : "\n");
        }
        index++;
    }
}
