package org.sqlvm.arrow.files;

import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import org.sqlvm.api.BatchCursor;
import org.sqlvm.api.BatchTable;
import org.sqlvm.api.ColumnBatch;
import org.sqlvm.api.ScanPlan;
import org.sqlvm.api.ScanRequest;
import org.sqlvm.api.SqlvmException;
import org.sqlvm.api.TableModule;
import org.sqlvm.api.files.FileColumn;
import org.sqlvm.api.text.SqlText;
import org.sqlvm.arrow.files.FileField.Kind;
import org.sqlvm.engine.data.Blob;
import org.sqlvm.engine.data.SqlNull;
import org.sqlvm.engine.data.Text;
import org.sqlvm.engine.virtual.files.ColumnValues;

import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/** A table with the rows of an ArrowArrayStream: its values are those of a file of Arrow. */
public final class StreamTable implements TableModule, BatchTable {
    private static final int STREAM_SIZE = 40;
    private static final int STREAM_GET_NEXT = 8;
    private static final int STREAM_GET_LAST_ERROR = 16;
    private static final int STREAM_RELEASE = 24;
    private static final int SCHEMA_SIZE = 72;
    private static final int SCHEMA_RELEASE = 56;
    private static final int ARRAY_SIZE = 80;
    private static final int ARRAY_RELEASE = 64;

    private static final FunctionDescriptor GETTER =
            FunctionDescriptor.of(JAVA_INT, ADDRESS, ADDRESS);

    private final String declaration;
    private final List<FileField> fields;
    private final List<FileArray[]> batches = new ArrayList<>();
    private long rowCount;

    private StreamTable(List<FileField> fields) {
        this.fields = fields;
        List<String> columns = new ArrayList<>();
        Set<String> seen = new HashSet<>();
        for (FileField field : fields) {
            String name = field.name;
            for (int i = 2; !seen.add(name.toLowerCase(Locale.ROOT)); i++) {
                name = field.name + "_" + i;
            }
            FileColumn column = field.column(name);
            columns.add(SqlText.quoted(name) + " " + column.declared());
        }
        this.declaration = "CREATE TABLE x(" + String.join(", ", columns) + ")";
    }

    /**
     * Reads a stream to its end, and releases it.
     *
     * @param address the address of an ArrowArrayStream
     * @throws SqlvmException if the stream fails, or has a type that cannot be read
     */
    public static StreamTable read(long address) {
        MemorySegment stream = ArrayCopy.at(address, STREAM_SIZE);
        if (stream.get(JAVA_LONG, STREAM_RELEASE) == 0) {
            throw new SqlvmException("a stream of Arrow has been taken already", 1, -1, null);
        }
        try (Arena memory = Arena.ofConfined()) {
            MemorySegment schema = memory.allocate(SCHEMA_SIZE, Long.BYTES);
            get(stream, 0, schema);
            StreamTable table;
            try {
                table = new StreamTable(fields(schema));
            } finally {
                release(schema, SCHEMA_RELEASE);
            }
            while (table.add(stream, memory.allocate(ARRAY_SIZE, Long.BYTES))) {
                // Until there is none.
            }
            return table;
        } catch (DamagedException error) {
            throw new SqlvmException(error.getMessage(), 1, -1, error);
        } finally {
            release(stream, STREAM_RELEASE);
        }
    }

    private static List<FileField> fields(MemorySegment schema) {
        FileField whole = ArrayCopy.field(schema.address(), 0);
        if (whole.kind != Kind.STRUCT || whole.children.isEmpty()) {
            throw new DamagedException("a stream of Arrow without columns");
        }
        return whole.children;
    }

    private boolean add(MemorySegment stream, MemorySegment array) {
        get(stream, STREAM_GET_NEXT, array);
        if (array.get(JAVA_LONG, ARRAY_RELEASE) == 0) {
            return false;
        }
        try {
            FileArray[] columns = ArrayCopy.columns(fields, array);
            rowCount += columns[0].length;
            batches.add(columns);
        } finally {
            release(array, ARRAY_RELEASE);
        }
        return true;
    }

    // ------------------------------------------------------------------ calls of C

    @SuppressWarnings("restricted") // The interface is functions of C.
    private static Object call(
            MemorySegment structure, int member, FunctionDescriptor type, Object... arguments) {
        MemorySegment function = MemorySegment.ofAddress(structure.get(JAVA_LONG, member));
        try {
            return Linker.nativeLinker()
                    .downcallHandle(function, type)
                    .invokeWithArguments(arguments);
        } catch (RuntimeException | Error error) {
            throw error;
        } catch (Throwable cannotBe) {
            throw new AssertionError(cannotBe);
        }
    }

    private static void get(MemorySegment stream, int member, MemorySegment out) {
        int code = (int) call(stream, member, GETTER, stream, out);
        if (code != 0) {
            MemorySegment text = (MemorySegment) call(
                    stream, STREAM_GET_LAST_ERROR, FunctionDescriptor.of(ADDRESS, ADDRESS), stream);
            String said = ArrayCopy.text(text.address());
            throw new SqlvmException(
                    "a stream of Arrow failed: " + (said.isEmpty() ? "error " + code : said),
                    1,
                    -1,
                    null);
        }
    }

    private static void release(MemorySegment structure, int member) {
        if (structure.get(JAVA_LONG, member) != 0) {
            call(structure, member, FunctionDescriptor.ofVoid(ADDRESS), structure);
        }
    }

    // ------------------------------------------------------------------ the table

    @Override
    public boolean isEponymous() {
        return true;
    }

    @Override
    public BatchTable connect(Call call) {
        return this;
    }

    @Override
    public String declaration() {
        return declaration;
    }

    @Override
    public ScanPlan plan(ScanRequest request) {
        return ScanPlan.all().withCost(rowCount, rowCount);
    }

    @Override
    public BatchCursor openBatches() {
        return new Cursor(0, batches.size());
    }

    /** Rows of some batches, the one after the other. */
    private final class Cursor implements BatchCursor {
        private final int first;
        private final int end;
        private final ColumnValues[] values = new ColumnValues[fields.size()];
        private int batch;
        private int row;

        Cursor(int first, int end) {
            this.first = first;
            this.end = end;
            this.batch = first; // Parts are read without a filter.
        }

        @Override
        public void filter(ScanPlan plan, Object[] arguments) {
            batch = first;
            row = 0;
        }

        @Override
        public int next(ColumnBatch target) {
            while (batch < end && row == batches.get(batch)[0].length) {
                batch++;
                row = 0;
            }
            if (batch == end) {
                return 0;
            }
            FileArray[] columns = batches.get(batch);
            int count = Math.min(target.capacity(), columns[0].length - row);
            for (int i = 0; i < columns.length; i++) {
                if (target.isUsed(i)) {
                    if (values[i] == null) {
                        values[i] = new ColumnValues(target.capacity());
                    }
                    columns[i].give(row, count, values[i]);
                    give(values[i], i, count, target);
                }
            }
            row += count;
            return count;
        }

        private void give(ColumnValues from, int column, int count, ColumnBatch target) {
            switch (from.kind) {
                case LONGS -> target.setLongs(column, from.longs, 0);
                case DOUBLES -> target.setDoubles(column, from.doubles, 0);
                case TEXTS -> {
                    for (int i = 0; i < count; i++) {
                        if (!from.isNull(i)) {
                            target.setText(
                                    column, i, from.arrays[i], from.offsets[i], from.lengths[i]);
                        }
                    }
                }
                case BLOBS, VALUES -> {
                    Object[] objects = target.values(column);
                    for (int i = 0; i < count; i++) {
                        objects[i] = object(from.value(i));
                    }
                }
            }
            for (int i = 0; i < count; i++) {
                if (from.isNull(i)) {
                    target.setNull(column, i);
                }
            }
        }

        private static Object object(Object register) {
            return switch (register) {
                case SqlNull _ -> null;
                case Text text -> text.toString();
                case Blob blob -> blob.toArray();
                default -> register;
            };
        }

        @Override
        public List<BatchCursor> split() {
            List<BatchCursor> parts = new ArrayList<>();
            for (int i = first; i < end; i++) {
                parts.add(new Cursor(i, i + 1));
            }
            return parts;
        }
    }
}
