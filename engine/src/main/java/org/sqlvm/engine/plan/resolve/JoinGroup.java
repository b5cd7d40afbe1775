package org.sqlvm.engine.plan.resolve;

import org.sqlvm.engine.plan.logical.Expr;
import org.sqlvm.engine.plan.logical.Query;
import org.sqlvm.engine.plan.logical.Source;
import org.sqlvm.engine.program.Program.ResultColumn;
import org.sqlvm.engine.schema.Column;
import org.sqlvm.engine.schema.Schema;
import org.sqlvm.engine.schema.Table;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * A join in parentheses as one term of a FROM clause: which columns it delivers, in which order and
 * under which names, and which of them a star shows. All that it joins has a column: what USING
 * makes of several stands before the columns of the table to its left, and a table's rowid behind
 * its columns.
 */
final class JoinGroup {
    private final Scope names;
    private final Resolver resolver;
    private final List<Source.GroupColumn> columns = new ArrayList<>();
    private final List<Expr> values = new ArrayList<>();
    private final List<ResultColumn> described = new ArrayList<>();

    private JoinGroup(Scope names, Resolver resolver) {
        this.names = names;
        this.resolver = resolver;
    }

    /**
     * The join as a source of the FROM clause around.
     *
     * @param alias null without
     * @param names the scope inside of the parentheses
     */
    static Source of(String alias, Scope names, Resolver resolver) {
        JoinGroup group = new JoinGroup(names, resolver);
        for (int i = 0; i < names.sources().size(); i++) {
            group.add(i);
        }
        Table table = DerivedTable.of(
                alias == null ? "" : alias,
                List.of(),
                group.described,
                group.values.stream().map(Query.Type::of).toList(),
                resolver.binary());
        return new Source(
                -1,
                table,
                alias,
                alias != null,
                null,
                Source.Joined.NONE,
                group.shown(table),
                List.copyOf(group.values),
                null);
    }

    private void add(int place) {
        Source source = names.sources().get(place);
        boolean last = place + 1 == names.sources().size();
        Source.Joined next =
                last ? Source.Joined.NONE : names.sources().get(place + 1).joined();
        for (String name : next.columns()) {
            NameResolver.Found found = resolver.names().lookUp(name, names);
            ResultColumn origin = found.source() == null
                    ? new ResultColumn(name, null, null, null, null)
                    : ResultColumns.described(name, found.source(), found.column());
            add(new Source.GroupColumn(null, -1, name, true, true, origin), found.value());
        }
        for (int i = 0; i < source.table().columns().size(); i++) {
            Column column = source.table().columns().get(i);
            Source.GroupColumn inner =
                    source.group() == null ? null : source.group().get(i);
            if (column.hidden() || (inner != null && inner.isRowid())) {
                continue;
            }
            boolean shown = !source.joined().has(column.name())
                    && !next.has(column.name())
                    && (inner == null || inner.shown());
            resolver.names().refuseTwins(source, column.name(), names);
            add(
                    new Source.GroupColumn(
                            inner == null ? source : inner.source(),
                            inner == null ? i : inner.column(),
                            inner == null ? column.name() : inner.name(),
                            false,
                            shown,
                            ResultColumns.described(column.name(), source, i)),
                    resolver.names().reference(source, i));
        }
        Expr rowid = source.group() == null ? resolver.names().rowid(source) : null;
        String name = rowid == null ? null : rowidName(source.table());
        if (name != null) {
            resolver.names().refuseTwins(source, name, names);
            ResultColumn origin = new ResultColumn(
                    name,
                    "INTEGER",
                    source.table().database().name(),
                    source.table().name(),
                    "rowid");
            add(
                    new Source.GroupColumn(source, Expr.Column.ROWID, name, false, false, origin),
                    rowid);
        }
    }

    private void add(Source.GroupColumn column, Expr value) {
        columns.add(column);
        values.add(value);
        described.add(column.described());
    }

    /** The first of the rowid's names that no column has; null if there is none. */
    private static String rowidName(Table table) {
        for (String name : List.of("_ROWID_", "ROWID", "OID")) {
            if (table.columnIndex(name) < 0) {
                return name;
            }
        }
        return null;
    }

    /** A column whose name was given to what USING makes is not shown under another one. */
    private List<Source.GroupColumn> shown(Table table) {
        Set<String> merged = new HashSet<>();
        List<Source.GroupColumn> result = new ArrayList<>();
        for (int i = 0; i < columns.size(); i++) {
            Source.GroupColumn column = columns.get(i);
            String wanted = Schema.key(column.described().name());
            boolean renamed = !Schema.key(table.columns().get(i).name()).equals(wanted);
            boolean shown = column.shown() && !(renamed && merged.contains(wanted));
            if (column.merged()) {
                merged.add(wanted);
            }
            result.add(new Source.GroupColumn(
                    column.source(),
                    column.column(),
                    column.name(),
                    column.merged(),
                    shown,
                    column.described()));
        }
        return List.copyOf(result);
    }
}
