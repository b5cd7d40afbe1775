package org.sqlvm.engine.virtual.files;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/** Names of columns: none is empty, and no two are the same in any case. */
public final class ColumnNames {
    private ColumnNames() {}

    public static List<String> unique(List<String> texts) {
        Set<String> seen = new HashSet<>();
        List<String> names = new ArrayList<>();
        for (String text : texts) {
            // A name of SQL ends at a NUL.
            String written = text.replace('\0', '\ufffd').strip();
            String name = written.isEmpty() ? "column" + names.size() : written;
            String unique = name;
            for (int i = 1; !seen.add(unique.toLowerCase(Locale.ROOT)); i++) {
                unique = name + "_" + i;
            }
            names.add(unique);
        }
        return names;
    }

    /** The names of columns that the file does not name. */
    static List<String> numbered(int count) {
        List<String> names = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            names.add("column" + i);
        }
        return names;
    }
}
