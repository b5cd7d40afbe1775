package org.sqlvm.engine.virtual;

import org.sqlvm.engine.error.SqlException;
import org.sqlvm.engine.prepare.Preparation;
import org.sqlvm.engine.schema.Column;
import org.sqlvm.engine.schema.Index;
import org.sqlvm.engine.schema.Table;
import org.sqlvm.engine.schema.TableBuilder;
import org.sqlvm.engine.sql.Identifiers;
import org.sqlvm.engine.sql.Parser;
import org.sqlvm.engine.sql.tree.Statement;
import org.sqlvm.engine.virtual.module.ModuleCall;

import java.util.ArrayList;
import java.util.List;

/** Reads what a module declares its table to be (sqlite.org/c3ref/declare_vtab.html). */
final class Declarations {
    private static final String HIDDEN = "hidden";

    private Declarations() {}

    /** A declaration of columns without types, some of them hidden. */
    static String text(List<String> shown, List<String> hidden) {
        List<String> columns = new ArrayList<>();
        shown.forEach(name -> columns.add(Identifiers.quoted(name)));
        hidden.forEach(name -> columns.add(Identifiers.quoted(name) + " " + HIDDEN));
        return "CREATE TABLE x(" + String.join(", ", columns) + ")";
    }

    private static Table built(String declaration, Preparation preparation) {
        if (!(Parser.parseSchemaSql(declaration) instanceof Statement.CreateTable tree)
                || tree.select() != null) {
            throw SqlException.error("declare_vtab: syntax error");
        }
        return TableBuilder.build(tree, declaration, preparation);
    }

    /** The columns that are declared. */
    static List<Column> columns(String declaration, Preparation preparation) {
        return columns(built(declaration, preparation));
    }

    private static List<Column> columns(Table built) {
        List<Column> columns = new ArrayList<>();
        for (Column column : built.columns()) {
            String type = shown(column.declaredType());
            boolean hidden = type != null && !type.equals(column.declaredType());
            columns.add(Column.plain(
                    column.name(),
                    hidden && type.isEmpty() ? null : type,
                    column.affinity(), // HIDDEN is a type to it.
                    column.collation(),
                    column.recordIndex() < 0 ? columns.size() : column.recordIndex(),
                    hidden));
        }
        return columns;
    }

    /** The table: constraints but the key of WITHOUT ROWID mean nothing. */
    static Table table(String declaration, ModuleCall call, Preparation preparation) {
        Table built = built(declaration, preparation);
        List<Column> columns = columns(built);
        Index key = built.withoutRowid() ? built.primaryKey() : null;
        if (built.withoutRowid() && key.keyCount() != 1) {
            throw SqlException.error("constructor called sqlite3_declare_vtab() with a"
                    + " WITHOUT ROWID table whose key is not one column");
        }
        return new Table(
                call.table(),
                call.database(),
                Table.VIRTUAL_ROOT,
                columns,
                -1,
                built.withoutRowid(),
                false,
                false,
                key,
                List.of(),
                0,
                declaration);
    }

    /** A type without the word HIDDEN. */
    private static String shown(String type) {
        if (type == null) {
            return null;
        }
        List<String> words = new ArrayList<>();
        for (String word : type.split(" ")) {
            if (!word.equalsIgnoreCase(HIDDEN)) {
                words.add(word);
            }
        }
        return String.join(" ", words);
    }
}
