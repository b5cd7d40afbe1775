package org.sqlvm.engine.virtual.files;

import org.sqlvm.api.files.ColumnType;
import org.sqlvm.api.files.FileColumn;
import org.sqlvm.api.files.FileOptions;
import org.sqlvm.engine.data.Affinity;
import org.sqlvm.engine.data.TextEncoding;
import org.sqlvm.engine.error.SqlException;
import org.sqlvm.engine.prepare.Preparation;
import org.sqlvm.engine.row.function.Registered;
import org.sqlvm.engine.schema.Column;
import org.sqlvm.engine.schema.TableBuilder;
import org.sqlvm.engine.sql.Parser;
import org.sqlvm.engine.sql.tree.Statement;

import java.util.ArrayList;
import java.util.List;

/** Columns that the user declares, as CREATE TABLE does: {@code columns = 'id INTEGER, name'}. */
public final class DeclaredColumns {
    /** Names and types do not depend on what a user has registered. */
    private static final Preparation PREPARATION =
            Preparation.idle(TextEncoding.UTF8, Registered.NONE);

    private DeclaredColumns() {}

    /** The columns of the option {@code columns}; null if it is not given. */
    public static List<FileColumn> all(FileOptions options) {
        return of(options, "columns");
    }

    /**
     * The columns with the types that the option {@code types} says.
     *
     * @throws SqlException if it names another column
     */
    public static List<FileColumn> withTypes(List<FileColumn> columns, FileOptions options) {
        List<FileColumn> declared = of(options, "types");
        if (declared == null) {
            return columns;
        }
        List<FileColumn> changed = new ArrayList<>(columns);
        for (FileColumn wanted : declared) {
            int place = place(columns, wanted.name());
            if (place < 0) {
                throw SqlException.error("option types: no such column: " + wanted.name());
            }
            String name = columns.get(place).name();
            changed.set(place, new FileColumn(name, wanted.type(), wanted.declared()));
        }
        return changed;
    }

    /** The place of the column of that name, in any case, or -1. */
    static int place(List<FileColumn> columns, String name) {
        for (int i = 0; i < columns.size(); i++) {
            if (columns.get(i).name().equalsIgnoreCase(name)) {
                return i;
            }
        }
        return -1;
    }

    private static ColumnType type(Affinity affinity) {
        return switch (affinity) {
            case INTEGER -> ColumnType.INTEGER;
            case REAL -> ColumnType.REAL;
            case NUMERIC -> ColumnType.NUMERIC;
            case TEXT -> ColumnType.TEXT;
            default -> ColumnType.ANY;
        };
    }

    private static List<FileColumn> of(FileOptions options, String option) {
        String text = options.text(option);
        if (text == null) {
            return null;
        }
        String sql = "CREATE TABLE x(" + text + ")";
        List<FileColumn> columns = new ArrayList<>();
        try {
            if (!(Parser.parseSchemaSql(sql) instanceof Statement.CreateTable tree)
                    || tree.select() != null) {
                throw FileOptions.bad(option, text, "columns with types");
            }
            for (Column column : TableBuilder.build(tree, sql, PREPARATION).columns()) {
                String type = column.declaredType() == null ? "" : column.declaredType();
                columns.add(new FileColumn(column.name(), type(column.affinity()), type));
            }
        } catch (SqlException e) {
            throw SqlException.error("option " + option + ": " + e.getMessage());
        }
        return columns;
    }
}
