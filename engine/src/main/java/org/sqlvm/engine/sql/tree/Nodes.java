package org.sqlvm.engine.sql.tree;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.function.Consumer;

/** Walks over the parts of a query, an expression, or a statement of a trigger. */
public final class Nodes {
    private Nodes() {}

    /** Shows {@code node} and all nodes in it to {@code visitor}, outer ones before inner ones. */
    public static void walk(Node node, Consumer<Node> visitor) {
        if (node == null) {
            return;
        }
        visitor.accept(node);
        new Parts(visitor).of(node);
    }

    /** Shows the parts of a node in the order of the text. */
    private record Parts(Consumer<Node> visitor) {
        void of(Node node) {
            switch (node) {
                case Select select -> {
                    add(select.with(), select.body());
                    add(select.orderBy());
                    add(select.limit());
                }
                case Select.With with -> add(with.tables());
                case Select.CommonTable table -> add(table.select());
                case Select.Limit limit -> add(limit.count(), limit.offset());
                case Select.Core core -> core(core);
                case Select.Values values -> values.rows().forEach(this::add);
                case Select.SharedValues _ -> {}
                case Select.Compound compound -> {
                    add(compound.first());
                    compound.rest().forEach(operand -> add(operand.term()));
                }
                case Expression expression -> expression(expression);
                case TableSource source -> source(source);
                case TableSource.JoinConstraint.On on -> add(on.condition());
                case ResultColumn.Item item -> add(item.expression());
                case OrderingTerm term -> add(term.expression());
                case Window.Named named -> add(named.definition());
                case Window.Definition window -> {
                    add(window.partitionBy());
                    add(window.orderBy());
                    add(window.frame());
                }
                case Window.Frame frame ->
                    add(frame.start().offset(), frame.end().offset());
                case Statement statement -> statement(statement);
                case Statement.Upsert upsert -> {
                    add(upsert.target());
                    add(upsert.targetWhere());
                    add(upsert.assignments());
                    add(upsert.where());
                }
                case Statement.Assignment assignment -> add(assignment.value());
                default -> {}
            }
        }

        private void core(Select.Core core) {
            add(core.columns());
            add(core.from(), core.where());
            add(core.groupBy());
            add(core.having());
            add(core.windows());
        }

        private void expression(Expression expression) {
            switch (expression) {
                case Expression.Unary unary -> add(unary.operand());
                case Expression.Binary binary -> add(binary.left(), binary.right());
                case Expression.IsNull isNull -> add(isNull.operand());
                case Expression.Like like -> add(like.operand(), like.pattern(), like.escape());
                case Expression.Between between ->
                    add(between.operand(), between.low(), between.high());
                case Expression.InList in -> {
                    add(in.operand());
                    add(in.values());
                }
                case Expression.InSelect in -> add(in.operand(), in.select());
                case Expression.InTable in -> {
                    add(in.operand());
                    add(in.arguments() == null ? List.of() : in.arguments());
                }
                case Expression.Exists exists -> add(exists.select());
                case Expression.Subquery query -> add(query.select());
                case Expression.RowValue row -> add(row.values());
                case Expression.Case choice -> {
                    add(choice.base());
                    choice.branches().forEach(when -> add(when.condition(), when.result()));
                    add(choice.otherwise());
                }
                case Expression.Cast cast -> add(cast.operand());
                case Expression.Collate collate -> add(collate.operand());
                case Expression.FunctionCall call -> {
                    add(call.arguments());
                    add(call.orderBy());
                    add(call.filter(), call.over());
                }
                case Expression.Raise raise -> add(raise.message());
                default -> {}
            }
        }

        private void source(TableSource source) {
            switch (source) {
                case TableSource.TableFunction function -> add(function.arguments());
                case TableSource.Subquery query -> add(query.select());
                case TableSource.Parenthesized group -> add(group.source());
                case TableSource.Join join -> add(join.left(), join.right(), join.constraint());
                case TableSource.TableName _ -> {}
            }
        }

        /** Only the statements in triggers are shown. */
        private void statement(Statement statement) {
            switch (statement) {
                case Statement.Insert insert -> {
                    add(insert.with(), insert.source());
                    add(insert.upserts());
                    add(insert.returning());
                }
                case Statement.Update update -> {
                    add(update.with());
                    add(update.assignments());
                    add(update.from(), update.where());
                    add(update.returning());
                }
                case Statement.Delete delete -> {
                    add(delete.with(), delete.where());
                    add(delete.returning());
                }
                default -> {}
            }
        }

        private void add(Node... nodes) {
            for (Node node : nodes) {
                walk(node, visitor);
            }
        }

        private void add(Collection<? extends Node> nodes) {
            nodes.forEach(node -> walk(node, visitor));
        }
    }

    /** All nodes that {@link #walk} shows. */
    public static List<Node> all(Node node) {
        List<Node> all = new ArrayList<>();
        walk(node, all::add);
        return all;
    }
}
