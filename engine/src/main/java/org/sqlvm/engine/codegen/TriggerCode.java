package org.sqlvm.engine.codegen;

import org.sqlvm.engine.error.SqlException;
import org.sqlvm.engine.program.Assembler;
import org.sqlvm.engine.schema.Schema;
import org.sqlvm.engine.schema.Table;
import org.sqlvm.engine.sql.tree.Name;
import org.sqlvm.engine.sql.tree.QualifiedName;
import org.sqlvm.engine.sql.tree.Statement;
import org.sqlvm.engine.sql.tree.Statement.TriggerTime;
import org.sqlvm.engine.virtual.VirtualTables;

/**
 * CREATE TRIGGER: a row in sqlite_schema. What the names in its program mean is looked at when a
 * statement fires it.
 */
final class TriggerCode {
    private TriggerCode() {}

    /** @param hasParameters the statement has some, which a trigger may not */
    static void emit(
            Assembler assembler,
            Statement.CreateTrigger tree,
            String sql,
            Schema schema,
            boolean hasParameters) {
        QualifiedName name = tree.name();
        Name database = name.schema();
        boolean temporary = tree.temporary() || (database != null && database.matches("temp"));
        if (tree.temporary() && database != null) {
            throw SqlException.error("temporary trigger may not have qualified name");
        }
        if (temporary) {
            throw SqlException.notSupported("TEMP objects", tree.span().start());
        }
        if (database != null && !database.matches("main")) {
            throw SqlException.error("unknown database " + database.text());
        }
        String owner = owner(tree, schema);
        String own = name.name().text();
        if (own.regionMatches(true, 0, "sqlite_", 0, "sqlite_".length())) {
            throw SqlException.error("object name reserved for internal use: " + own);
        }
        assembler.transaction(true);
        if (schema.trigger(own) != null) {
            if (!tree.ifNotExists()) {
                throw SqlException.error("trigger " + written(name, sql) + " already exists");
            }
            return;
        }
        if (Schema.key(owner).startsWith("sqlite_")) {
            throw SqlException.error("cannot create trigger on system table");
        }
        checkTime(tree, schema, owner);
        if (hasParameters) {
            throw SqlException.error("trigger cannot use variables");
        }
        String text = "CREATE TRIGGER "
                + sql.substring(name.name().span().start(), tree.span().end());
        SchemaCode.addObject(assembler, "trigger", own, owner, text);
    }

    private static String written(QualifiedName name, String sql) {
        return name.name().span().of(sql);
    }

    /** The table or view that it is on. */
    private static String owner(Statement.CreateTrigger tree, Schema schema) {
        QualifiedName target = tree.table();
        Table table = schema.table(target.name().text());
        boolean here = target.schema() == null || target.schema().matches("main");
        if (here && table != null) {
            return table.name();
        }
        if (here && schema.view(target.name().text()) != null) {
            return schema.view(target.name().text()).name();
        }
        if (here && VirtualTables.find(target.name().text()) != null) {
            throw SqlException.error("cannot create triggers on virtual tables");
        }
        throw SqlException.error(
                "no such table: " + (target.schema() == null ? "main." : "") + target);
    }

    private static void checkTime(Statement.CreateTrigger tree, Schema schema, String owner) {
        boolean view = schema.view(owner) != null;
        boolean instead = tree.time() == TriggerTime.INSTEAD_OF;
        if (view && !instead) {
            throw SqlException.error(
                    "cannot create " + tree.time() + " trigger on view: " + tree.table());
        }
        if (!view && instead) {
            throw SqlException.error("cannot create INSTEAD OF trigger on table: " + tree.table());
        }
    }
}
