package org.sqlvm.engine.codegen.schema;

import org.sqlvm.engine.error.SqlException;
import org.sqlvm.engine.plan.resolve.Definitions;
import org.sqlvm.engine.program.Assembler;
import org.sqlvm.engine.schema.Schema;
import org.sqlvm.engine.sql.tree.QualifiedName;
import org.sqlvm.engine.sql.tree.Statement;
import org.sqlvm.engine.sql.tree.Statement.TriggerTime;
import org.sqlvm.engine.virtual.VirtualTables;

/**
 * CREATE TRIGGER: a row in sqlite_schema. What the names in its program mean is looked at when a
 * statement fires it.
 */
public final class TriggerCode {
    private TriggerCode() {}

    /** @param hasParameters the statement has some, which a trigger may not */
    public static void emit(
            Assembler assembler,
            Statement.CreateTrigger tree,
            String sql,
            Schema schema,
            boolean hasParameters) {
        QualifiedName name = tree.name();
        if (tree.temporary() && name.schema() != null) {
            throw SqlException.error("temporary trigger may not have qualified name");
        }
        Schema home = home(tree, schema);
        Schema owned = owner(tree, schema, home);
        String target = tree.table().name().text();
        String owner = owned.table(target) != null
                ? owned.table(target).name()
                : owned.view(target).name();
        String own = name.name().text();
        if (VirtualTables.isReadOnlyShadow(owned, owner)) {
            throw SqlException.error("cannot create triggers on shadow tables");
        }
        SchemaCode.refuseReserved(own, schema);
        if (home.trigger(own) != null) {
            if (!tree.ifNotExists()) {
                throw SqlException.error("trigger " + written(name, sql) + " already exists");
            }
            assembler.notes().writesNothing();
            return;
        }
        if (Schema.key(owner).startsWith("sqlite_")) {
            throw SqlException.error("cannot create trigger on system table");
        }
        checkTime(tree, owned, owner, home);
        if (hasParameters) {
            throw SqlException.error("trigger cannot use variables");
        }
        Definitions.check(tree, home.id());
        String text = "CREATE TRIGGER "
                + sql.substring(name.name().span().start(), tree.span().end());
        SchemaRows.addObject(assembler, home.number(), "trigger", own, target, text);
    }

    private static String written(QualifiedName name, String sql) {
        return name.name().span().of(sql);
    }

    /** The database that is written; otherwise temp if the table is there, else main. */
    private static Schema home(Statement.CreateTrigger tree, Schema schema) {
        if (tree.name().schema() != null || tree.temporary()) {
            return Homes.of(schema, tree.name(), tree.temporary(), "trigger");
        }
        Schema owned =
                schema.holdingTable(tree.table().schema(), tree.table().name().text());
        boolean inTemp = owned != null && owned.id().isTemp();
        return Homes.of(schema, tree.name(), inTemp, "trigger");
    }

    /** The database of the table or view that it is on: its own, but for a TEMP trigger. */
    private static Schema owner(Statement.CreateTrigger tree, Schema schema, Schema home) {
        QualifiedName target = tree.table();
        if (target.schema() != null
                && !home.id().isTemp()
                && schema.database(target.schema()) != home) {
            throw SqlException.error("trigger " + tree.name().name().text()
                    + " cannot reference objects in database " + target.schema().text());
        }
        Schema found = home.id().isTemp()
                ? schema.holdingTable(target.schema(), target.name().text())
                : home.holdingTable(null, target.name().text());
        Schema.StoredText view = found == null ? null : found.view(target.name().text());
        if (found != null && (view == null || !view.isVirtual())) {
            return found;
        }
        if (found != null
                || VirtualTables.find(target.name().text(), schema.preparation().registered())
                        != null) {
            throw SqlException.error("cannot create triggers on virtual tables");
        }
        boolean named = target.schema() != null || home.id().isTemp();
        throw SqlException.error(
                "no such table: " + (named ? "" : home.id().name() + ".") + target);
    }

    private static void checkTime(
            Statement.CreateTrigger tree, Schema schema, String owner, Schema home) {
        boolean view = schema.view(owner) != null;
        boolean instead = tree.time() == TriggerTime.INSTEAD_OF;
        QualifiedName target = tree.table();
        String written = home.id().isTemp() ? target.toString() : target.name().text();
        if (view && !instead) {
            throw SqlException.error(
                    "cannot create " + tree.time() + " trigger on view: " + written);
        }
        if (!view && instead) {
            throw SqlException.error("cannot create INSTEAD OF trigger on table: " + written);
        }
    }
}
