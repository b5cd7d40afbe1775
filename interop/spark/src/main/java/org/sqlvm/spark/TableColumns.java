package org.sqlvm.spark;

import org.apache.spark.sql.types.Metadata;
import org.apache.spark.sql.types.StructField;
import org.apache.spark.sql.types.StructType;
import org.sqlvm.api.Database;
import org.sqlvm.api.DeclaredType.Affinity;
import org.sqlvm.api.Rows;

import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;

/** The columns of a table as a schema of Spark. */
final class TableColumns {
    /** Rows whose storage classes are looked at for columns without a type. */
    private static final int SAMPLE_ROWS = 1000;

    private TableColumns() {}

    /**
     * Reads the schema of a table or view; hidden columns are left out.
     *
     * @param isMixed whether columns with values of a wrong kind are STRING; all rows are read then
     * @return null if there is none of this name
     */
    static StructType read(Database database, String table, boolean isMixed) {
        List<StructField> fields = new ArrayList<>();
        try (Rows rows = database.query(
                "SELECT name, type, \"notnull\", pk, hidden FROM pragma_table_xinfo(?)"
                        + " WHERE hidden <> 1",
                table)) {
            while (rows.next()) {
                String name = rows.getText(0);
                ValueKind kind = ValueKind.ofDeclared(rows.getText(1));
                if (kind == null) {
                    kind = sampled(database, table, name);
                }
                boolean nullable = rows.getLong(2) == 0;
                fields.add(new StructField(name, kind.type(), nullable, Metadata.empty()));
            }
        }
        if (isMixed && !fields.isEmpty()) {
            findMixed(database, table, fields);
        }
        return fields.isEmpty() ? null : new StructType(fields.toArray(StructField[]::new));
    }

    /** Makes columns STRING that have values of another storage class than their type's. */
    private static void findMixed(Database database, String table, List<StructField> fields) {
        StringBuilder sql = new StringBuilder("SELECT 1");
        for (StructField field : fields) {
            ValueKind kind = ValueKind.ofType(field.name(), field.dataType());
            sql.append(", count(*) FILTER (WHERE ");
            sql.append(new ReadColumn(field.name(), kind, Affinity.BLOB, false, false).mismatch());
            sql.append(')');
        }
        sql.append(" FROM main.").append(Location.quoted(table));
        try (Rows rows = database.query(sql.toString())) {
            rows.next();
            for (int i = 0; i < fields.size(); i++) {
                StructField field = fields.get(i);
                if (rows.getLong(i + 1) > 0) {
                    fields.set(
                            i,
                            new StructField(
                                    field.name(),
                                    ValueKind.STRING.type(),
                                    field.nullable(),
                                    Metadata.empty()));
                }
            }
        }
    }

    /** The kind of the values in the table's first rows; STRING if they are of several. */
    private static ValueKind sampled(Database database, String table, String column) {
        Set<Rows.Type> seen = EnumSet.noneOf(Rows.Type.class);
        String sql = "SELECT " + Location.quoted(column) + " FROM " + Location.quoted(table)
                + " LIMIT " + SAMPLE_ROWS;
        try (Rows rows = database.query(sql)) {
            while (rows.next()) {
                seen.add(rows.type(0));
            }
        }
        seen.remove(Rows.Type.NULL);
        if (seen.equals(EnumSet.of(Rows.Type.INTEGER, Rows.Type.REAL))) {
            return ValueKind.DOUBLE;
        }
        return seen.size() == 1 ? ValueKind.ofStorage(seen.iterator().next()) : ValueKind.STRING;
    }
}
