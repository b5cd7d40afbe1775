package org.sqlvm.engine.plan.resolve;

import org.sqlvm.engine.plan.logical.SharedQuery;
import org.sqlvm.engine.row.function.Registered;
import org.sqlvm.engine.schema.Table;
import org.sqlvm.engine.sql.tree.Name;
import org.sqlvm.engine.sql.tree.Select;
import org.sqlvm.engine.sql.tree.Statement;

import java.util.ArrayList;
import java.util.List;

/**
 * The common table expressions that can be named at one place: those of a WITH, then outer ones.
 */
public final class CommonTables {
    static final CommonTables NONE = new CommonTables(null, List.of());

    private final CommonTables outer;
    private final List<Entry> entries = new ArrayList<>();

    /** One common table expression, and what is being done with it. */
    static final class Entry {
        final Select.CommonTable tree;
        /** What its query can name. */
        final CommonTables visible;
        /** What all places that name it have in common; null for NOT MATERIALIZED. */
        final SharedQuery shared;
        /** Its query is being resolved, so a reference goes round in a circle. */
        boolean open;
        /** While its recursive part is resolved: the row that a reference means. */
        Table workingTable;

        int working;

        private Entry(Select.CommonTable tree, CommonTables visible) {
            this.tree = tree;
            this.visible = visible;
            this.shared = tree.materialization() == Select.Materialization.NOT_MATERIALIZED
                    ? null
                    : new SharedQuery(true);
        }
    }

    private CommonTables(CommonTables outer, List<Select.CommonTable> trees) {
        this.outer = outer;
        for (Select.CommonTable tree : trees) {
            entries.add(new Entry(tree, this));
        }
    }

    /** Those of a statement's WITH, which may be null. */
    public static CommonTables of(Select.With with) {
        return NONE.plus(with);
    }

    /** Has the RETURNING of a statement see the rows that the statement has kept. */
    public void shareWithReturning(Statement statement, Registered registered) {
        if (this != NONE) {
            ReturnedTables.share(statement, this, registered);
        }
    }

    /** These, and before them those of {@code with}, which may be null. */
    CommonTables plus(Select.With with) {
        return with == null ? this : new CommonTables(this, with.tables());
    }

    /** The one called {@code name}, or null. */
    Entry find(Name name) {
        for (Entry entry : entries) {
            if (name.matches(entry.tree.name().text())) {
                return entry;
            }
        }
        return outer == null ? null : outer.find(name);
    }
}
