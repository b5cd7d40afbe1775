package org.sqlvm.engine.codegen.schema;

import org.sqlvm.engine.error.SqlException;
import org.sqlvm.engine.plan.resolve.Definitions;
import org.sqlvm.engine.program.Assembler;
import org.sqlvm.engine.schema.Schema;
import org.sqlvm.engine.sql.tree.Name;
import org.sqlvm.engine.sql.tree.Statement;

/** CREATE VIEW: a row in sqlite_schema. What the view selects is looked at when it is used. */
public final class ViewCode {
    private ViewCode() {}

    /** @param hasParameters the statement has some, which a view may not */
    public static void emit(
            Assembler assembler,
            Statement.CreateView tree,
            String sql,
            Schema schema,
            boolean hasParameters) {
        Name name = tree.name().name();
        Schema home = Homes.of(schema, tree.name(), tree.temporary(), "table");
        SchemaCode.refuseReserved(name.text(), schema);
        boolean view = home.view(name.text()) != null;
        if (view || home.table(name.text()) != null) {
            if (!tree.ifNotExists()) {
                throw SqlException.error(
                        (view ? "view " : "table ") + name.written() + " already exists",
                        name.span().start());
            }
            assembler.notes().writesNothing();
            return;
        }
        if (home.index(name.text()) != null) {
            throw SqlException.error("there is already an index named " + name.text());
        }
        if (hasParameters) {
            throw SqlException.error("parameters are not allowed in views");
        }
        String text =
                "CREATE VIEW " + SchemaRows.definition(sql, name.span().start()).stripTrailing();
        Definitions.check(tree, home.id());
        SchemaRows.addObject(assembler, home.number(), "view", name.text(), name.text(), text);
    }
}
