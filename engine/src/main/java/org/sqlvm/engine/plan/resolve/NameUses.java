package org.sqlvm.engine.plan.resolve;

import org.sqlvm.engine.schema.Schema;
import org.sqlvm.engine.schema.Table;
import org.sqlvm.engine.sql.tree.Name;
import org.sqlvm.engine.sql.tree.Span;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;

/**
 * The places of a text where a name means a table of the schema or one of its columns. ALTER TABLE
 * asks for them while a view, trigger, index or table is resolved; at any other time they are not
 * noted.
 */
public final class NameUses {
    /** The {@link Use#column} of a name that means the table itself. */
    public static final int TABLE = -1;
    /** That of a name in double quotes that means nothing and so is a string. */
    public static final int STRING = -2;

    private static final ScopedValue<NameUses> LISTENER = ScopedValue.newInstance();
    /** Listens while another text is resolved than the one that is asked about. */
    private static final NameUses NOBODY = new NameUses(false);

    private final List<Use> uses = new ArrayList<>();

    /** @param table of which only name and database count; null for a string */
    private record Use(Name name, Table table, int column) {
        boolean isOf(Table other) {
            return table != null
                    && Schema.key(table.name()).equals(Schema.key(other.name()))
                    && table.database().equals(other.database());
        }
    }

    /** Whether names are all that counts. */
    private final boolean alone;

    private NameUses(boolean alone) {
        this.alone = alone;
    }

    /**
     * What {@code work} finds names to mean. It looks at nothing else: there may be no such
     * function or collation, or too many arguments, as files have them whose program is another
     * one.
     */
    public static NameUses during(Runnable work) {
        NameUses uses = new NameUses(true);
        ScopedValue.where(LISTENER, uses).run(work);
        return uses;
    }

    /** Runs work that resolves names of other texts. */
    static <T> T elsewhere(Supplier<T> work) {
        return LISTENER.isBound()
                ? ScopedValue.where(LISTENER, NOBODY).call(work::get)
                : work.get();
    }

    /** Resolves what the text may mean, without anything coming of it. */
    static <T> T guessed(Supplier<T> work) {
        return isAlone()
                ? ScopedValue.where(LISTENER, new NameUses(true)).call(work::get)
                : work.get();
    }

    /** Whether names are looked up for their own sake, and nothing is to run. */
    static boolean isAlone() {
        return LISTENER.isBound() && LISTENER.get().alone;
    }

    private static void add(Name name, Table table, int column) {
        if (LISTENER.isBound() && LISTENER.get() != NOBODY && name.span() != null) {
            LISTENER.get().uses.add(new Use(name, table, column));
        }
    }

    /** {@code name} means a table, if that is one of the schema. */
    static void table(Name name, Table table) {
        if (table.rootPage() != 0) {
            add(name, table, TABLE);
        }
    }

    /** {@code name} means column {@code column} of {@code table}, if that is one of the schema. */
    static void column(Name name, Table table, int column) {
        if (table.rootPage() != 0 && column >= 0) {
            add(name, table, column);
        }
    }

    /** {@code name} is a string. */
    static void string(Name name) {
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
