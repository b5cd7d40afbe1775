package org.sqlvm.language.callbacks.guest;

import org.sqlvm.engine.virtual.CollectionRows;
import org.sqlvm.language.values.BatchView;
import org.sqlvm.language.values.RowLoop;
import org.sqlvm.language.values.RowShape;

import java.util.EnumMap;
import java.util.Map;

/**
 * A collection of a language that has loops which take rows apart. Each table has loops of its own,
 * so that they are compiled together with what gives its rows.
 */
public final class GuestBatches implements CollectionRows {
    final GuestTable table;
    private final BatchView view;
    private final Map<RowShape, RowLoop> loops = new EnumMap<>(RowShape.class);

    private GuestBatches(GuestTable table, BatchView view) {
        this.table = table;
        this.view = view;
    }

    /** Returns the table with loops, if its language has them. */
    public static CollectionRows of(GuestTable table) {
        Object known =
                table.function() == null ? table.rows() : table.function().executable();
        BatchView view = BatchView.ofObject(known);
        return view == null || !view.hasRowLoops() ? table : new GuestBatches(table, view);
    }

    /** Returns the loop for rows of this form; null if there is none. */
    RowLoop loop(RowShape shape) {
        return loops.computeIfAbsent(shape, wanted -> view.rows(wanted, table.members()));
    }

    @Override
    public boolean hasBatches() {
        return true;
    }

    @Override
    public GuestBatchCursor open() {
        return new GuestBatchCursor(this);
    }
}
