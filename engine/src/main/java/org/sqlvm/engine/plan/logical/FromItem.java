package org.sqlvm.engine.plan.logical;

import org.sqlvm.engine.sql.tree.Name;

import java.util.List;

/**
 * A table of a FROM clause, and how it is joined to those before it.
 *
 * @param leftJoin it is the right side of a LEFT JOIN
 * @param fixed it may not be moved before the tables written to its left (CROSS JOIN, LEFT JOIN)
 * @param on the conditions of its join
 */
public record FromItem(Source source, boolean leftJoin, boolean fixed, List<Expr> on) {
    public FromItem withSource(Source other) {
        return new FromItem(other, leftJoin, fixed, on);
    }

    public FromItem withOn(List<Expr> other) {
        return new FromItem(source, leftJoin, fixed, other);
    }

    /** Whether INDEXED BY names a partial index: then the conditions must say what that says. */
    public boolean wantsPartialIndex() {
        return source.relation() instanceof Relation.Stored stored
                && stored.index() != null
                && source.table().indexes().stream()
                        .anyMatch(index ->
                                index.where() != null && Name.same(index.name(), stored.index()));
    }
}
