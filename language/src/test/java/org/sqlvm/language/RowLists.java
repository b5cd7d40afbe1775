package org.sqlvm.language;

import org.sqlvm.api.Database;
import org.sqlvm.api.Rows;

import java.util.ArrayList;
import java.util.List;

/** Rows as lists, to be compared. */
public final class RowLists {
    private RowLists() {}

    /** Those of a query. */
    public static List<List<Object>> query(Database database, String sql) {
        return all(database.query(sql));
    }

    /** Those that are left, which are closed then. */
    public static List<List<Object>> all(Rows rows) {
        List<List<Object>> all = new ArrayList<>();
        try (rows) {
            while (rows.next()) {
                List<Object> row = new ArrayList<>();
                for (int i = 0; i < rows.columnCount(); i++) {
                    row.add(rows.getObject(i));
                }
                all.add(row);
            }
        }
        return all;
    }
}
