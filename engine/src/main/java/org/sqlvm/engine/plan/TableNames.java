package org.sqlvm.engine.plan;

import org.sqlvm.engine.sql.tree.Name;
import org.sqlvm.engine.sql.tree.TableSource;

/** Looks for a table's name in a FROM clause, not in its subqueries. */
final class TableNames {
    private TableNames() {}

    static boolean reads(TableSource source, Name table) {
        return switch (source) {
            case TableSource.TableName name ->
                name.name().schema() == null && name.name().name().matches(table.text());
            case TableSource.Join join -> reads(join.left(), table) || reads(join.right(), table);
            case TableSource.Parenthesized group -> reads(group.source(), table);
            case TableSource.TableFunction _, TableSource.Subquery _ -> false;
        };
    }
}
