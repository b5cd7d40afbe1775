package org.sqlvm.language.callbacks.host;

import com.oracle.truffle.api.RootCallTarget;

import org.sqlvm.api.TableColumns;
import org.sqlvm.api.TableFunction;
import org.sqlvm.engine.virtual.CollectionRows;
import org.sqlvm.engine.virtual.module.VirtualCursor;

import java.util.List;

/**
 * A table of a Java collection, or of a function that returns one.
 *
 * @param parameters the names of the function's parameters
 * @param kinds the types of the columns
 * @param readers the functions that read the columns
 * @param targets the call targets for the readers; see {@link HostTargets}
 */
public record HostTable(
        TableFunction<?> rows,
        List<String> parameters,
        TableColumns.Kind[] kinds,
        Object[] readers,
        RootCallTarget[] targets)
        implements CollectionRows {
    public static HostTable of(
            TableFunction<?> rows,
            List<String> parameters,
            List<TableColumns.Column> columns,
            HostTargets hostTargets) {
        TableColumns.Kind[] kinds = new TableColumns.Kind[columns.size()];
        Object[] readers = new Object[columns.size()];
        RootCallTarget[] targets = new RootCallTarget[columns.size()];
        for (int i = 0; i < readers.length; i++) {
            kinds[i] = columns.get(i).kind();
            readers[i] = columns.get(i).reader();
            targets[i] = hostTargets.reader(readers[i].getClass(), kinds[i]);
        }
        return new HostTable(rows, List.copyOf(parameters), kinds, readers, targets);
    }

    @Override
    public VirtualCursor open() {
        return new HostTableCursor(this);
    }
}
