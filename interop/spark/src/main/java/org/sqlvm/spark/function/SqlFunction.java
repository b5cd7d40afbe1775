package org.sqlvm.spark.function;

import org.apache.spark.TaskContext;
import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.sql.connector.catalog.functions.ScalarFunction;
import org.apache.spark.sql.types.BinaryType;
import org.apache.spark.sql.types.BooleanType;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.DoubleType;
import org.apache.spark.sql.types.LongType;
import org.apache.spark.sql.types.StringType;
import org.apache.spark.unsafe.types.UTF8String;
import org.apache.spark.util.TaskCompletionListener;
import org.sqlvm.api.Database;
import org.sqlvm.api.Rows;
import org.sqlvm.api.Statement;
import org.sqlvm.spark.Location;

import java.util.Arrays;

/**
 * A function that Spark calls for each row. A task has one connection for its calls, which ends
 * with it.
 */
final class SqlFunction implements ScalarFunction<Object> {
    private static final long serialVersionUID = 1L;

    private final FunctionSource source;
    private final String name;
    // Types of Spark are serializable; Scala's interface does not say so to javac.
    @SuppressWarnings("serial")
    private final DataType[] types;

    @SuppressWarnings("serial")
    private final DataType result;

    private final boolean isDeterministic;

    /** The task's connection; null before its first call. */
    private transient Calls calls;

    private record Calls(TaskContext task, Database database, Statement statement) {}

    SqlFunction(FunctionSource source, String name, DataType[] types, boolean isDeterministic) {
        this.source = source;
        this.name = name;
        this.types = types;
        this.isDeterministic = isDeterministic;
        result = source.type(name);
    }

    @Override
    public DataType[] inputTypes() {
        return types.clone();
    }

    @Override
    public DataType resultType() {
        return result;
    }

    @Override
    public boolean isDeterministic() {
        return isDeterministic;
    }

    @Override
    public String name() {
        return name;
    }

    @Override
    public String canonicalName() {
        return "sqlvm." + source.file() + "." + name + Arrays.toString(types);
    }

    @Override
    public Object produceResult(InternalRow arguments) {
        TaskContext task = TaskContext.get();
        if (task == null) {
            // The driver computes constants.
            Calls once = begin(null);
            try {
                return call(once.statement, arguments);
            } finally {
                once.database.close();
            }
        }
        if (calls == null || calls.task != task) {
            Calls begun = begin(task);
            TaskCompletionListener end = _ -> begun.database.close();
            task.addTaskCompletionListener(end);
            calls = begun;
        }
        return call(calls.statement, arguments);
    }

    private Calls begin(TaskContext task) {
        Database database = source.open();
        String marks = "?, ".repeat(types.length);
        String list = marks.isEmpty() ? "" : marks.substring(0, marks.length() - 2);
        Statement statement =
                database.prepare("SELECT " + Location.quoted(name) + "(" + list + ")");
        return new Calls(task, database, statement);
    }

    private Object call(Statement statement, InternalRow arguments) {
        for (int i = 0; i < types.length; i++) {
            statement.bind(i + 1, argument(arguments, i));
        }
        try (Rows rows = statement.query()) {
            rows.next();
            return value(rows);
        }
    }

    private Object argument(InternalRow arguments, int index) {
        if (arguments.isNullAt(index)) {
            return null;
        }
        return switch (types[index]) {
            case LongType _ -> arguments.getLong(index);
            case DoubleType _ -> arguments.getDouble(index);
            case BooleanType _ -> arguments.getBoolean(index);
            case BinaryType _ -> arguments.getBinary(index);
            default -> arguments.getUTF8String(index).toString();
        };
    }

    private Object value(Rows rows) {
        Rows.Type type = rows.type(0);
        if (type == Rows.Type.NULL) {
            return null;
        }
        boolean isNumber = type == Rows.Type.INTEGER || type == Rows.Type.REAL;
        return switch (result) {
            case LongType _ when type == Rows.Type.INTEGER -> rows.getLong(0);
            case DoubleType _ when isNumber -> rows.getDouble(0);
            case BooleanType _ when type == Rows.Type.INTEGER -> rows.getLong(0) != 0;
            case BinaryType _ when type == Rows.Type.BLOB -> rows.getBlob(0);
            case StringType _ when type != Rows.Type.BLOB -> UTF8String.fromString(rows.getText(0));
            default ->
                throw new IllegalArgumentException("the function " + name + " has returned " + type
                        + ", not " + result.simpleString()
                        + "; the option function." + name + " of the catalog names its type");
        };
    }
}
