package org.sqlvm.server.typing;

import org.sqlvm.api.Column;
import org.sqlvm.server.catalog.CatalogSnapshot.Attribute;
import org.sqlvm.server.sql.ResultNames;
import org.sqlvm.server.value.Field;
import org.sqlvm.server.value.PgType;
import org.sqlvm.server.value.ValueKinds;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;

/**
 * Which types the columns of a result have: those of the catalog's tables, else what all values
 * are. What the declarations say counts only where the schema guarantees it, or all values agree.
 */
public final class FieldTypes {
    /** The type of a column of the catalog; null for all others. */
    private final Function<Column, PgType> catalog;

    private final SchemaColumns schema;

    public FieldTypes(Function<Column, PgType> catalog, SchemaColumns schema) {
        this.catalog = catalog;
        this.schema = schema;
    }

    /** As far as they are known before there are rows. */
    public List<Field> declared(List<Column> columns) {
        List<Field> fields = new ArrayList<>();
        for (Column column : columns) {
            PgType type = known(column);
            fields.add(new Field(ResultNames.of(column), type == null ? PgType.TEXT : type));
        }
        return fields;
    }

    private PgType known(Column column) {
        PgType type = catalog.apply(column);
        return type != null ? type : PgType.ofDeclared(column.declaredType());
    }

    /** Something that finds out what the values of a column are. */
    public ValueKinds kinds(Column column) {
        return new ValueKinds(PgType.ofDeclared(column.declaredType()));
    }

    /**
     * Columns by what has been found out of their values.
     *
     * @param withArrays whether texts of expressions that look like arrays are arrays
     */
    public List<Field> of(List<Column> columns, List<ValueKinds> kinds, boolean withArrays) {
        List<Field> fields = new ArrayList<>();
        for (int i = 0; i < columns.size(); i++) {
            Column column = columns.get(i);
            PgType type = catalog.apply(column);
            if (type == null) {
                type = isText(column) ? PgType.TEXT : kinds.get(i).type();
            }
            if (withArrays && column.origin() == null && kinds.get(i).arrayType() != null) {
                type = kinds.get(i).arrayType();
            }
            fields.add(new Field(ResultNames.of(column), type));
        }
        return fields;
    }

    /** Numbers in such a column become texts, and a BLOB can be sent as a text. */
    private static boolean isText(Column column) {
        return PgType.ofDeclared(column.declaredType()) == PgType.TEXT;
    }

    /** The columns if no value can be of another type, so that none needs to be looked at. */
    public List<Field> guaranteed(List<Column> columns) {
        schema.refresh();
        List<Field> fields = new ArrayList<>();
        for (Column column : columns) {
            PgType type = guaranteed(column);
            if (type == null) {
                return null;
            }
            fields.add(new Field(ResultNames.of(column), type));
        }
        return fields;
    }

    private PgType guaranteed(Column column) {
        PgType type = catalog.apply(column);
        if (type != null) {
            return type;
        }
        if (isText(column)) {
            return PgType.TEXT;
        }
        SchemaColumns.Table table = column.table() == null ? null : schema.table(column.table());
        Attribute attribute = table == null ? null : table.attribute(column.origin());
        if (attribute == null) {
            return null;
        }
        boolean isGuaranteed = table.isRowid(attribute)
                || (table.isStrict() && !attribute.declared().equalsIgnoreCase("ANY"));
        return isGuaranteed ? PgType.ofDeclared(attribute.declared()) : null;
    }
}
