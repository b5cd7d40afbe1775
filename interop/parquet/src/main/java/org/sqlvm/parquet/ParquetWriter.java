package org.sqlvm.parquet;

import org.sqlvm.api.files.ColumnType;
import org.sqlvm.api.files.FileColumn;
import org.sqlvm.api.files.FileOptions;
import org.sqlvm.engine.virtual.files.ColumnNames;
import org.sqlvm.engine.virtual.files.DeclaredColumns;
import org.sqlvm.engine.virtual.files.RowWriter;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** Writes rows in groups, each column by column. */
final class ParquetWriter implements RowWriter {
    private static final byte[] MAGIC = "PAR1".getBytes(StandardCharsets.US_ASCII);

    /** The rows of a group, as DuckDB has them. */
    private static final int GROUP_ROWS_MAX = 1 << 24;

    /** A group takes no more memory than about this. */
    private static final long GROUP_SIZE_MAX = 1L << 28;

    private static final int OPTIONAL = 1;
    private static final int UTF8 = 0;
    private static final List<Integer> ENCODINGS = List.of(0, 3, 8);

    private final Output output;
    private final Codec codec;
    private final int groupRows;
    private final List<WrittenColumn> columns = new ArrayList<>();
    private final List<Group> groups = new ArrayList<>();
    private int rows;
    private long allRows;

    private record Group(int rows, List<WrittenColumn.Chunk> chunks) {}

    private static final class Output implements WrittenColumn.Sink {
        private final OutputStream stream;
        private long position;

        Output(OutputStream stream) {
            this.stream = stream;
        }

        @Override
        public void write(byte[] bytes, int count) throws IOException {
            stream.write(bytes, 0, count);
            position += count;
        }

        @Override
        public long position() {
            return position;
        }
    }

    ParquetWriter(OutputStream stream, List<String> names, FileOptions options) throws IOException {
        this.codec = codec(options);
        long wanted = options.number("row_group_size");
        if (wanted < 1 || wanted > GROUP_ROWS_MAX) {
            throw FileOptions.bad(
                    "row_group_size", String.valueOf(wanted), "from 1 to " + GROUP_ROWS_MAX);
        }
        this.groupRows = (int) wanted;
        List<FileColumn> described = new ArrayList<>();
        for (String name : ColumnNames.unique(names)) {
            described.add(FileColumn.of(name, ColumnType.ANY));
        }
        boolean takesMixed = options.flag("mixed_as_text");
        for (FileColumn column : DeclaredColumns.withTypes(described, options)) {
            columns.add(new WrittenColumn(
                    column.name(), columns.size() + 1, column.type(), takesMixed));
        }
        this.output = new Output(stream);
        output.write(MAGIC, MAGIC.length);
    }

    private static Codec codec(FileOptions options) {
        String name = options.text("compression");
        return switch (name.toLowerCase(Locale.ROOT)) {
            case "none", "uncompressed" -> Codec.UNCOMPRESSED;
            case "snappy", "auto" -> Codec.SNAPPY;
            case "gzip" -> Codec.GZIP;
            case "zstd" -> Codec.ZSTD;
            default -> throw FileOptions.bad("compression", name, "none, snappy, gzip or zstd");
        };
    }

    @Override
    public void row(Object[] values) throws IOException {
        long size = 0;
        for (int i = 0; i < values.length; i++) {
            WrittenColumn column = columns.get(i);
            column.add(values[i]);
            size += column.size();
        }
        rows++;
        if (rows == groupRows || size > GROUP_SIZE_MAX) {
            writeGroup();
        }
    }

    private void writeGroup() throws IOException {
        List<WrittenColumn.Chunk> chunks = new ArrayList<>();
        for (WrittenColumn column : columns) {
            chunks.add(column.write(output, codec));
        }
        groups.add(new Group(rows, chunks));
        allRows += rows;
        rows = 0;
    }

    @Override
    public void finish() throws IOException {
        if (rows > 0) {
            writeGroup();
        }
        ThriftWriter out = new ThriftWriter();
        out.element(() -> footer(out));
        ByteBuilder end = new ByteBuilder();
        byte[] footer = out.bytes();
        end.add(footer);
        end.addInt(footer.length);
        end.add(MAGIC);
        output.write(end.array, end.size);
    }

    private void footer(ThriftWriter out) {
        out.integer(1, 1);
        out.structs(2, columns.size() + 1);
        out.element(() -> out.text(4, "schema").integer(5, columns.size()));
        for (WrittenColumn column : columns) {
            out.element(() -> {
                boolean isText = column.kind() == WrittenColumn.Kind.TEXT;
                out.integer(1, column.kind().physical.ordinal())
                        .integer(3, OPTIONAL)
                        .text(4, column.name);
                if (isText) {
                    out.integer(6, UTF8).struct(10, () -> out.struct(1, () -> {}));
                }
            });
        }
        out.number(3, allRows);
        out.structs(4, groups.size());
        for (Group group : groups) {
            out.element(() -> group(out, group));
        }
        out.text(6, "sqlvm");
        // The bounds are in the order of the types.
        out.structs(7, columns.size());
        columns.forEach(column -> out.element(() -> out.struct(1, () -> {})));
    }

    private void group(ThriftWriter out, Group group) {
        out.structs(1, columns.size());
        long size = 0;
        for (int i = 0; i < columns.size(); i++) {
            WrittenColumn.Chunk chunk = group.chunks.get(i);
            WrittenColumn column = columns.get(i);
            size += chunk.plainSize();
            out.element(() -> {
                out.number(2, 0);
                out.struct(3, () -> chunk(out, column, chunk));
            });
        }
        out.number(2, size);
        out.number(3, group.rows);
    }

    private void chunk(ThriftWriter out, WrittenColumn column, WrittenColumn.Chunk chunk) {
        out.integer(1, column.kind().physical.ordinal());
        out.integers(2, ENCODINGS.size());
        ENCODINGS.forEach(out::element);
        out.texts(3, 1).element(column.name.getBytes(StandardCharsets.UTF_8));
        out.integer(4, codec.ordinal())
                .number(5, chunk.values())
                .number(6, chunk.plainSize())
                .number(7, chunk.size())
                .number(9, chunk.dataAt());
        if (chunk.dictionaryAt() > 0) {
            out.number(11, chunk.dictionaryAt());
        }
        out.struct(12, () -> {
            out.number(3, chunk.nulls());
            if (chunk.greatest() != null) {
                out.binary(5, chunk.greatest()).binary(6, chunk.least());
            }
        });
    }
}
