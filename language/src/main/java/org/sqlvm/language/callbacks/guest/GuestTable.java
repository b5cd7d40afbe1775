package org.sqlvm.language.callbacks.guest;

import com.oracle.truffle.api.interop.InteropLibrary;
import com.oracle.truffle.api.interop.UnsupportedMessageException;

import org.sqlvm.engine.row.function.RegisteredTable;
import org.sqlvm.engine.virtual.CollectionRows;
import org.sqlvm.engine.virtual.module.VirtualCursor;
import org.sqlvm.language.values.RowShape;

import java.util.ArrayList;
import java.util.List;

/**
 * A collection of another language as a table.
 *
 * @param name the table's name, for errors
 * @param rows an object with array elements or an iterator; null if a function returns it
 * @param function returns an object with array elements or an iterator for values of the
 *     parameters; null if there are no parameters
 * @param parameters the names of the parameters, which are hidden columns
 * @param shape the form of the rows; null if there were none yet
 * @param keys the keys of rows that are a {@code HASH}
 * @param members the names of the columns, which are also the members' names in {@code MEMBERS}
 */
public record GuestTable(
        String name,
        Object rows,
        GuestCallee function,
        List<String> parameters,
        RowShape shape,
        Object[] keys,
        String[] members)
        implements CollectionRows {
    /** The columns, which may be of any type. */
    public List<RegisteredTable.Column> columns() {
        List<RegisteredTable.Column> columns = new ArrayList<>();
        for (String member : members) {
            columns.add(new RegisteredTable.Column(member, ""));
        }
        for (String parameter : parameters) {
            columns.add(new RegisteredTable.Column(parameter, "", true));
        }
        return columns;
    }

    /** Returns the current number of rows; 0 if it is not known. */
    public long rowCount() {
        InteropLibrary interop = InteropLibrary.getUncached();
        try {
            return function == null && interop.hasArrayElements(rows)
                    ? interop.getArraySize(rows)
                    : 0;
        } catch (UnsupportedMessageException _) {
            return 0;
        }
    }

    @Override
    public VirtualCursor open() {
        return new GuestTableCursor(this);
    }
}
