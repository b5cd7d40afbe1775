package org.sqlvm.parquet;

import org.sqlvm.api.files.FileColumn;
import org.sqlvm.api.files.FileContent;
import org.sqlvm.api.files.FileLayout;
import org.sqlvm.api.files.FileScan;
import org.sqlvm.api.files.InputFile;
import org.sqlvm.api.files.RandomInput;
import org.sqlvm.engine.data.SqlNull;
import org.sqlvm.engine.data.Text;
import org.sqlvm.engine.virtual.files.ColumnNames;
import org.sqlvm.engine.virtual.files.ColumnReader;
import org.sqlvm.engine.virtual.files.ColumnValues;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** A file of Parquet by its footer. */
final class ParquetFile implements FileContent {
    private static final byte[] MAGIC = "PAR1".getBytes(StandardCharsets.US_ASCII);
    private static final byte[] ENCRYPTED = "PARE".getBytes(StandardCharsets.US_ASCII);
    private static final int MAGIC_SIZE = 4;
    private static final int TAIL_SIZE = 8;

    private final InputFile input;
    private final Footer footer;

    /** By column of the table: the column of the file. */
    private List<Node> fields;

    private ParquetFile(InputFile input, Footer footer) {
        this.input = input;
        this.footer = footer;
        this.fields = footer.root.children;
    }

    /** Work that may find the file damaged. Decoders rely on the bounds of arrays. */
    interface Work<T> {
        T run() throws IOException;
    }

    static <T> T during(InputFile input, Work<T> work) {
        try {
            return work.run();
        } catch (ParquetException e) {
            throw input.error(e.getMessage());
        } catch (IOException | IndexOutOfBoundsException _) {
            throw input.error("damaged Parquet: a page ends too early");
        }
    }

    static ParquetFile read(InputFile input) {
        return during(input, () -> {
            try (RandomInput file = input.open()) {
                return new ParquetFile(input, footer(file, input.size()));
            }
        });
    }

    private static Footer footer(RandomInput file, long size) throws IOException {
        byte[] head = bytes(file, 0, MAGIC_SIZE, size);
        byte[] tail = bytes(file, size - TAIL_SIZE, TAIL_SIZE, size);
        byte[] last = Arrays.copyOfRange(tail, MAGIC_SIZE, TAIL_SIZE);
        if (Arrays.equals(last, ENCRYPTED) || Arrays.equals(head, ENCRYPTED)) {
            throw new ParquetException("encrypted Parquet cannot be read");
        }
        if (!Arrays.equals(last, MAGIC) || !Arrays.equals(head, MAGIC)) {
            throw new ParquetException("not a file of Parquet, or cut");
        }
        int length = Bytes.intAt(tail, 0);
        long begin = size - TAIL_SIZE - length;
        if (length < 0 || begin < MAGIC_SIZE) {
            throw ParquetException.damaged("a footer of " + length + " bytes");
        }
        return new Footer(bytes(file, begin, length, size), begin);
    }

    private static byte[] bytes(RandomInput file, long at, int count, long size)
            throws IOException {
        if (at < 0 || count > size - at) {
            throw new ParquetException("not a file of Parquet, or cut");
        }
        byte[] bytes = new byte[count];
        if (file.read(bytes, 0, count, at) < count) {
            throw new ParquetException("not a file of Parquet, or cut");
        }
        return bytes;
    }

    FileLayout layout() {
        List<FileColumn> columns = new ArrayList<>();
        List<String> names = names();
        for (int i = 0; i < fields.size(); i++) {
            columns.add(Conversion.described(names.get(i), fields.get(i)));
        }
        double size = input.size() / (double) Math.max(1, footer.rows);
        return new FileLayout(columns, Math.max(size, Double.MIN_NORMAL), null);
    }

    private List<String> names() {
        return ColumnNames.unique(
                footer.root.children.stream().map(node -> node.name).toList());
    }

    /** Finds the columns of the first file in this one, by their names. */
    ParquetFile as(FileLayout layout) {
        List<String> names = names();
        fields = new ArrayList<>();
        for (FileColumn column : layout.columns()) {
            int place = names.indexOf(column.name());
            fields.add(place < 0 ? null : footer.root.children.get(place));
        }
        return this;
    }

    @Override
    public int groupCount() {
        return footer.groups.size();
    }

    @Override
    public Object[] bounds(int group, int column) {
        Node node = fields.get(column);
        if (node == null || !node.isFlat()) {
            return null;
        }
        Footer.Chunk chunk = footer.groups.get(group).chunks.get(node.column);
        if (chunk.least == null || chunk.greatest == null) {
            return null;
        }
        try {
            Object least = bound(node, chunk, chunk.least);
            Object greatest = bound(node, chunk, chunk.greatest);
            return least == null || greatest == null ? null : new Object[] {least, greatest};
        } catch (ParquetException | IndexOutOfBoundsException _) {
            return null; // The group is read then.
        }
    }

    private static Object bound(Node node, Footer.Chunk chunk, byte[] bytes) {
        boolean isText = node.meaning == Node.Meaning.TEXT;
        boolean isTime =
                node.meaning == Node.Meaning.DATE || node.meaning == Node.Meaning.TIMESTAMP;
        int size = node.physical.size;
        boolean known = isText
                ? chunk.ordered
                : size == bytes.length
                        && node.physical != Physical.INT96
                        && size > 0
                        && (chunk.ordered || node.meaning != Node.Meaning.UNSIGNED);
        if (!known) {
            return null;
        }
        ColumnValues value = new ColumnValues(1);
        value.become(Decoder.kind(node.physical));
        Conversion conversion = Conversion.of(node);
        value.become(conversion.kind());
        if (isText) {
            value.setBytes(0, bytes, 0, bytes.length);
        } else {
            new PlainDecoder(node, bytes, 0).read(value, 0, 1);
        }
        conversion.convert(value, 0, 1);
        conversion.finish(value, 1);
        Object made = value.value(0);
        // Only texts of years with four digits are ordered as times are.
        if (made == SqlNull.NULL || (isTime && !hasYearOf4((Text) made))) {
            return null;
        }
        return made;
    }

    private static boolean hasYearOf4(Text text) {
        return text.array[text.offset] >= '0'
                && text.array[text.offset] <= '9'
                && text.array[text.offset + 4] == '-';
    }

    @Override
    public ColumnReader open(int group, FileScan scan) {
        for (int i = 0; i < scan.columnCount(); i++) {
            if (scan.isUsed(i) && fields.get(i) == null) {
                throw input.error("it has not all columns that the first file has");
            }
        }
        RandomInput file = input.open();
        boolean done = false;
        try {
            ColumnReader reader = during(input, () -> new Group(file, group, scan));
            done = true;
            return reader;
        } finally {
            if (!done) {
                close(file);
            }
        }
    }

    private static void close(RandomInput file) {
        try {
            file.close();
        } catch (IOException _) {
            // The file was only read, so nothing is lost.
        }
    }

    /** Reads a group of rows. */
    private final class Group implements ColumnReader {
        private final RandomInput file;
        private final FieldReader[] readers;
        private long left;

        Group(RandomInput file, int number, FileScan scan) {
            Footer.Group group = footer.groups.get(number);
            this.file = file;
            this.left = group.rows;
            this.readers = new FieldReader[scan.columnCount()];
            for (int i = 0; i < readers.length; i++) {
                if (scan.isUsed(i)) {
                    readers[i] = reader(group, fields.get(i));
                }
            }
        }

        private FieldReader reader(Footer.Group group, Node node) {
            List<Pages> pages = new ArrayList<>();
            for (int i = node.column; i < node.column + node.columnCount; i++) {
                pages.add(new Pages(file, group.chunks.get(i), footer.columns.get(i)));
            }
            return node.isFlat()
                    ? new FlatReader(pages.getFirst(), node)
                    : new NestedReader(node, footer.columns, pages);
        }

        @Override
        public int read() {
            int rows = (int) Math.min(left, ColumnValues.ROWS_MAX);
            left -= rows;
            return rows == 0 ? 0 : during(input, () -> read(rows));
        }

        private int read(int rows) throws IOException {
            for (FieldReader reader : readers) {
                if (reader != null) {
                    reader.read(rows);
                }
            }
            return rows;
        }

        @Override
        public ColumnValues column(int column) {
            return readers[column].values;
        }

        @Override
        public void close() {
            ParquetFile.close(file);
        }
    }
}
