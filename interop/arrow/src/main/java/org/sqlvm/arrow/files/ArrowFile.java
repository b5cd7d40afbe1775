package org.sqlvm.arrow.files;

import org.apache.arrow.flatbuf.Block;
import org.apache.arrow.flatbuf.DictionaryBatch;
import org.apache.arrow.flatbuf.Footer;
import org.apache.arrow.flatbuf.Message;
import org.apache.arrow.flatbuf.MessageHeader;
import org.apache.arrow.flatbuf.RecordBatch;
import org.apache.arrow.flatbuf.Schema;
import org.sqlvm.api.files.FileColumn;
import org.sqlvm.api.files.FileContent;
import org.sqlvm.api.files.FileLayout;
import org.sqlvm.api.files.FileScan;
import org.sqlvm.api.files.InputFile;
import org.sqlvm.api.files.RandomInput;
import org.sqlvm.engine.virtual.files.ColumnNames;
import org.sqlvm.engine.virtual.files.ColumnReader;
import org.sqlvm.engine.virtual.files.ColumnValues;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** A file of Arrow, or the output of a stream, by its schema and the positions of its batches. */
final class ArrowFile implements FileContent {
    private static final byte[] MAGIC = "ARROW1".getBytes(StandardCharsets.US_ASCII);
    private static final int DEPTH_MAX = 8;

    private final InputFile input;
    private final long size;
    private List<FileField> columns;
    private final List<Group> groups = new ArrayList<>();
    private long rows;

    /** By column of the table: the column of the file, or -1. */
    private int[] places;

    /** Dictionaries that have been read. */
    private final Map<Batch, FileArray> known = new ConcurrentHashMap<>();

    /**
     * A message with a body.
     *
     * @param metadata its description
     * @param begin where its buffers begin
     * @param size their bytes
     */
    private record Batch(RecordBatch metadata, long begin, long size) {
        @Override
        public boolean equals(Object other) {
            return this == other;
        }

        @Override
        public int hashCode() {
            return Long.hashCode(begin);
        }
    }

    /**
     * A record batch.
     *
     * @param dictionaries the parts of each dictionary, by its number
     */
    private record Group(Batch batch, Map<Long, List<Batch>> dictionaries) {}

    private ArrowFile(InputFile input) {
        this.input = input;
        this.size = input.size();
    }

    /** Work that may find the file damaged. Decoders rely on the bounds of arrays. */
    private interface Work<T> {
        T run() throws IOException;
    }

    private static <T> T during(InputFile input, Work<T> work) {
        try {
            return work.run();
        } catch (DamagedException e) {
            throw input.error(e.getMessage());
        } catch (IOException
                | IndexOutOfBoundsException
                | IllegalArgumentException
                | NegativeArraySizeException _) {
            throw input.error("damaged Arrow: it ends too early");
        }
    }

    static ArrowFile read(InputFile input) {
        return during(input, () -> {
            try (RandomInput file = input.open()) {
                ArrowFile made = new ArrowFile(input);
                made.index(file);
                return made;
            }
        });
    }

    private void index(RandomInput file) throws IOException {
        byte[] head = bytes(file, 0, Math.min(size, MAGIC.length));
        if (Arrays.equals(head, MAGIC)) {
            indexFile(file);
        } else {
            indexStream(file);
        }
        places = new int[columns.size()];
        Arrays.setAll(places, i -> i);
    }

    private byte[] bytes(RandomInput file, long at, long count) throws IOException {
        if (at < 0 || count < 0 || count > size - at || count > Integer.MAX_VALUE - Long.BYTES) {
            throw new DamagedException("damaged Arrow: it ends too early");
        }
        return BatchLoader.bytes(file, at, (int) count);
    }

    private static ByteBuffer buffer(byte[] bytes) {
        return ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
    }

    /** Finds the batches by the index at the end of the file. */
    private void indexFile(RandomInput file) throws IOException {
        int tail = Integer.BYTES + MAGIC.length;
        byte[] end = bytes(file, size - tail, tail);
        if (!Arrays.equals(Arrays.copyOfRange(end, Integer.BYTES, tail), MAGIC)) {
            throw new DamagedException("not a file of Arrow, or cut");
        }
        int length = buffer(end).getInt(0);
        Footer footer = Footer.getRootAsFooter(buffer(bytes(file, size - tail - length, length)));
        columns = FileField.of(footer.schema());
        Map<Long, List<Batch>> dictionaries = new HashMap<>();
        for (int i = 0; i < footer.dictionariesLength(); i++) {
            read(file, footer.dictionaries(i), dictionaries);
        }
        for (int i = 0; i < footer.recordBatchesLength(); i++) {
            read(file, footer.recordBatches(i), dictionaries);
        }
    }

    private void read(RandomInput file, Block block, Map<Long, List<Batch>> dictionaries)
            throws IOException {
        long begin = block.offset() + block.metaDataLength();
        byte[] head = bytes(file, block.offset(), block.metaDataLength());
        int prefix = buffer(head).getInt(0) == -1 ? 2 * Integer.BYTES : Integer.BYTES;
        Message message =
                Message.getRootAsMessage(buffer(Arrays.copyOfRange(head, prefix, head.length)));
        add(message, begin, dictionaries);
    }

    /** Batches come one behind the other. */
    private void indexStream(RandomInput file) throws IOException {
        Map<Long, List<Batch>> dictionaries = new HashMap<>();
        long at = 0;
        while (size - at >= Integer.BYTES) {
            int length = buffer(bytes(file, at, Integer.BYTES)).getInt(0);
            at += Integer.BYTES;
            if (length == -1) {
                length = buffer(bytes(file, at, Integer.BYTES)).getInt(0);
                at += Integer.BYTES;
            }
            if (length == 0) {
                break;
            }
            Message message = Message.getRootAsMessage(buffer(bytes(file, at, length)));
            at += length;
            if (columns == null) {
                if (message.headerType() != MessageHeader.Schema) {
                    throw new DamagedException("not a file of Arrow");
                }
                columns = FileField.of((Schema) message.header(new Schema()));
            } else {
                add(message, at, dictionaries);
            }
            if (message.bodyLength() < 0 || message.bodyLength() > size - at) {
                throw new DamagedException("damaged Arrow: it ends too early");
            }
            at += message.bodyLength();
        }
        if (columns == null) {
            throw new DamagedException("not a file of Arrow");
        }
    }

    private void add(Message message, long begin, Map<Long, List<Batch>> dictionaries) {
        long length = message.bodyLength();
        if (length < 0 || begin < 0 || length > size - begin) {
            throw new DamagedException("damaged Arrow: it ends too early");
        }
        switch (message.headerType()) {
            case MessageHeader.RecordBatch -> {
                RecordBatch metadata = (RecordBatch) message.header(new RecordBatch());
                if (metadata == null
                        || metadata.length() < 0
                        || metadata.length() >= Integer.MAX_VALUE / 2) {
                    throw new DamagedException("damaged Arrow: the length of a batch");
                }
                rows += metadata.length();
                Batch batch = new Batch(metadata, begin, length);
                groups.add(new Group(batch, Map.copyOf(dictionaries)));
            }
            case MessageHeader.DictionaryBatch -> {
                DictionaryBatch header = (DictionaryBatch) message.header(new DictionaryBatch());
                if (header == null || header.data() == null) {
                    throw new DamagedException("damaged Arrow: a dictionary without values");
                }
                Batch batch = new Batch(header.data(), begin, length);
                List<Batch> all = new ArrayList<>();
                if (header.isDelta()) {
                    all.addAll(dictionaries.getOrDefault(header.id(), List.of()));
                }
                all.add(batch);
                dictionaries.put(header.id(), List.copyOf(all));
            }
            default -> {}
        }
    }

    private List<String> names() {
        return ColumnNames.unique(columns.stream().map(column -> column.name).toList());
    }

    FileLayout layout() {
        List<FileColumn> described = new ArrayList<>();
        List<String> names = names();
        for (int i = 0; i < columns.size(); i++) {
            described.add(columns.get(i).column(names.get(i)));
        }
        return new FileLayout(described, size / (double) Math.max(1, rows), null);
    }

    /** Finds the columns of the first file in this one, by their names. */
    ArrowFile as(FileLayout layout) {
        List<String> names = names();
        places = layout.columns().stream()
                .mapToInt(column -> names.indexOf(column.name()))
                .toArray();
        return this;
    }

    @Override
    public int groupCount() {
        return groups.size();
    }

    /** Arrow has no statistics. */
    @Override
    public Object[] bounds(int group, int column) {
        return null;
    }

    @Override
    public ColumnReader open(int group, FileScan scan) {
        boolean[] wanted = new boolean[columns.size()];
        for (int i = 0; i < scan.columnCount(); i++) {
            if (scan.isUsed(i) && places[i] < 0) {
                throw input.error("it has not all columns that the first file has");
            }
            if (scan.isUsed(i)) {
                wanted[places[i]] = true;
            }
        }
        return during(input, () -> {
            try (RandomInput file = input.open()) {
                Group read = groups.get(group);
                return new Reader(load(file, read, read.batch, columns, wanted, 0), read);
            }
        });
    }

    private FileArray[] load(
            RandomInput file,
            Group group,
            Batch batch,
            List<FileField> fields,
            boolean[] wanted,
            int depth)
            throws IOException {
        if (depth > DEPTH_MAX) {
            throw new DamagedException("damaged Arrow: dictionaries of dictionaries");
        }
        return new BatchLoader(
                        file,
                        batch.metadata,
                        batch.begin,
                        batch.size,
                        field -> dictionary(file, group, field, depth))
                .load(fields, wanted);
    }

    private FileDictionary dictionary(RandomInput file, Group group, FileField field, int depth)
            throws IOException {
        List<Batch> batches = group.dictionaries.get(field.dictionary);
        if (batches == null) {
            throw new DamagedException("damaged Arrow: a dictionary is missing");
        }
        FileDictionary made = new FileDictionary();
        for (Batch batch : batches) {
            FileArray array = known.get(batch);
            if (array == null) {
                List<FileField> one = List.of(field.uncoded());
                array = load(file, group, batch, one, null, depth + 1)[0];
                known.put(batch, array);
            }
            made.add(array);
        }
        return made;
    }

    /** Gives the rows of a batch. */
    private final class Reader implements ColumnReader {
        private final FileArray[] arrays;
        private final int length;
        private int next;
        private int count;

        /** The values of each column of the table; created at the first use. */
        private final ColumnValues[] values = new ColumnValues[places.length];

        private final boolean[] given = new boolean[places.length];

        Reader(FileArray[] arrays, Group group) {
            this.arrays = arrays;
            this.length = (int) group.batch.metadata.length();
        }

        @Override
        public int read() {
            next += count;
            count = Math.min(ColumnValues.ROWS_MAX, length - next);
            Arrays.fill(given, false);
            return count;
        }

        @Override
        public ColumnValues column(int column) {
            if (!given[column]) {
                values[column] = values[column] == null
                        ? new ColumnValues(ColumnValues.ROWS_MAX)
                        : values[column];
                during(input, () -> {
                    arrays[places[column]].give(next, count, values[column]);
                    return null;
                });
                given[column] = true;
            }
            return values[column];
        }

        @Override
        public void close() {}
    }
}
