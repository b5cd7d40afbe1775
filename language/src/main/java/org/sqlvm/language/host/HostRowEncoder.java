package org.sqlvm.language.host;

import org.sqlvm.api.SqlvmException;
import org.sqlvm.api.TableColumns;
import org.sqlvm.engine.data.Blob;
import org.sqlvm.engine.data.RecordEncoder;
import org.sqlvm.engine.data.SqlNull;
import org.sqlvm.engine.data.Text;
import org.sqlvm.engine.error.ResultCode;
import org.sqlvm.engine.error.SqlException;
import org.sqlvm.language.statement.RowInsertion;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;
import java.util.function.ToLongFunction;

/** Makes records of Java's objects. Made once for a kind of rows: nothing is looked up by name. */
final class HostRowEncoder implements HostRowWriter {
    private static final int ABSENT = -1;

    private final Function<HostRowShape, RowInsertion> target;
    private HostRowShape shape;
    private RowInsertion insertion;
    private RecordEncoder record;

    /** By value of the record: its member; or {@link #ABSENT} for NULL. */
    private int[] members;

    /** The member that is the rowid and in no record; or {@link #ABSENT}. */
    private int rowidMember;

    /** The reader of each member. */
    private TableColumns.Column[] columns;

    private Object[] readers;

    /** The shapes of the rows' other classes, beside the first one's. */
    private final Map<Class<?>, HostRowShape> shapes = new HashMap<>();

    /** The member that is being read. */
    private int member;

    /**
     * @param target begins the insertion
     * @param shape the first row's shape
     */
    HostRowEncoder(Function<HostRowShape, RowInsertion> target, HostRowShape shape) {
        this.target = target;
        this.shape = shape;
    }

    @Override
    public RowInsertion begin() {
        insertion = target.apply(shape);
        record = insertion.encoder();
        members = insertion.sources();
        rowidMember = insertion.rowidSource();
        take(shape);
        return insertion;
    }

    private void take(HostRowShape next) {
        shape = next;
        columns = next.columns().toArray(TableColumns.Column[]::new);
        readers = next.columns().stream().map(TableColumns.Column::reader).toArray();
    }

    @Override
    public void encode(Object row, long number) {
        member = ABSENT;
        try {
            if (!shape.fits(row)) {
                adapt(row);
            }
            record.begin();
            switch (shape.kind()) {
                case OBJECT -> encodeObject(row);
                case MAP -> encodeMap((Map<?, ?>) row);
                case LIST -> encodeArray(((List<?>) row).toArray());
                case ARRAY -> encodeArray((Object[]) row);
                case VALUE -> encodeArray(new Object[] {row});
            }
            record.end();
        } catch (SqlException error) {
            throw failed(number, error.code(), error);
        } catch (RuntimeException error) {
            throw failed(number, ResultCode.ERROR, error);
        }
    }

    /** A row that is not like the ones before, but has the same members. */
    private void adapt(Object row) {
        if (row == null) {
            throw new SqlException(ResultCode.MISMATCH, "null is no row");
        }
        HostRowShape known = shapes.get(row.getClass());
        if (known == null) {
            known = shape.next(row);
            shapes.put(row.getClass(), known);
        }
        take(known);
    }

    private SqlvmException failed(long number, int code, RuntimeException cause) {
        List<String> names = shape.names();
        String where = "row " + number;
        if (member >= 0) {
            where += names == null ? ", value " + (member + 1) : ", " + names.get(member);
        }
        String what = cause.getMessage() == null ? cause.toString() : cause.getMessage();
        return new SqlvmException(where + ": " + what, code, -1, cause);
    }

    @SuppressWarnings("unchecked") // TableColumns fixes the type of readers.
    private void encodeObject(Object row) {
        if (rowidMember >= 0) {
            member = rowidMember;
            Object reader = readers[rowidMember];
            if (reader instanceof ToLongFunction<?> ofLong
                    && columns[rowidMember].kind() == TableColumns.Kind.INTEGER) {
                record.setRowid(((ToLongFunction<Object>) ofLong).applyAsLong(row));
            } else {
                record.setRowid(value(read(columns[rowidMember], row)));
            }
        }
        for (int next : members) {
            if (next < 0) {
                record.addNull();
                continue;
            }
            member = next;
            Object reader = readers[next];
            switch (columns[next].kind()) {
                case INTEGER -> record.addLong(((ToLongFunction<Object>) reader).applyAsLong(row));
                case REAL ->
                    record.addDouble(((ToDoubleFunction<Object>) reader).applyAsDouble(row));
                case TEXT -> record.addText((String) ((Function<Object, ?>) reader).apply(row));
                case BLOB -> record.addBlob((byte[]) ((Function<Object, ?>) reader).apply(row));
                case ANY -> add(((Function<Object, ?>) reader).apply(row));
            }
        }
        member = ABSENT;
    }

    /** Returns the value that an object has for a column. */
    @SuppressWarnings("unchecked") // TableColumns fixes the type of readers.
    static Object read(TableColumns.Column column, Object row) {
        Object reader = column.reader();
        return switch (column.kind()) {
            case INTEGER -> ((ToLongFunction<Object>) reader).applyAsLong(row);
            case REAL -> ((ToDoubleFunction<Object>) reader).applyAsDouble(row);
            default -> ((Function<Object, ?>) reader).apply(row);
        };
    }

    private void encodeMap(Map<?, ?> row) {
        List<String> names = shape.names();
        int found = 0;
        if (rowidMember >= 0) {
            member = rowidMember;
            Object value = row.get(names.get(rowidMember));
            record.setRowid(value(value));
            found += value == null && !row.containsKey(names.get(rowidMember)) ? 0 : 1;
        }
        for (int next : members) {
            if (next < 0) {
                record.addNull();
                continue;
            }
            member = next;
            Object value = row.get(names.get(next));
            found += value == null && !row.containsKey(names.get(next)) ? 0 : 1;
            add(value);
        }
        member = ABSENT;
        if (found < row.size() && !shape.isChosen()) {
            throw unknown(row, names);
        }
    }

    private static SqlException unknown(Map<?, ?> row, List<String> names) {
        for (Object key : row.keySet()) {
            if (!(key instanceof String) || !names.contains(key)) {
                return HostRowShape.noMember(key);
            }
        }
        return SqlException.error("members have changed");
    }

    private void encodeArray(Object[] row) {
        int count = insertion.width();
        if (row.length != count) {
            throw SqlException.error(row.length + " values for " + count + " columns");
        }
        if (rowidMember >= 0) {
            member = rowidMember;
            record.setRowid(value(row[rowidMember]));
        }
        for (int next : members) {
            if (next < 0) {
                record.addNull();
                continue;
            }
            member = next;
            add(row[next]);
        }
        member = ABSENT;
    }

    private void add(Object value) {
        add(record, value);
    }

    /** Adds a value of SQL. */
    static void add(RecordEncoder record, Object value) {
        switch (value) {
            case null -> record.addNull();
            case String text -> record.addText(text);
            case Integer number -> record.addLong(number);
            case Long number -> record.addLong(number);
            case Boolean truth -> record.addLong(truth ? 1 : 0);
            case Double number -> record.addDouble(number);
            default -> record.add(value(value));
        }
    }

    /** A value as in a register. */
    static Object value(Object value) {
        return switch (value) {
            case null -> SqlNull.NULL;
            case Long number -> number;
            case Integer number -> (long) number;
            case Short number -> (long) number;
            case Byte number -> (long) number;
            case Boolean truth -> truth ? 1L : 0L;
            case Double number -> number.isNaN() ? SqlNull.NULL : (Object) number;
            case Float number -> number.isNaN() ? SqlNull.NULL : (Object) (double) number;
            case byte[] bytes -> Blob.of(bytes);
            default -> {
                String text = StoredText.of(value);
                if (text == null) {
                    throw new SqlException(
                            ResultCode.MISMATCH, "no value of SQL: " + value.getClass());
                }
                yield Text.of(text);
            }
        };
    }
}
