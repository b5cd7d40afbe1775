package org.sqlvm.shell.mode;

import org.sqlvm.api.text.SqlText;
import org.sqlvm.shell.terminal.ByteSink;
import org.sqlvm.shell.text.Quoting;

/** Writes INSERT statements that recreate the rows; .dump uses them too. */
public final class InsertMode implements OutputMode {
    private final Settings settings;
    private final ByteSink out;
    private final String target;
    private final boolean plainNewlines;

    InsertMode(Settings settings, ByteSink out) {
        this(settings, out, SqlText.quotedIfNeeded(settings.insertTable), false);
    }

    /**
     * @param target table name and perhaps column list, quoted already
     * @param plainNewlines whether line ends in TEXT stay as they are; else they become char(10)
     */
    public InsertMode(Settings settings, ByteSink out, String target, boolean plainNewlines) {
        this.settings = settings;
        this.out = out;
        this.target = target;
        this.plainNewlines = plainNewlines;
    }

    @Override
    public void row(Cells cells) {
        out.put("INSERT INTO ").put(target);
        if (settings.headers) {
            for (int i = 0; i < cells.count(); i++) {
                out.put(i == 0 ? '(' : ',');
                Quoting.identifier(out, cells.name(i));
            }
            out.put(')');
        }
        for (int i = 0; i < cells.count(); i++) {
            out.put(i == 0 ? " VALUES(" : ",");
            value(cells, i);
        }
        out.line(");");
    }

    private void value(Cells cells, int column) {
        switch (cells.type(column)) {
            case NULL -> out.put("NULL");
            case INTEGER -> out.put(cells.text(column));
            case REAL -> out.put(real(cells.real(column)));
            case TEXT -> {
                if (plainNewlines) {
                    Quoting.sql(out, cells.text(column));
                } else {
                    Quoting.sqlWithoutNewlines(out, cells.text(column));
                }
            }
            case BLOB -> Quoting.blob(out, cells.blob(column), 'X', true);
        }
    }

    /** A number with all of its digits. */
    public static String real(double value) {
        long integer = (long) value;
        boolean inRange = value >= -0x1p63 && value < 0x1p63;
        return inRange && integer == value ? integer + ".0" : LongReal.literal(value);
    }
}
