package org.sqlvm.engine.plan.resolve;

import org.sqlvm.engine.data.Collation;
import org.sqlvm.engine.data.KeyField;
import org.sqlvm.engine.error.SqlException;
import org.sqlvm.engine.plan.logical.Query;
import org.sqlvm.engine.sql.tree.Expression;
import org.sqlvm.engine.sql.tree.OrderingTerm;
import org.sqlvm.engine.sql.tree.ResultColumn;
import org.sqlvm.engine.sql.tree.Select;
import org.sqlvm.engine.sql.tree.Span;
import org.sqlvm.engine.sql.tree.TableSource;

import java.util.ArrayList;
import java.util.List;

/**
 * ORDER BY of a compound: every term is one of its columns, by number, by name, or by being the
 * expression that one of the SELECTs has there; the SELECTs are asked from left to right.
 */
final class CompoundOrder {
    private final Resolver resolver;
    private final QueryResolver queries;
    private final List<Select.Term> terms = new ArrayList<>();
    private final Query query;

    CompoundOrder(Resolver resolver, QueryResolver queries, Select.Compound compound, Query query) {
        this.resolver = resolver;
        this.queries = queries;
        this.query = query;
        terms.add(compound.first());
        compound.rest().forEach(operand -> terms.add(operand.term()));
    }

    /**
     * Whether a COLLATE in ORDER BY makes the compound a query in FROM, as in SQLite: then its
     * columns get names of their own, and any expression of them can be sorted by.
     */
    static boolean collates(Select.Compound compound, Select tree) {
        boolean unites = compound.rest().stream()
                .allMatch(operand -> operand.operator() == Select.CompoundOperator.UNION_ALL);
        return !unites
                && tree.orderBy().stream()
                        .anyMatch(term -> term.expression() instanceof Expression.Collate);
    }

    /** {@code SELECT * FROM (compound)}. */
    static Select.Core around(Select.Compound compound) {
        Span span = compound.span();
        Select inner = new Select(null, compound, List.of(), null, span);
        return new Select.Core(
                false,
                List.of(new ResultColumn.Star(span)),
                new TableSource.Subquery(inner, null, span),
                null,
                List.of(),
                null,
                List.of(),
                span);
    }

    List<Query.ColumnOrder> resolve(List<OrderingTerm> order) {
        List<Query.ColumnOrder> result = new ArrayList<>();
        for (int i = 0; i < order.size(); i++) {
            result.add(resolve(order.get(i), i));
        }
        return List.copyOf(result);
    }

    private Query.ColumnOrder resolve(OrderingTerm term, int index) {
        Collation explicit = null;
        Expression inner = term.expression();
        while (inner instanceof Expression.Collate collate) {
            explicit = explicit == null ? resolver.collation(collate) : explicit;
            inner = collate.operand();
        }
        int column = column(inner, index);
        Collation own = query.types().get(column).collation();
        Collation collation = explicit != null ? explicit : own != null ? own : resolver.binary();
        return new Query.ColumnOrder(
                column, new KeyField(collation, term.descending(), BlockResolver.bigNull(term)));
    }

    private int column(Expression tree, int index) {
        Integer ordinal = BlockResolver.ordinal(tree);
        if (ordinal != null) {
            BlockResolver.checkOrdinal(ordinal, index, "ORDER", query.columns().size());
            return ordinal - 1;
        }
        for (Select.Term term : terms) {
            if (term instanceof Select.Core core) {
                int found = column(tree, core);
                if (found >= 0) {
                    return found;
                }
            }
        }
        throw SqlException.error(BlockResolver.nth(index + 1)
                + " ORDER BY term does not match any column in the result set");
    }

    private int column(Expression tree, Select.Core core) {
        if (tree instanceof Expression.ColumnName name && name.table() == null) {
            for (int i = 0; i < core.columns().size(); i++) {
                boolean named = core.columns().get(i) instanceof ResultColumn.Item item
                        && item.alias() != null
                        && name.column().matches(item.alias().text());
                // The place among the result's columns is that in the text only before a star.
                boolean star = core.columns().subList(0, i).stream()
                        .anyMatch(column -> !(column instanceof ResultColumn.Item));
                if (named && !star) {
                    return i;
                }
            }
        }
        return queries.blockOf(core).resultOf(tree);
    }
}
