package org.sqlvm.language;

import org.sqlvm.api.Database;
import org.sqlvm.api.Rows;

import java.util.ArrayList;
import java.util.List;

/** Results of queries, for tests. */
public final class AllRows {
    private AllRows() {}

    /** The values of all rows, one after the other. */
    public static List<Object> all(Database database, String sql, Object... parameters) {
        List<Object> values = new ArrayList<>();
        try (Rows rows = database.query(sql, parameters)) {
            while (rows.next()) {
                for (int i = 0; i < rows.columnCount(); i++) {
                    values.add(rows.getObject(i));
                }
            }
        }
        return values;
    }
}
