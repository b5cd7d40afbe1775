package org.sqlvm.server.catalog;

import org.sqlvm.api.text.SqlText;
import org.sqlvm.server.catalog.CatalogSnapshot.Constraint;
import org.sqlvm.server.catalog.CatalogSnapshot.Index;
import org.sqlvm.server.catalog.CatalogSnapshot.Relation;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;

/** The texts of definitions, in the form of PostgreSQL's functions. */
final class CatalogText {
    private static final Pattern PLAIN = Pattern.compile("[a-z_][a-z0-9_]*");

    private CatalogText() {}

    /**
     * Returns a name as PostgreSQL writes it: also quoted if it has a capital, which would be
     * folded.
     */
    static String quoted(String name) {
        return PLAIN.matcher(name).matches() ? name : SqlText.quoted(name);
    }

    private static String names(Relation table, List<Integer> columns) {
        List<String> names = new ArrayList<>();
        for (int column : columns) {
            names.add(
                    column == 0
                            ? "expr"
                            : quoted(table.attributes().get(column - 1).name()));
        }
        return String.join(", ", names);
    }

    /** The form in which clients look for {@code USING btree (}. */
    static String indexDefinition(Index index) {
        StringBuilder columns = new StringBuilder();
        for (int i = 0; i < index.columns().size(); i++) {
            if (i > 0) {
                columns.append(", ");
            }
            columns.append(column(index, i));
            columns.append(index.isDescending().get(i) ? " DESC" : "");
        }
        return "CREATE " + (index.isUnique() ? "UNIQUE " : "") + "INDEX "
                + quoted(index.relation().name()) + " ON "
                + quoted(index.table().name())
                + " USING btree (" + columns + ")"
                + (condition(index) == null ? "" : " WHERE " + condition(index));
    }

    /** @param place the column's index, from 0 */
    static String column(Index index, int place) {
        String name = index.names().get(place);
        return name == null ? "(expression)" : quoted(name);
    }

    /** The condition of a partial index; null for another one. */
    static String condition(Index index) {
        String sql = index.relation().sql();
        if (!index.isPartial() || sql == null) {
            return null;
        }
        return SqlText.behind(sql, "WHERE");
    }

    static String constraintDefinition(Constraint constraint) {
        String columns = "(" + names(constraint.table(), constraint.columns()) + ")";
        return switch (constraint.kind()) {
            case 'p' -> "PRIMARY KEY " + columns;
            case 'u' -> "UNIQUE " + columns;
            default ->
                "FOREIGN KEY " + columns + " REFERENCES "
                        + quoted(constraint.target().name())
                        + "(" + names(constraint.target(), constraint.targetColumns()) + ")"
                        + action(" ON UPDATE ", constraint.onUpdate())
                        + action(" ON DELETE ", constraint.onDelete());
        };
    }

    private static String action(String when, String action) {
        return action.equals("NO ACTION") ? "" : when + action;
    }

    /** The query of a view. */
    static String viewDefinition(Relation view) {
        String body = SqlText.behind(view.sql(), "AS");
        return body == null ? view.sql() : body + ";";
    }
}
