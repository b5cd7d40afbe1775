package org.sqlvm.parquet;

import org.sqlvm.api.files.RandomInput;
import org.sqlvm.engine.virtual.files.ColumnValues;

import java.io.IOException;
import java.util.zip.CRC32;

/** Reads the values of a column in a group of rows, page by page. */
final class Pages {
    private static final int DATA = 0;
    private static final int DICTIONARY = 2;
    private static final int DATA_2 = 3;

    private static final int RUNS = 3;
    private static final int PLAIN_DICTIONARY = 2;
    private static final int RUNS_DICTIONARY = 8;

    /** Enough for most headers. */
    private static final int HEADER_SIZE = 1 << 10;

    private final RandomInput file;
    private final Node column;
    private final Codec codec;
    private final Conversion conversion;

    /** The next page, and where the last one ends. */
    private long position;

    private final long end;

    /** Values and NULLs that are in pages that come. */
    private long valuesLeft;

    /** Null without. Its values have been converted. */
    private ColumnValues dictionary;

    private int dictionarySize;

    /** The number of values and NULLs left in the current page. */
    private int pageLeft;

    /** Null where all levels are 0. */
    private Hybrid repetitionLevels;

    private Hybrid definitionLevels;

    /** Null if the values are in the dictionary. */
    private Decoder values;

    private Hybrid codes;

    private final int[] codeBuffer = new int[ColumnValues.ROWS_MAX];

    private int present;
    private boolean allPresent = true;

    /** The levels of the values that {@link #read} has read. */
    final int[] repetitions;

    final int[] definitions;

    /** The header of a page. */
    private static final class Header {
        int type = -1;
        int size;
        int packedSize;
        boolean checked;
        int crc;
        int values;
        int encoding = -1;
        int definitionEncoding = RUNS;
        int repetitionEncoding = RUNS;
        int definitionSize;
        int repetitionSize;
        boolean packed = true;
    }

    Pages(RandomInput file, Footer.Chunk chunk, Node column) {
        if (chunk.encrypted) {
            throw new ParquetException(
                    "column " + column.name + " is encrypted and cannot be read");
        }
        this.file = file;
        this.column = column;
        this.codec = Codec.of(chunk.codec);
        this.conversion = Conversion.of(column);
        this.position = chunk.begin();
        this.end = position + chunk.size;
        this.valuesLeft = chunk.values;
        this.repetitions = column.repetitions == 0 ? null : new int[ColumnValues.ROWS_MAX];
        this.definitions = column.definition == 0 ? null : new int[ColumnValues.ROWS_MAX];
    }

    /** Makes values ready for {@link #read}. */
    void prepare(ColumnValues target) {
        target.clearNulls();
        target.become(Decoder.kind(column.physical));
        target.become(conversion.kind());
    }

    /**
     * Reads values of one page with their levels. Values that are not NULL follow each other
     * without gaps.
     *
     * @param most the maximum number of values, at least one
     * @return the number of values and NULLs; 0 at the end
     */
    int read(ColumnValues target, int at, int most) throws IOException {
        assert at >= 0 && most > 0 : at + ", " + most;
        while (pageLeft == 0) {
            if (valuesLeft == 0) {
                return 0;
            }
            nextPage();
        }
        int count = Math.min(most, pageLeft);
        assert count <= ColumnValues.ROWS_MAX : count;
        pageLeft -= count;
        if (repetitions != null) {
            levels(repetitionLevels, repetitions, count, column.repetitions);
        }
        present = count;
        if (definitions != null) {
            int same = definitionLevels.same(count);
            if (same == column.definition) {
                allPresent = true;
            } else {
                allPresent = false;
                if (same >= 0) {
                    fill(definitions, count, same);
                } else {
                    definitionLevels.read(definitions, 0, count);
                }
                present = countPresent(count);
            }
        }
        assert present <= count : present + " of " + count;
        if (present > 0) {
            readValues(target, at, present);
        }
        return count;
    }

    /** Makes the first values whole, after all of a batch have been read. */
    void finish(ColumnValues target, int count) {
        conversion.finish(target, count);
    }

    /** How many of the values that have been read are not NULL. */
    int present() {
        return present;
    }

    /** Whether none of them is NULL; then {@link #definitions} are not set. */
    boolean allPresent() {
        return allPresent;
    }

    private int countPresent(int count) {
        if (!areBelow(definitions, count, column.definition + 1)) {
            throw ParquetException.damaged("a level that the column does not have");
        }
        int found = 0;
        for (int i = 0; i < count; i++) {
            found += definitions[i] == column.definition ? 1 : 0;
        }
        return found;
    }

    private static void fill(int[] levels, int count, int value) {
        for (int i = 0; i < count; i++) {
            levels[i] = value;
        }
    }

    private static void levels(Hybrid source, int[] target, int count, int most) {
        source.read(target, 0, count);
        if (!areBelow(target, count, most + 1)) {
            throw ParquetException.damaged("a level that the column does not have");
        }
    }

    private void readValues(ColumnValues target, int at, int count) {
        if (values != null) {
            target.uncode(at);
            target.kind = Decoder.kind(column.physical);
            values.read(target, at, count);
            conversion.convert(target, at, count);
            return;
        }
        target.kind = conversion.kind();
        if (codes == null) {
            throw ParquetException.damaged("values without a dictionary");
        }
        int same = codes.same(count);
        if (same >= 0) {
            fill(codeBuffer, count, same);
        } else {
            codes.read(codeBuffer, 0, count);
        }
        if (!areBelow(codeBuffer, count, dictionarySize)) {
            throw ParquetException.damaged("a value that is not in the dictionary");
        }
        boolean isText = target.kind == ColumnValues.Kind.TEXTS;
        if (!isText || !target.code(dictionary, codeBuffer, at, count)) {
            target.uncode(at);
            gather(target, at, count);
        }
    }

    /** Whether numbers are at least 0 and less than {@code end}. */
    private static boolean areBelow(int[] numbers, int count, int end) {
        int all = 0;
        for (int i = 0; i < count; i++) {
            all |= numbers[i] | (end - 1 - numbers[i]);
        }
        return all >= 0;
    }

    private void gather(ColumnValues target, int at, int count) {
        switch (target.kind) {
            case LONGS -> gather(dictionary.longs, codeBuffer, count, target.longs, at);
            case DOUBLES -> gather(dictionary.doubles, codeBuffer, count, target.doubles, at);
            default -> {
                for (int i = 0; i < count; i++) {
                    target.copy(dictionary, codeBuffer[i], at + i);
                }
            }
        }
    }

    private static void gather(long[] entries, int[] codes, int count, long[] target, int at) {
        for (int i = 0; i < count; i++) {
            target[at + i] = entries[codes[i]];
        }
    }

    private static void gather(double[] entries, int[] codes, int count, double[] target, int at) {
        for (int i = 0; i < count; i++) {
            target[at + i] = entries[codes[i]];
        }
    }

    // ------------------------------------------------------------------ pages

    private void nextPage() throws IOException {
        assert pageLeft == 0 : pageLeft;
        Header header = header();
        if (header.packedSize < 0 || header.packedSize > end - position) {
            throw ParquetException.damaged("a page of " + header.packedSize + " bytes");
        }
        if (header.type != DATA && header.type != DATA_2 && header.type != DICTIONARY) {
            position += header.packedSize;
            return;
        }
        byte[] packed = bytes(position, header.packedSize);
        position += packed.length;
        if (header.checked) {
            CRC32 crc = new CRC32();
            crc.update(packed);
            if ((int) crc.getValue() != header.crc) {
                throw ParquetException.damaged("the checksum of a page");
            }
        }
        switch (header.type) {
            case DICTIONARY -> dictionary(header, packed);
            case DATA -> data(header, codec.decompress(packed, 0, packed.length, header.size));
            default -> dataOf2(header, packed);
        }
    }

    private void dictionary(Header header, byte[] packed) {
        byte[] page = codec.decompress(packed, 0, packed.length, header.size);
        int width = Math.max(
                PlainDecoder.size(column),
                column.physical == Physical.BYTE_ARRAY ? Integer.BYTES : 1);
        if (dictionary != null || header.values < 0 || header.values > page.length / width) {
            throw ParquetException.damaged("a dictionary of " + header.values + " values");
        }
        dictionarySize = header.values;
        dictionary = new ColumnValues(dictionarySize);
        prepare(dictionary);
        dictionary.kind = Decoder.kind(column.physical);
        new PlainDecoder(column, page, 0).read(dictionary, 0, dictionarySize);
        conversion.convert(dictionary, 0, dictionarySize);
    }

    private void data(Header header, byte[] page) {
        count(header);
        int at = 0;
        if (column.repetitions > 0) {
            repetitionLevels = levels(header.repetitionEncoding, page, at, column.repetitions);
            at += Integer.BYTES + Bytes.intAt(page, at);
        }
        if (column.definition > 0) {
            definitionLevels = levels(header.definitionEncoding, page, at, column.definition);
            at += Integer.BYTES + Bytes.intAt(page, at);
        }
        values(header, page, at);
    }

    /** Levels behind their size. */
    private static Hybrid levels(int encoding, byte[] page, int at, int most) {
        if (encoding != RUNS) {
            throw new ParquetException("levels in encoding " + encoding + " cannot be read");
        }
        int size = Bytes.intAt(page, at);
        int begin = at + Integer.BYTES;
        if (size < 0 || size > page.length - begin) {
            throw ParquetException.damaged("levels of " + size + " bytes");
        }
        return new Hybrid(page, begin, begin + size, width(most));
    }

    private static int width(int most) {
        return Integer.SIZE - Integer.numberOfLeadingZeros(most);
    }

    private void dataOf2(Header header, byte[] packed) {
        count(header);
        int repetition = header.repetitionSize;
        int definition = header.definitionSize;
        int most = Math.min(packed.length, header.size);
        if (repetition < 0
                || definition < 0
                || repetition > most
                || definition > most - repetition) {
            throw ParquetException.damaged("levels of " + definition + " bytes");
        }
        int levels = repetition + definition;
        if (column.repetitions > 0) {
            repetitionLevels = new Hybrid(packed, 0, repetition, width(column.repetitions));
        }
        if (column.definition > 0) {
            definitionLevels = new Hybrid(packed, repetition, levels, width(column.definition));
        }
        byte[] page = (header.packed ? codec : Codec.UNCOMPRESSED)
                .decompress(packed, levels, packed.length, header.size - levels);
        values(header, page, 0);
    }

    private void count(Header header) {
        if (header.values < 0 || header.values > valuesLeft) {
            throw ParquetException.damaged("a page of " + header.values + " values");
        }
        valuesLeft -= header.values;
        pageLeft = header.values;
    }

    private void values(Header header, byte[] page, int at) {
        boolean coded = header.encoding == PLAIN_DICTIONARY || header.encoding == RUNS_DICTIONARY;
        values = null;
        codes = null;
        if (coded && dictionary == null) {
            throw ParquetException.damaged("values without a dictionary");
        }
        if (coded && at < page.length) {
            codes = new Hybrid(page, at + 1, page.length, page[at] & 0xFF);
        } else if (!coded) {
            // Where all are NULL there need be nothing.
            values = at == page.length
                    ? new PlainDecoder(column, page, at)
                    : Decoder.of(header.encoding, column, page, at, header.values);
        }
    }

    private Header header() throws IOException {
        int size = (int) Math.min(HEADER_SIZE, end - position);
        while (true) {
            byte[] bytes = bytes(position, size);
            try {
                Thrift in = new Thrift(bytes, 0, size);
                Header header = header(in);
                position += in.position();
                return header;
            } catch (ParquetException e) {
                // The header may be longer.
                if (size == end - position || size >= 1 << 24) {
                    throw e;
                }
                size = (int) Math.min(16L * size, end - position);
            }
        }
    }

    private static Header header(Thrift in) {
        Header header = new Header();
        in.struct(id -> {
            switch (id) {
                case 1 -> header.type = in.integer();
                case 2 -> header.size = in.integer();
                case 3 -> header.packedSize = in.integer();
                case 4 -> {
                    header.checked = true;
                    header.crc = in.integer();
                }
                case 5 -> in.struct(field -> data(in, header, field));
                case 7 -> in.struct(field -> dictionary(in, header, field));
                case 8 -> in.struct(field -> dataOf2(in, header, field));
                default -> in.skip();
            }
        });
        return header;
    }

    private static void data(Thrift in, Header header, int field) {
        switch (field) {
            case 1 -> header.values = in.integer();
            case 2 -> header.encoding = in.integer();
            case 3 -> header.definitionEncoding = in.integer();
            case 4 -> header.repetitionEncoding = in.integer();
            default -> in.skip();
        }
    }

    private static void dictionary(Thrift in, Header header, int field) {
        if (field == 1) {
            header.values = in.integer();
        } else {
            in.skip();
        }
    }

    private static void dataOf2(Thrift in, Header header, int field) {
        switch (field) {
            case 1 -> header.values = in.integer();
            case 4 -> header.encoding = in.integer();
            case 5 -> header.definitionSize = in.integer();
            case 6 -> header.repetitionSize = in.integer();
            case 7 -> header.packed = in.bool();
            default -> in.skip();
        }
    }

    private byte[] bytes(long from, int count) throws IOException {
        assert from >= 0 && count <= end - from : from + ", " + count;
        byte[] bytes = new byte[count];
        if (file.read(bytes, 0, count, from) < count) {
            throw ParquetException.damaged("it ends too early");
        }
        return bytes;
    }
}
