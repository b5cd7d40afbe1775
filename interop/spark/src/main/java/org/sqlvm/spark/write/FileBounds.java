package org.sqlvm.spark.write;

import org.apache.spark.sql.types.AtomicType;
import org.apache.spark.sql.types.BinaryType;
import org.apache.spark.sql.types.StructField;
import org.sqlvm.api.Database;
import org.sqlvm.api.Rows;
import org.sqlvm.api.text.SqlText;
import org.sqlvm.spark.manifest.Bound;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.StringJoiner;

/** The least and the greatest values of the columns that a task has written. */
final class FileBounds {
    /** Longer texts are no bounds: the manifest of many files must stay small. */
    private static final int TEXT_MAX = 64;

    private FileBounds() {}

    /** Reads the bounds of all columns but those of bytes, arrays, maps and structs. */
    static List<Bound> of(Database database, Target target) {
        List<StructField> fields = Arrays.stream(target.schema().fields())
                .filter(field -> field.dataType() instanceof AtomicType
                        && !(field.dataType() instanceof BinaryType))
                .toList();
        if (fields.isEmpty()) {
            return List.of();
        }
        StringJoiner sql = new StringJoiner(", ", "SELECT ", " FROM " + target.quotedTable());
        for (StructField field : fields) {
            String name = SqlText.quoted(field.name());
            sql.add("min(" + name + "), max(" + name + "), count(*) - count(" + name + ")");
        }
        List<Bound> bounds = new ArrayList<>();
        try (Rows rows = database.query(sql.toString())) {
            rows.next();
            for (int i = 0; i < fields.size(); i++) {
                Object least = rows.getObject(3 * i);
                Object greatest = rows.getObject(3 * i + 1);
                long nulls = rows.getLong(3 * i + 2);
                boolean isKnown = isShort(least) && isShort(greatest);
                bounds.add(new Bound(
                        fields.get(i).name(),
                        isKnown ? least : null,
                        isKnown ? greatest : null,
                        nulls));
            }
        }
        return bounds;
    }

    private static boolean isShort(Object value) {
        return !(value instanceof String text) || text.length() <= TEXT_MAX;
    }
}
