package org.sqlvm.engine.virtual;

import org.sqlvm.api.ScanPlan;
import org.sqlvm.engine.data.Bytes;
import org.sqlvm.engine.data.Casts;
import org.sqlvm.engine.data.SqlNull;
import org.sqlvm.engine.virtual.module.CursorContext;
import org.sqlvm.engine.virtual.module.VirtualCursor;
import org.sqlvm.engine.virtual.pragma.Pragma;

import java.util.List;

/** The rows of a PRAGMA; the hidden columns repeat what it was asked. */
final class PragmaCursor extends VirtualCursor {
    private final Pragma pragma;
    private final CursorContext context;
    /** By hidden column: its value. */
    private final Object[] asked = new Object[2];

    private List<Object[]> rows = List.of();
    private int place;

    PragmaCursor(Pragma pragma, CursorContext context) {
        this.pragma = pragma;
        this.context = context;
    }

    @Override
    public void filter(ScanPlan plan, Object[] arguments) {
        for (int i = 0; i < asked.length; i++) {
            Object value = i < arguments.length ? arguments[i] : SqlNull.NULL;
            asked[i] = value instanceof Bytes bytes ? bytes.owned() : value;
        }
        boolean all = plan == PragmaTable.STATEMENT;
        int database = all || pragma.takesArgument() ? 1 : 0;
        rows = context.pragma(
                pragma,
                all || pragma.takesArgument() ? text(asked[0]) : null,
                all || pragma.takesDatabase() ? text(asked[database]) : null);
        place = -1;
    }

    private static String text(Object value) {
        return value == SqlNull.NULL ? null : Casts.toText(value).toString();
    }

    @Override
    public boolean next() {
        return ++place < rows.size();
    }

    @Override
    public Object column(int column) {
        int hidden = column - pragma.columns().size();
        return hidden < 0 ? rows.get(place)[column] : asked[hidden];
    }

    @Override
    public long rowid() {
        return place + 1L;
    }
}
