package org.sqlvm.engine.plan.resolve;

import org.sqlvm.engine.data.Collation;
import org.sqlvm.engine.error.SqlException;
import org.sqlvm.engine.plan.logical.Query;
import org.sqlvm.engine.program.Program.ResultColumn;
import org.sqlvm.engine.schema.Collations;
import org.sqlvm.engine.schema.Column;
import org.sqlvm.engine.schema.DatabaseId;
import org.sqlvm.engine.schema.Schema;
import org.sqlvm.engine.schema.Table;
import org.sqlvm.engine.sql.tree.Name;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** A query's result as a table that names can be looked up in. It has no rowid and no indexes. */
public final class DerivedTable {
    private DerivedTable() {}

    /**
     * The table that a query's result is.
     *
     * @param names given to the columns; empty for the query's own names
     */
    public static Table of(String name, List<Name> names, Query query, Collation binary) {
        List<ResultColumn> columns = query.columns();
        List<Query.Type> types = query.types();
        return of(name, names, columns, types, binary);
    }

    /** The same of a query as it is written, whose columns must be comparable. */
    public static Table ofWritten(String name, List<Name> names, Query query, Collation binary) {
        checkCollations(query);
        return of(name, names, query, binary);
    }

    /**
     * Looks at the collations of a query's columns, which its first SELECT says.
     *
     * @throws SqlException if one is not registered
     */
    static void checkCollations(Query query) {
        switch (query) {
            case Query.Compound compound -> checkCollations(compound.left());
            case Query.Sorted sorted -> checkCollations(sorted.body());
            case Query.Recursive recursive -> checkCollations(recursive.initial());
            default -> query.types().forEach(type -> Collations.check(type.collation()));
        }
    }

    public static Table of(
            String name,
            List<Name> names,
            List<ResultColumn> columns,
            List<Query.Type> types,
            Collation binary) {
        if (!names.isEmpty() && names.size() != columns.size()) {
            throw SqlException.error("table " + name + " has " + columns.size() + " values for "
                    + names.size() + " columns");
        }
        Set<String> used = new HashSet<>();
        List<Column> described = new ArrayList<>();
        for (int i = 0; i < columns.size(); i++) {
            String given = names.isEmpty()
                    ? ResultColumns.nameOutside(columns.get(i))
                    : names.get(i).text();
            boolean truth = given.equalsIgnoreCase("true") || given.equalsIgnoreCase("false");
            String own = truth ? "column" + (i + 1) : given;
            Query.Type type = types.get(i);
            described.add(Column.plain(
                    unique(own, used),
                    columns.get(i).declaredType(),
                    type.affinity(),
                    type.outside() == null ? binary : type.outside(),
                    i,
                    false));
        }
        return Table.plain(name, DatabaseId.MAIN, 0, described, true, "");
    }

    /** A name that stands further left already gets a number. */
    private static String unique(String name, Set<String> used) {
        String candidate = name;
        String base = name.replaceFirst("(?s)(?<=.):[0-9]*$", "");
        for (int i = 1; !used.add(Schema.key(candidate)); i++) {
            candidate = base + ":" + i;
        }
        return candidate;
    }
}
