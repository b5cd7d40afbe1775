package org.sqlvm.shell.mode;

import org.sqlvm.shell.terminal.ByteSink;
import org.sqlvm.shell.text.Quoting;

/** Rows of an HTML table. */
final class HtmlMode implements OutputMode {
    private final Settings settings;
    private final ByteSink out;
    private boolean started;

    HtmlMode(Settings settings, ByteSink out) {
        this.settings = settings;
        this.out = out;
    }

    @Override
    public void row(Cells cells) {
        if (!started && settings.headers) {
            out.put("<TR>");
            for (int i = 0; i < cells.count(); i++) {
                element("TH", cells.name(i));
            }
            out.line("</TR>");
        }
        started = true;
        out.put("<TR>");
        for (int i = 0; i < cells.count(); i++) {
            element("TD", cells.text(i, settings.nullValue));
        }
        out.line("</TR>");
    }

    private void element(String tag, byte[] text) {
        out.put("<").put(tag).put(">");
        Quoting.html(out, text);
        out.put("</").put(tag).put(">\n");
    }
}
