package org.sqlvm.engine.plan.resolve;

import org.sqlvm.engine.error.SqlException;
import org.sqlvm.engine.row.AggregateFunction;
import org.sqlvm.engine.row.function.Functions;
import org.sqlvm.engine.row.function.Registered;
import org.sqlvm.engine.sql.tree.Expression;
import org.sqlvm.engine.sql.tree.Node;
import org.sqlvm.engine.sql.tree.Nodes;
import org.sqlvm.engine.sql.tree.QualifiedName;
import org.sqlvm.engine.sql.tree.ResultColumn;
import org.sqlvm.engine.sql.tree.Select;
import org.sqlvm.engine.sql.tree.Statement;
import org.sqlvm.engine.sql.tree.TableSource;

import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;

/**
 * Which common tables of a statement that changes rows are read by its RETURNING as they were
 * before the changes: those whose rows SQLite has kept by then. It keeps them of one that is
 * MATERIALIZED or named twice, and of one in the FROM of an UPDATE that is no simple query.
 */
final class ReturnedTables {
    private final CommonTables tables;
    private final Registered registered;

    private ReturnedTables(CommonTables tables, Registered registered) {
        this.tables = tables;
        this.registered = registered;
    }

    /** Has RETURNING share what the rest of the statement has kept. */
    static void share(Statement tree, CommonTables tables, Registered registered) {
        ReturnedTables returned = new ReturnedTables(tables, registered);
        switch (tree) {
            case Statement.Insert insert -> {
                Map<CommonTables.Entry, Integer> uses = new IdentityHashMap<>();
                returned.count(insert.source(), uses);
                insert.upserts().forEach(upsert -> returned.count(upsert, uses));
                returned.share(uses, null, insert.returning());
            }
            case Statement.Update update -> {
                Map<CommonTables.Entry, Integer> uses = new IdentityHashMap<>();
                update.assignments().forEach(assignment -> returned.count(assignment, uses));
                returned.count(update.from(), uses);
                returned.count(update.where(), uses);
                returned.share(uses, update.from(), update.returning());
            }
            case Statement.Delete delete -> {
                Map<CommonTables.Entry, Integer> uses = new IdentityHashMap<>();
                returned.count(delete.where(), uses);
                returned.share(uses, null, delete.returning());
            }
            default -> throw new AssertionError(tree);
        }
    }

    private void share(
            Map<CommonTables.Entry, Integer> uses, TableSource from, List<ResultColumn> returning) {
        Map<CommonTables.Entry, Integer> wanted = new IdentityHashMap<>();
        returning.forEach(column -> count(column, wanted));
        Map<CommonTables.Entry, Boolean> joined = new IdentityHashMap<>();
        addJoined(from, uses, joined);
        for (CommonTables.Entry entry : wanted.keySet()) {
            boolean kept = uses.getOrDefault(entry, 0) > 0
                    && (isKept(entry, uses) || joined.containsKey(entry));
            if (kept && entry.shared != null) {
                entry.shared.keep();
            }
        }
    }

    private static boolean isKept(CommonTables.Entry entry, Map<CommonTables.Entry, Integer> uses) {
        return switch (entry.tree.materialization()) {
            case MATERIALIZED -> true;
            case NOT_MATERIALIZED -> false;
            default -> uses.get(entry) > 1;
        };
    }

    /** Counts the common tables that a part of the statement names, directly or through others. */
    private void count(Node part, Map<CommonTables.Entry, Integer> uses) {
        Nodes.walk(part, node -> {
            QualifiedName name = switch (node) {
                case TableSource.TableName table -> table.name();
                case Expression.InTable in when in.arguments() == null -> in.table();
                default -> null;
            };
            CommonTables.Entry entry = find(name);
            if (entry != null && !entry.open) {
                uses.merge(entry, 1, Integer::sum);
                entry.open = true; // A recursive one names itself.
                count(entry.tree.select(), uses);
                entry.open = false;
            }
        });
    }

    private CommonTables.Entry find(QualifiedName name) {
        return name == null || name.schema() != null ? null : tables.find(name.name());
    }

    /** Adds the common tables whose rows the FROM of an UPDATE joins. */
    private void addJoined(
            TableSource from,
            Map<CommonTables.Entry, Integer> uses,
            Map<CommonTables.Entry, Boolean> into) {
        switch (from) {
            case null -> {}
            case TableSource.Join join -> {
                addJoined(join.left(), uses, into);
                addJoined(join.right(), uses, into);
            }
            case TableSource.Parenthesized group -> addJoined(group.source(), uses, into);
            case TableSource.Subquery query
            when isSimple(query.select()) ->
                addJoined(((Select.Core) query.select().body()).from(), uses, into);
            case TableSource.TableName table -> {
                CommonTables.Entry entry = find(table.name());
                if (entry != null && isSimple(entry.tree.select()) && !isKept(entry, uses)) {
                    addJoined(((Select.Core) entry.tree.select().body()).from(), uses, into);
                } else if (entry != null) {
                    into.put(entry, true);
                }
            }
            default -> {}
        }
    }

    /** Whether SQLite makes a query in FROM a part of the one around it. */
    private boolean isSimple(Select select) {
        return select.with() == null
                && select.limit() == null
                && select.body() instanceof Select.Core core
                && core.from() != null
                && !core.distinct()
                && core.groupBy().isEmpty()
                && core.columns().stream().noneMatch(this::aggregates);
    }

    private boolean aggregates(ResultColumn column) {
        boolean[] found = {false};
        Nodes.walk(
                column,
                node -> found[0] |= node instanceof Expression.FunctionCall call
                        && (call.over() != null || isAggregate(call)));
        return found[0];
    }

    private boolean isAggregate(Expression.FunctionCall call) {
        try {
            return Functions.find(call.function().text(), call.arguments().size(), registered)
                    instanceof AggregateFunction;
        } catch (SqlException _) {
            return false; // There is none with as many arguments.
        }
    }
}
