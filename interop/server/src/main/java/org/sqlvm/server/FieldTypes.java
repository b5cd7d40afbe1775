package org.sqlvm.server;

import org.sqlvm.api.Column;
import org.sqlvm.api.RowBatch;
import org.sqlvm.api.Rows;

import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.function.Function;

/**
 * Which types the columns of a result have: those of the catalog's tables, else what the declared
 * types say if the first rows agree, else what the first rows are, else text.
 */
final class FieldTypes {
    /** Rows that are looked at. */
    private static final int ROWS_MAX = 1000;

    /** The type of a column of the catalog; null for all others. */
    private final Function<Column, PgType> catalog;

    FieldTypes(Function<Column, PgType> catalog) {
        this.catalog = catalog;
    }

    /** As far as they are known before there are rows. */
    List<Field> declared(List<Column> columns) {
        List<Field> fields = new ArrayList<>();
        for (Column column : columns) {
            PgType type = known(column);
            fields.add(new Field(column.name(), type == null ? PgType.TEXT : type));
        }
        return fields;
    }

    /** Whether the rows must be looked at to know the type of each. */
    boolean areKnown(List<Column> columns) {
        return columns.stream().allMatch(column -> known(column) != null);
    }

    private PgType known(Column column) {
        PgType type = catalog.apply(column);
        return type != null ? type : PgType.ofDeclared(column.declaredType());
    }

    /**
     * Those of a query that reads the catalog: texts that look like arrays are arrays.
     *
     * @param batch the first rows; null if there are none
     */
    List<Field> withArrays(Rows rows, RowBatch batch) {
        List<Field> fields = new ArrayList<>();
        for (Field field : of(rows, batch)) {
            boolean isExpression = rows.column(fields.size()).origin() == null;
            PgType array = isExpression && field.type() == PgType.TEXT
                    ? array(batch, fields.size())
                    : null;
            fields.add(array == null ? field : new Field(field.name(), array));
        }
        return fields;
    }

    /** The type of the arrays of a column; null if it has none, or something else. */
    private static PgType array(RowBatch batch, int column) {
        PgType type = null;
        int count = batch == null ? 0 : Math.min(batch.rowCount(), ROWS_MAX);
        for (int i = 0; i < count; i++) {
            if (batch.type(column, i) == Rows.Type.TEXT) {
                String text = MessageReader.decode(
                        batch.array(column, i), batch.offset(column, i), batch.length(column, i));
                if (!text.startsWith("{") || !text.endsWith("}")) {
                    return null;
                }
                boolean isNumbers = text.matches("\\{-?\\d+(,-?\\d+)*\\}");
                type = isNumbers && type != PgType.TEXT_ARRAY
                        ? PgType.INT8_ARRAY
                        : PgType.TEXT_ARRAY;
            }
        }
        return type;
    }

    /** @param batch the first rows; null if there are none */
    List<Field> of(Rows rows, RowBatch batch) {
        List<Field> fields = new ArrayList<>();
        for (int i = 0; i < rows.columnCount(); i++) {
            Column column = rows.column(i);
            PgType type = catalog.apply(column);
            fields.add(new Field(column.name(), type != null ? type : seen(column, batch, i)));
        }
        return fields;
    }

    private static PgType seen(Column column, RowBatch batch, int number) {
        PgType known = PgType.ofDeclared(column.declaredType());
        Set<Rows.Type> types = batch == null ? Set.of() : types(batch, number);
        if (types.isEmpty()) {
            return known == null ? PgType.TEXT : known;
        }
        PgType found = common(types);
        boolean isReal = known == PgType.FLOAT8 && found == PgType.INT8;
        return isReal ? PgType.FLOAT8 : found;
    }

    private static Set<Rows.Type> types(RowBatch batch, int column) {
        if (batch.longs(column) != null) {
            return Set.of(Rows.Type.INTEGER);
        }
        if (batch.doubles(column) != null) {
            return Set.of(Rows.Type.REAL);
        }
        Set<Rows.Type> types = EnumSet.noneOf(Rows.Type.class);
        int count = Math.min(batch.rowCount(), ROWS_MAX);
        for (int i = 0; i < count; i++) {
            types.add(batch.type(column, i));
        }
        types.remove(Rows.Type.NULL);
        return types;
    }

    private static PgType common(Set<Rows.Type> types) {
        if (types.equals(EnumSet.of(Rows.Type.INTEGER, Rows.Type.REAL))) {
            return PgType.FLOAT8;
        }
        if (types.size() > 1) {
            return PgType.TEXT;
        }
        return switch (types.iterator().next()) {
            case INTEGER -> PgType.INT8;
            case REAL -> PgType.FLOAT8;
            case BLOB -> PgType.BYTEA;
            case TEXT, NULL -> PgType.TEXT;
        };
    }
}
