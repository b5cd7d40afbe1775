package org.sqlvm.spark.write;

import org.apache.spark.sql.catalyst.expressions.SpecializedGetters;
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
import org.apache.spark.sql.types.StringType;
import org.apache.spark.sql.types.StructType;
import org.apache.spark.sql.types.TimestampNTZType;
import org.apache.spark.sql.types.TimestampType;
import org.sqlvm.api.Statement;

import java.util.concurrent.TimeUnit;

/** Binds a value of a row to a parameter of a statement. */
@FunctionalInterface
interface ValueBinder {
    /** Binds the value at {@code ordinal}, which is not null, to parameter {@code number}. */
    void bind(Statement statement, int number, SpecializedGetters row, int ordinal);

    /**
     * Returns the binder for a column.
     *
     * @param epoch whether dates and times are stored as milliseconds since 1970
     */
    static ValueBinder of(DataType type, boolean epoch) {
        return switch (type) {
            case BooleanType _ ->
                (to, number, row, i) -> to.bindLong(number, row.getBoolean(i) ? 1 : 0);
            case ByteType _ -> (to, number, row, i) -> to.bindLong(number, row.getByte(i));
            case ShortType _ -> (to, number, row, i) -> to.bindLong(number, row.getShort(i));
            case IntegerType _ -> (to, number, row, i) -> to.bindLong(number, row.getInt(i));
            case LongType _ -> (to, number, row, i) -> to.bindLong(number, row.getLong(i));
            case FloatType _ -> (to, number, row, i) -> to.bindDouble(number, row.getFloat(i));
            case DoubleType _ -> (to, number, row, i) -> to.bindDouble(number, row.getDouble(i));
            case DecimalType decimal -> {
                int precision = decimal.precision();
                int scale = decimal.scale();
                yield (to, number, row, i) -> to.bindText(
                        number,
                        row.getDecimal(i, precision, scale).toJavaBigDecimal().toPlainString());
            }
            case DateType _ ->
                epoch
                        ? (to, number, row, i) ->
                                to.bindLong(number, TimeUnit.DAYS.toMillis(row.getInt(i)))
                        : (to, number, row, i) -> to.bindText(number, IsoTimes.date(row.getInt(i)));
            case TimestampType _, TimestampNTZType _ ->
                epoch
                        ? (to, number, row, i) ->
                                to.bindLong(number, Math.floorDiv(row.getLong(i), 1000L))
                        : (to, number, row, i) ->
                                to.bindText(number, IsoTimes.timestamp(row.getLong(i)));
            case BinaryType _ -> (to, number, row, i) -> to.bindBlob(number, row.getBinary(i));
            // CHAR and VARCHAR are its subclasses.
            case StringType _ ->
                (to, number, row, i) -> to.bindText(number, row.getUTF8String(i).toString());
            case ArrayType _, MapType _, StructType _ ->
                (to, number, row, i) -> to.bindText(number, JsonText.of(row, i, type));
            default -> throw new IllegalArgumentException("no binder for " + type.sql());
        };
    }
}
