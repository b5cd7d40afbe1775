package org.sqlvm.spark.function;

import org.apache.spark.sql.connector.catalog.functions.BoundFunction;
import org.apache.spark.sql.connector.catalog.functions.UnboundFunction;
import org.apache.spark.sql.types.BinaryType;
import org.apache.spark.sql.types.BooleanType;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.DateType;
import org.apache.spark.sql.types.IntegralType;
import org.apache.spark.sql.types.NullType;
import org.apache.spark.sql.types.NumericType;
import org.apache.spark.sql.types.StringType;
import org.apache.spark.sql.types.StructField;
import org.apache.spark.sql.types.StructType;
import org.sqlvm.api.Database;
import org.sqlvm.api.Rows;

/** A function before the types of its arguments are known. */
public final class CatalogFunction implements UnboundFunction {
    private static final long serialVersionUID = 1L;

    /** SQLITE_DETERMINISTIC, as PRAGMA function_list shows it. */
    private static final int DETERMINISTIC = 0x800;

    private final FunctionSource source;
    private final String name;

    public CatalogFunction(FunctionSource source, String name) {
        this.source = source;
        this.name = name;
    }

    @Override
    public String name() {
        return name;
    }

    @Override
    public String description() {
        return name + ", a function of " + source.file();
    }

    @Override
    public BoundFunction bind(StructType arguments) {
        DataType[] types = new DataType[arguments.size()];
        for (int i = 0; i < types.length; i++) {
            StructField argument = arguments.fields()[i];
            types[i] = taken(argument.dataType());
            if (types[i] == null) {
                throw new UnsupportedOperationException(
                        name + " takes no " + argument.dataType().simpleString());
            }
        }
        return new SqlFunction(source, name, types, isDeterministic(types.length));
    }

    /** The type that Spark converts an argument to; null if there is none. */
    private static DataType taken(DataType type) {
        return switch (type) {
            case IntegralType _ -> DataTypes.LongType;
            case NumericType _ -> DataTypes.DoubleType;
            case BooleanType _ -> DataTypes.BooleanType;
            case BinaryType _ -> DataTypes.BinaryType;
            case StringType _, DateType _, NullType _ -> DataTypes.StringType;
            default -> null;
        };
    }

    /** @throws UnsupportedOperationException if no such function takes as many arguments */
    private boolean isDeterministic(int count) {
        try (Database database = source.open();
                Rows rows = database.query(
                        "SELECT flags FROM pragma_function_list WHERE name = ? COLLATE NOCASE"
                                + " AND NOT builtin AND narg IN (?, -1) ORDER BY narg DESC",
                        name,
                        count)) {
            if (!rows.next()) {
                throw new UnsupportedOperationException(
                        "wrong number of arguments to function " + name + "()");
            }
            return (rows.getLong(0) & DETERMINISTIC) != 0;
        }
    }
}
