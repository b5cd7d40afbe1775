package org.sqlvm.engine.plan.resolve;

import org.sqlvm.engine.schema.Schema;
import org.sqlvm.engine.schema.Table;
import org.sqlvm.engine.sql.tree.Name;
import org.sqlvm.engine.sql.tree.Span;

import java.util.ArrayList;
import java.util.List;

/**
 * The places of a text where a name means a table of the schema or one of its columns. ALTER TABLE
 * asks for them while a view, trigger, index or table is resolved (see {@link Purpose#names}).
 */
public final class NameUses {
    /** The {@link Use#column} of a name that means the table itself. */
    public static final int TABLE = -1;
    /** That of a name in double quotes that means nothing and so is a string. */
    public static final int STRING = -2;

    private final List<Use> uses = new ArrayList<>();

    /** @param table of which only name and database count; null for a string */
    private record Use(Name name, Table table, int column) {
        boolean isOf(Table other) {
            return table != null
                    && Schema.key(table.name()).equals(Schema.key(other.name()))
                    && table.database().equals(other.database());
        }
    }

    NameUses() {}

    private void add(Name name, Table table, int column) {
        if (name.span() != null) {
            uses.add(new Use(name, table, column));
        }
    }

    /** {@code name} means a table, if that is one of the schema. */
    void table(Name name, Table table) {
        if (table.rootPage() != 0) {
            add(name, table, TABLE);
        }
    }

    /** {@code name} means column {@code column} of {@code table}, if that is one of the schema. */
    void column(Name name, Table table, int column) {
        if (table.rootPage() != 0 && column >= 0) {
            add(name, table, column);
        }
    }

    /** {@code name} is a string. */
    void string(Name name) {
        add(name, null, STRING);
    }

    /** Where {@code table} is named, or its column {@code column}. */
    public List<Span> of(Table table, int column) {
        return uses.stream()
                .filter(use -> use.isOf(table) && use.column == column)
                .map(use -> use.name.span())
                .distinct()
                .toList();
    }

    /** The names that are strings. */
    public List<Name> strings() {
        return uses.stream()
                .filter(use -> use.column == STRING)
                .map(Use::name)
                .distinct()
                .toList();
    }
}
