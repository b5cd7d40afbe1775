package org.sqlvm.spark.write;

import org.apache.spark.sql.connector.catalog.Column;
import org.apache.spark.sql.connector.catalog.TableChange;
import org.apache.spark.sql.connector.catalog.constraints.Constraint;
import org.apache.spark.sql.connector.catalog.constraints.PrimaryKey;
import org.apache.spark.sql.connector.expressions.NamedReference;
import org.apache.spark.sql.types.ByteType;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.IntegerType;
import org.apache.spark.sql.types.LongType;
import org.apache.spark.sql.types.ShortType;
import org.sqlvm.api.text.SqlText;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.StringJoiner;

/** Statements for the changes of a catalog's tables. */
public final class CatalogChanges {
    private CatalogChanges() {}

    /**
     * Returns CREATE TABLE. A PRIMARY KEY of one integer is the rowid.
     *
     * @throws UnsupportedOperationException for other constraints, and for defaults
     */
    public static String create(String table, Column[] columns, Constraint[] constraints) {
        List<String> key = List.of();
        for (Constraint constraint : constraints) {
            if (!(constraint instanceof PrimaryKey primary)) {
                throw unsupported("the constraint " + constraint.toDDL());
            }
            key = Arrays.stream(primary.columns()).map(CatalogChanges::name).toList();
        }
        StringJoiner parts = new StringJoiner(", ", "(", ")");
        boolean isRowid = false;
        for (Column column : columns) {
            if (column.defaultValue() != null || column.generationExpression() != null) {
                throw unsupported("DEFAULT and GENERATED");
            }
            String declared = declared(column.name(), column.dataType(), column.nullable());
            if (key.equals(List.of(column.name())) && isInteger(column.dataType())) {
                isRowid = true;
                declared = SqlText.quoted(column.name()) + " INTEGER PRIMARY KEY";
            }
            parts.add(declared);
        }
        if (!key.isEmpty() && !isRowid) {
            StringJoiner names = new StringJoiner(", ", "PRIMARY KEY(", ")");
            key.forEach(name -> names.add(SqlText.quoted(name)));
            parts.add(names.toString());
        }
        return "CREATE TABLE main." + SqlText.quoted(table) + parts;
    }

    private static String name(NamedReference reference) {
        return name(reference.fieldNames());
    }

    private static String name(String[] path) {
        if (path.length != 1) {
            throw unsupported("a nested column");
        }
        return path[0];
    }

    private static boolean isInteger(DataType type) {
        return type instanceof LongType
                || type instanceof IntegerType
                || type instanceof ShortType
                || type instanceof ByteType;
    }

    private static String declared(String name, DataType type, boolean nullable) {
        return SqlText.quoted(name) + " " + SqlTypeNames.of(type) + (nullable ? "" : " NOT NULL");
    }

    /**
     * Returns a statement for each change of a table.
     *
     * @throws UnsupportedOperationException for a change that is no ALTER TABLE of SQLite
     */
    public static List<String> alter(String table, TableChange[] changes) {
        List<String> statements = new ArrayList<>();
        String alter = "ALTER TABLE main." + SqlText.quoted(table);
        for (TableChange change : changes) {
            statements.add(alter
                    + switch (change) {
                        case TableChange.AddColumn add -> added(add);
                        case TableChange.RenameColumn rename ->
                            " RENAME COLUMN " + SqlText.quoted(name(rename.fieldNames())) + " TO "
                                    + SqlText.quoted(rename.newName());
                        case TableChange.DeleteColumn delete ->
                            " DROP COLUMN " + SqlText.quoted(name(delete.fieldNames()));
                        default -> throw unsupported(change.getClass().getSimpleName());
                    });
        }
        return statements;
    }

    private static String added(TableChange.AddColumn add) {
        if (add.position() != null || add.defaultValue() != null) {
            throw unsupported("FIRST, AFTER and DEFAULT");
        }
        return " ADD COLUMN " + declared(name(add.fieldNames()), add.dataType(), add.isNullable());
    }

    /** Returns ALTER TABLE RENAME. */
    public static String rename(String table, String newName) {
        return "ALTER TABLE main." + SqlText.quoted(table) + " RENAME TO "
                + SqlText.quoted(newName);
    }

    /** Returns DROP TABLE. */
    public static String drop(String table) {
        return "DROP TABLE main." + SqlText.quoted(table);
    }

    private static UnsupportedOperationException unsupported(String what) {
        return new UnsupportedOperationException("sqlvm does not support " + what);
    }
}
