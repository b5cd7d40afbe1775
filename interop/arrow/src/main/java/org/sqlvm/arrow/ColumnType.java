package org.sqlvm.arrow;

import org.apache.arrow.vector.types.FloatingPointPrecision;
import org.apache.arrow.vector.types.UnionMode;
import org.apache.arrow.vector.types.pojo.ArrowType;
import org.apache.arrow.vector.types.pojo.Field;
import org.apache.arrow.vector.types.pojo.FieldType;
import org.sqlvm.api.DeclaredType;
import org.sqlvm.api.Rows;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** The type in Arrow of a result's column. */
enum ColumnType {
    /** No value but NULL. */
    NULL(new ArrowType.Null()),
    INTEGER(new ArrowType.Int(Long.SIZE, true)),
    REAL(new ArrowType.FloatingPoint(FloatingPointPrecision.DOUBLE)),
    TEXT(new ArrowType.Utf8()),
    BLOB(new ArrowType.Binary()),
    /** Values of any storage class; the children are the types before. */
    UNION(null);

    /** Numbers of a union's children, as SQLite numbers the storage classes but from 0. */
    private static final List<ColumnType> CHILDREN = List.of(INTEGER, REAL, TEXT, BLOB, NULL);

    private final ArrowType type;

    ColumnType(ArrowType type) {
        this.type = type;
    }

    /** Returns the type for values of one storage class. */
    static ColumnType of(Rows.Type storage) {
        return switch (storage) {
            case INTEGER -> INTEGER;
            case REAL -> REAL;
            case TEXT -> TEXT;
            case BLOB -> BLOB;
            case NULL -> NULL;
        };
    }

    /**
     * Returns the type of a column by the affinity of its declared type (sqlite.org/datatype3.html
     * section 3.1). NUMERIC affinity and that of no type determine none, since dates have them,
     * too; but the types DECIMAL and NUMERIC are numbers.
     *
     * @param declared null for none
     * @return null if the declared type determines none
     */
    static ColumnType ofDeclared(String declared) {
        Rows.Type storage = DeclaredType.of(declared).storage();
        return storage == null ? null : of(storage);
    }

    /** The number of the child of a union that has values of this type. */
    byte child() {
        return (byte) CHILDREN.indexOf(this);
    }

    Field field(String name) {
        if (this != UNION) {
            return new Field(name, FieldType.nullable(type), null);
        }
        List<Field> children = new ArrayList<>();
        int[] numbers = new int[CHILDREN.size()];
        for (int i = 0; i < numbers.length; i++) {
            numbers[i] = i;
            children.add(CHILDREN.get(i).field(CHILDREN.get(i).name().toLowerCase(Locale.ROOT)));
        }
        ArrowType union = new ArrowType.Union(UnionMode.Dense, numbers);
        return new Field(name, FieldType.nullable(union), children);
    }
}
