package org.sqlvm.language.database;

import org.sqlvm.engine.codegen.query.Defaults;
import org.sqlvm.engine.schema.Column;
import org.sqlvm.engine.schema.Table;
import org.sqlvm.engine.sql.Parser;
import org.sqlvm.engine.sql.tree.ColumnConstraint;
import org.sqlvm.engine.sql.tree.Statement;
import org.sqlvm.language.database.InsertTarget.GivenColumn;
import org.sqlvm.language.statement.Execution;
import org.sqlvm.language.statement.PreparedStatement;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;

/** The columns of a table that can be given, with their DEFAULTs. */
final class DefaultValues {
    private DefaultValues() {}

    static List<GivenColumn> of(OpenDatabase database, Table table) {
        List<GivenColumn> columns = new ArrayList<>();
        for (int i = 0; i < table.columns().size(); i++) {
            Column column = table.columns().get(i);
            if (column.generated() || column.hidden()) {
                continue;
            }
            columns.add(
                    column.defaultValue() == null
                            ? GivenColumn.withoutDefault(column.name())
                            : of(database, table, i));
        }
        return columns;
    }

    private static GivenColumn of(OpenDatabase database, Table table, int column) {
        String name = table.columns().get(column).name();
        Object literal = Defaults.literal(table.columns().get(column).defaultValue());
        return literal != null
                ? new GivenColumn(name, () -> literal, false)
                : new GivenColumn(name, computed(database, table, column), true);
    }

    private static Supplier<Object> computed(OpenDatabase database, Table table, int column) {
        Statement.CreateTable tree = (Statement.CreateTable) Parser.parseSchemaSql(table.sql());
        String text = tree.columns().get(column).constraints().stream()
                .filter(ColumnConstraint.Default.class::isInstance)
                .map(constraint ->
                        ((ColumnConstraint.Default) constraint).text().of(table.sql()))
                .reduce((_, last) -> last)
                .orElseThrow();
        PreparedStatement statement = database.prepare("SELECT " + text);
        return () -> {
            Execution execution = new Execution(statement, statement.noParameters());
            try {
                return execution.nextBatch().value(0, 0);
            } finally {
                execution.close();
            }
        };
    }
}
