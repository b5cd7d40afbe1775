package org.sqlvm.language.statement;

import org.sqlvm.engine.data.Blob;
import org.sqlvm.engine.data.Collation;
import org.sqlvm.engine.data.SqlNull;
import org.sqlvm.engine.data.Text;
import org.sqlvm.engine.db.Connection;
import org.sqlvm.engine.row.ScalarFunction;
import org.sqlvm.engine.row.function.Functions;
import org.sqlvm.engine.sql.Identifiers;
import org.sqlvm.engine.sql.ParameterPlaces;
import org.sqlvm.language.runtime.Parameters;

import java.util.HexFormat;

/** A statement's text with values instead of its parameters, as sqlite3_expanded_sql. */
final class ExpandedSql {
    /** Digits of reals, as SQLite has them here. */
    private static final Text REAL_FORMAT = Text.of("%!.15g");

    private ExpandedSql() {}

    static String of(String sql, Parameters parameters, Connection connection) {
        if (parameters.count() == 0) {
            return sql;
        }
        StringBuilder expanded = new StringBuilder();
        int end = 0;
        for (ParameterPlaces.Place place : ParameterPlaces.of(sql)) {
            expanded.append(sql, end, place.span().start());
            expanded.append(literal(parameters.value(place.number()), connection));
            end = place.span().end();
        }
        return expanded.append(sql, end, sql.length()).toString();
    }

    private static String literal(Object value, Connection connection) {
        return switch (value) {
            case SqlNull _ -> "NULL";
            case Double real -> {
                var format = (ScalarFunction) Functions.find("format", 2);
                yield format.call(
                                connection.callContext(Collation.BINARY, () -> 0),
                                new Object[] {REAL_FORMAT, real})
                        .toString();
            }
            case Text text -> Identifiers.literal(text.toString());
            case Blob blob -> "x'" + HexFormat.of().formatHex(blob.toArray()) + '\'';
            default -> value.toString();
        };
    }
}
