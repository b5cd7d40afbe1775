package org.sqlvm.arrow.files;

import com.google.flatbuffers.Table;

import org.apache.arrow.flatbuf.DateUnit;
import org.apache.arrow.flatbuf.Decimal;
import org.apache.arrow.flatbuf.Field;
import org.apache.arrow.flatbuf.FixedSizeBinary;
import org.apache.arrow.flatbuf.FixedSizeList;
import org.apache.arrow.flatbuf.FloatingPoint;
import org.apache.arrow.flatbuf.Int;
import org.apache.arrow.flatbuf.IntervalUnit;
import org.apache.arrow.flatbuf.KeyValue;
import org.apache.arrow.flatbuf.Precision;
import org.apache.arrow.flatbuf.Schema;
import org.apache.arrow.flatbuf.Type;
import org.apache.arrow.flatbuf.UnionMode;
import org.sqlvm.api.files.ColumnType;
import org.sqlvm.api.files.FileColumn;
import org.sqlvm.engine.virtual.files.ColumnValues;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** A column of a file, or a part of one. */
final class FileField {
    /** Deeper than any schema that a program makes. */
    private static final int DEPTH_MAX = 40;

    private static final int FIELDS_MAX = 100_000;

    /** The key of a column's metadata (arrow.apache.org/docs/format/CanonicalExtensions.html). */
    private static final String EXTENSION = "ARROW:extension:name";

    private static final String UUID = "arrow.uuid";
    private static final int UUID_SIZE = 16;

    /** How values are held. */
    enum Kind {
        NULL,
        INT,
        UNSIGNED,
        REAL,
        BOOL,
        DECIMAL,
        DATE,
        TIME,
        TIMESTAMP,
        FIXED,
        TEXT,
        BYTES,
        TEXT_VIEW,
        BYTES_VIEW,
        LIST,
        FIXED_LIST,
        STRUCT,
        MAP,
        UNION
    }

    String name;
    Kind kind;

    /** The number of bits of a value, or of an offset of a list or text. */
    int bits;

    /** The number of values in each FIXED_LIST. */
    int size;

    int scale;
    long unitsPerSecond;
    boolean dense;

    /** The bytes of a FIXED are a UUID. */
    boolean uuid;

    /** By number of a union's type: which child it is. */
    final Map<Integer, Integer> members = new HashMap<>();

    /** The id of the dictionary, for values in one. */
    long dictionary;

    boolean coded;
    int codeBits;

    final List<FileField> children = new ArrayList<>();

    private FileField() {}

    /** Without a type. */
    static FileField named(String name) {
        FileField field = new FileField();
        field.name = name;
        return field;
    }

    static List<FileField> of(Schema schema) {
        if (schema == null || schema.endianness() != 0) {
            throw new DamagedException("its numbers begin with the highest byte");
        }
        int[] count = {0};
        List<FileField> fields = new ArrayList<>();
        for (int i = 0; i < schema.fieldsLength(); i++) {
            fields.add(of(schema.fields(i), 0, count));
        }
        if (fields.isEmpty()) {
            throw new DamagedException("it has no columns");
        }
        return fields;
    }

    private static FileField of(Field field, int depth, int[] count) {
        if (depth > DEPTH_MAX || ++count[0] > FIELDS_MAX) {
            throw new DamagedException("damaged Arrow: the schema");
        }
        FileField made = new FileField();
        made.name = field.name() == null ? "" : field.name();
        made.describe(field);
        if (field.dictionary() != null) {
            Int index = field.dictionary().indexType();
            made.coded = true;
            made.dictionary = field.dictionary().id();
            made.codeBits = index == null ? Integer.SIZE : checked(index.bitWidth());
        }
        for (int i = 0; i < field.childrenLength(); i++) {
            made.children.add(of(field.children(i), depth + 1, count));
        }
        int wanted = switch (made.kind) {
            case LIST, FIXED_LIST, MAP -> 1;
            case STRUCT, UNION -> made.children.size();
            default -> 0;
        };
        boolean entries = made.kind != Kind.MAP
                || (wanted == made.children.size()
                        && made.children.getFirst().kind == Kind.STRUCT
                        && made.children.getFirst().children.size() == 2);
        if (made.children.size() != wanted || !entries) {
            throw new DamagedException("damaged Arrow: the schema");
        }
        return made;
    }

    private static int checked(int bits) {
        if (bits != 8 && bits != 16 && bits != 32 && bits != 64) {
            throw new DamagedException("integers of " + bits + " bits cannot be read");
        }
        return bits;
    }

    void become(Kind wanted, int width) {
        kind = wanted;
        bits = width;
    }

    private static <T extends Table> T type(Field field, T target) {
        if (field.type(target) == null) {
            throw new DamagedException("damaged Arrow: a column without a type");
        }
        return target;
    }

    private void describe(Field field) {
        switch (field.typeType()) {
            case Type.Null -> become(Kind.NULL, 0);
            case Type.Int -> {
                Int type = type(field, new Int());
                become(type.isSigned() ? Kind.INT : Kind.UNSIGNED, checked(type.bitWidth()));
            }
            case Type.FloatingPoint -> {
                short precision = type(field, new FloatingPoint()).precision();
                become(
                        Kind.REAL,
                        precision == Precision.HALF ? 16 : precision == Precision.SINGLE ? 32 : 64);
            }
            case Type.Bool -> become(Kind.BOOL, 1);
            case Type.Utf8 -> become(Kind.TEXT, Integer.SIZE);
            case Type.LargeUtf8 -> become(Kind.TEXT, Long.SIZE);
            case Type.Binary -> become(Kind.BYTES, Integer.SIZE);
            case Type.LargeBinary -> become(Kind.BYTES, Long.SIZE);
            case Type.Utf8View -> become(Kind.TEXT_VIEW, 128);
            case Type.BinaryView -> become(Kind.BYTES_VIEW, 128);
            case Type.FixedSizeBinary -> {
                int width = type(field, new FixedSizeBinary()).byteWidth();
                if (width < 0 || width > 1 << 24) {
                    throw new DamagedException("damaged Arrow: values of " + width + " bytes");
                }
                become(Kind.FIXED, Byte.SIZE * width);
                uuid = width == UUID_SIZE && UUID.equals(extension(field));
            }
            case Type.Decimal -> {
                Decimal type = type(field, new Decimal());
                scale = type.scale();
                become(Kind.DECIMAL, type.bitWidth());
                if ((bits != 32 && bits != 64 && bits != 128 && bits != 256)
                        || Math.abs(scale) > 1000) {
                    throw new DamagedException("damaged Arrow: a decimal of " + bits + " bits");
                }
            }
            case Type.Interval -> {
                short unit =
                        type(field, new org.apache.arrow.flatbuf.Interval()).unit();
                become(
                        Kind.FIXED,
                        unit == IntervalUnit.YEAR_MONTH
                                ? 32
                                : unit == IntervalUnit.DAY_TIME ? 64 : 128);
            }
            case Type.Duration -> become(Kind.INT, Long.SIZE);
            case Type.Date, Type.Time, Type.Timestamp -> describeTime(field);
            case Type.List -> become(Kind.LIST, Integer.SIZE);
            case Type.LargeList -> become(Kind.LIST, Long.SIZE);
            case Type.FixedSizeList -> {
                become(Kind.FIXED_LIST, 0);
                size = type(field, new FixedSizeList()).listSize();
                if (size < 0) {
                    throw new DamagedException("damaged Arrow: lists of " + size);
                }
            }
            case Type.Struct_ -> become(Kind.STRUCT, 0);
            case Type.Map -> become(Kind.MAP, Integer.SIZE);
            case Type.Union -> describeUnion(field);
            default ->
                throw new DamagedException("column " + name + " is of a type that cannot be read");
        }
    }

    /** Returns the name of a meaning of a column's values beyond their type; or null. */
    private static String extension(Field field) {
        for (int i = 0; i < field.customMetadataLength(); i++) {
            KeyValue entry = field.customMetadata(i);
            if (entry != null && EXTENSION.equals(entry.key())) {
                return entry.value();
            }
        }
        return null;
    }

    private void describeTime(Field field) {
        if (field.typeType() == Type.Date) {
            org.apache.arrow.flatbuf.Date type = type(field, new org.apache.arrow.flatbuf.Date());
            become(Kind.DATE, type.unit() == DateUnit.DAY ? Integer.SIZE : Long.SIZE);
            return;
        }
        short unit;
        if (field.typeType() == Type.Time) {
            org.apache.arrow.flatbuf.Time type = type(field, new org.apache.arrow.flatbuf.Time());
            become(Kind.TIME, checked(type.bitWidth()));
            unit = type.unit();
        } else {
            become(Kind.TIMESTAMP, Long.SIZE);
            unit = type(field, new org.apache.arrow.flatbuf.Timestamp()).unit();
        }
        unitsPerSecond = switch (unit) {
            case 0 -> 1;
            case 1 -> 1_000;
            case 2 -> 1_000_000;
            default -> 1_000_000_000;
        };
    }

    private void describeUnion(Field field) {
        org.apache.arrow.flatbuf.Union type = type(field, new org.apache.arrow.flatbuf.Union());
        become(Kind.UNION, Byte.SIZE);
        dense = type.mode() == UnionMode.Dense;
        int count = Math.min(type.typeIdsLength(), 1 << Byte.SIZE);
        for (int i = 0; i < count; i++) {
            members.put(type.typeIds(i), i);
        }
        for (int i = 0; count == 0 && i < field.childrenLength(); i++) {
            members.put(i, i);
        }
    }

    /** The field of its dictionary's values. */
    FileField uncoded() {
        FileField values = new FileField();
        values.name = name;
        values.become(kind, bits);
        values.size = size;
        values.scale = scale;
        values.unitsPerSecond = unitsPerSecond;
        values.dense = dense;
        values.uuid = uuid;
        values.members.putAll(members);
        values.children.addAll(children);
        return values;
    }

    /** How its values are handed over. */
    ColumnValues.Kind given() {
        return switch (kind) {
            case INT, BOOL, NULL -> ColumnValues.Kind.LONGS;
            case UNSIGNED -> bits == Long.SIZE ? ColumnValues.Kind.VALUES : ColumnValues.Kind.LONGS;
            case REAL -> ColumnValues.Kind.DOUBLES;
            case DECIMAL -> scale > 0 ? ColumnValues.Kind.DOUBLES : ColumnValues.Kind.VALUES;
            case DATE, TIME, TIMESTAMP, TEXT, TEXT_VIEW, LIST, FIXED_LIST, STRUCT, MAP ->
                ColumnValues.Kind.TEXTS;
            case FIXED -> uuid ? ColumnValues.Kind.TEXTS : ColumnValues.Kind.BLOBS;
            case BYTES, BYTES_VIEW -> ColumnValues.Kind.BLOBS;
            case UNION -> ColumnValues.Kind.VALUES;
        };
    }

    FileColumn column(String unique) {
        if (kind == Kind.NULL || kind == Kind.UNION) {
            return FileColumn.of(unique, ColumnType.ANY);
        }
        return switch (given()) {
            case LONGS -> FileColumn.of(unique, ColumnType.INTEGER);
            case DOUBLES -> FileColumn.of(unique, ColumnType.REAL);
            case TEXTS -> FileColumn.of(unique, ColumnType.TEXT);
            case BLOBS -> new FileColumn(unique, ColumnType.ANY, "BLOB");
            case VALUES -> FileColumn.of(unique, ColumnType.NUMERIC);
        };
    }
}
