package org.sqlvm.test.engines;

import java.util.ArrayList;
import java.util.List;

/** Draws the rows of EXPLAIN QUERY PLAN (id, parent, unused, detail) as sqlite3's shell does. */
public final class PlanTree {
    private PlanTree() {}

    public static List<String> draw(List<Object[]> rows) {
        List<String> lines = new ArrayList<>();
        draw(rows, 0, "", lines);
        return lines;
    }

    private static void draw(List<Object[]> rows, long parent, String indent, List<String> lines) {
        List<Object[]> children =
                rows.stream().filter(row -> row[1].equals(parent)).toList();
        for (int i = 0; i < children.size(); i++) {
            boolean last = i == children.size() - 1;
            Object[] row = children.get(i);
            lines.add(indent + (last ? "`--" : "|--") + row[3]);
            draw(rows, (Long) row[0], indent + (last ? "   " : "|  "), lines);
        }
    }
}
