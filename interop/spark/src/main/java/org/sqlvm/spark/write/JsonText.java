package org.sqlvm.spark.write;

import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.sql.catalyst.expressions.SpecializedGetters;
import org.apache.spark.sql.catalyst.util.ArrayData;
import org.apache.spark.sql.catalyst.util.MapData;
import org.apache.spark.sql.types.ArrayType;
import org.apache.spark.sql.types.BinaryType;
import org.apache.spark.sql.types.BooleanType;
import org.apache.spark.sql.types.ByteType;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.DateType;
import org.apache.spark.sql.types.DecimalType;
import org.apache.spark.sql.types.DoubleType;
import org.apache.spark.sql.types.FloatType;
import org.apache.spark.sql.types.IntegerType;
import org.apache.spark.sql.types.LongType;
import org.apache.spark.sql.types.MapType;
import org.apache.spark.sql.types.ShortType;
import org.apache.spark.sql.types.StructField;
import org.apache.spark.sql.types.StructType;
import org.apache.spark.sql.types.TimestampNTZType;
import org.apache.spark.sql.types.TimestampType;

import java.util.Base64;

/**
 * Arrays, maps and structs as JSON. A map's keys become texts, bytes become Base64, and members of
 * a struct that are null are kept.
 */
final class JsonText {
    private final StringBuilder text = new StringBuilder();

    private JsonText() {}

    /** Returns the JSON of a value that is not null. */
    static String of(SpecializedGetters row, int ordinal, DataType type) {
        JsonText json = new JsonText();
        json.value(row, ordinal, type);
        return json.text.toString();
    }

    private void value(SpecializedGetters row, int i, DataType type) {
        if (row.isNullAt(i)) {
            text.append("null");
            return;
        }
        switch (type) {
            case StructType struct -> struct(row.getStruct(i, struct.length()), struct);
            case ArrayType array -> array(row.getArray(i), array.elementType());
            case MapType map -> map(row.getMap(i), map);
            case FloatType _, DoubleType _ -> number(scalar(row, i, type));
            case BooleanType _, ByteType _, ShortType _, IntegerType _, LongType _, DecimalType _ ->
                text.append(scalar(row, i, type));
            default -> quoted(scalar(row, i, type));
        }
    }

    /** JSON has no infinity and no NaN; they become texts. */
    private void number(String digits) {
        if (Character.isLetter(digits.charAt(digits.length() - 1))) {
            quoted(digits);
        } else {
            text.append(digits);
        }
    }

    private static String scalar(SpecializedGetters row, int i, DataType type) {
        return switch (type) {
            case BooleanType _ -> Boolean.toString(row.getBoolean(i));
            case ByteType _ -> Byte.toString(row.getByte(i));
            case ShortType _ -> Short.toString(row.getShort(i));
            case IntegerType _ -> Integer.toString(row.getInt(i));
            case LongType _ -> Long.toString(row.getLong(i));
            case FloatType _ -> Float.toString(row.getFloat(i));
            case DoubleType _ -> Double.toString(row.getDouble(i));
            case DecimalType decimal ->
                row.getDecimal(i, decimal.precision(), decimal.scale())
                        .toJavaBigDecimal()
                        .toPlainString();
            case DateType _ -> IsoTimes.date(row.getInt(i));
            case TimestampType _, TimestampNTZType _ -> IsoTimes.timestamp(row.getLong(i));
            case BinaryType _ -> Base64.getEncoder().encodeToString(row.getBinary(i));
            default -> String.valueOf(row.get(i, type));
        };
    }

    private void struct(InternalRow row, StructType type) {
        text.append('{');
        StructField[] fields = type.fields();
        for (int i = 0; i < fields.length; i++) {
            separate(i);
            quoted(fields[i].name());
            text.append(':');
            value(row, i, fields[i].dataType());
        }
        text.append('}');
    }

    private void array(ArrayData array, DataType element) {
        text.append('[');
        for (int i = 0; i < array.numElements(); i++) {
            separate(i);
            value(array, i, element);
        }
        text.append(']');
    }

    private void map(MapData map, MapType type) {
        text.append('{');
        for (int i = 0; i < map.numElements(); i++) {
            separate(i);
            quoted(scalar(map.keyArray(), i, type.keyType()));
            text.append(':');
            value(map.valueArray(), i, type.valueType());
        }
        text.append('}');
    }

    private void separate(int index) {
        if (index > 0) {
            text.append(',');
        }
    }

    private void quoted(String value) {
        text.append('"');
        for (int i = 0; i < value.length(); i++) {
            char c = value.charAt(i);
            switch (c) {
                case '"' -> text.append("\\\"");
                case '\\' -> text.append("\\\\");
                case '\n' -> text.append("\\n");
                case '\r' -> text.append("\\r");
                case '\t' -> text.append("\\t");
                default -> {
                    if (c < ' ') {
                        text.append(String.format("\\u%04x", (int) c));
                    } else {
                        text.append(c);
                    }
                }
            }
        }
        text.append('"');
    }
}
