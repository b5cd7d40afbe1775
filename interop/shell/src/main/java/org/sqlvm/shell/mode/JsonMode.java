package org.sqlvm.shell.mode;

import org.sqlvm.shell.terminal.ByteSink;
import org.sqlvm.shell.text.Quoting;

/** An array of objects, one for each row. */
final class JsonMode implements OutputMode {
    private final ByteSink out;
    private boolean started;

    JsonMode(ByteSink out) {
        this.out = out;
    }

    @Override
    public void row(Cells cells) {
        out.put(started ? ",\n{" : "[{");
        started = true;
        for (int i = 0; i < cells.count(); i++) {
            if (i > 0) {
                out.put(',');
            }
            Quoting.json(out, cells.name(i));
            out.put(':');
            value(cells, i);
        }
        out.put('}');
    }

    private void value(Cells cells, int column) {
        switch (cells.type(column)) {
            case NULL -> out.put("null");
            case INTEGER -> out.put(cells.text(column));
            case REAL -> out.put(LongReal.literal(cells.real(column)));
            case TEXT -> Quoting.json(out, cells.text(column));
            case BLOB -> Quoting.json(out, cells.blobAsText(column));
        }
    }

    @Override
    public void end() {
        out.line("]");
    }
}
