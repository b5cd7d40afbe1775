package org.sqlvm.engine.virtual.fts5;

import org.sqlvm.engine.error.ResultCode;
import org.sqlvm.engine.error.SqlException;
import org.sqlvm.engine.row.function.LocaleText;
import org.sqlvm.engine.virtual.fts5.index.Averages;
import org.sqlvm.engine.virtual.fts5.index.Detail;
import org.sqlvm.engine.virtual.fts5.index.Fts5Index;
import org.sqlvm.engine.virtual.tokens.Tokenizer;

import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.HashSet;
import java.util.Set;

/** Adds up what the index of a table must have, from the table's content. */
final class IntegrityCheck {
    private final TableConfig config;
    private final Storage storage;
    private final TableTokenizer tokenizer;
    private final long[] sizes;
    private long checksum;

    private long rowid;
    private int column;
    private int size;
    /** The terms that are not counted again: those of the row, or of its column. */
    private final Set<ByteBuffer> terms = new HashSet<>();

    IntegrityCheck(TableConfig config, Storage storage, TableTokenizer tokenizer) {
        this.config = config;
        this.storage = storage;
        this.tokenizer = tokenizer;
        sizes = new long[config.columnCount()];
    }

    long checksum() {
        return checksum;
    }

    private static SqlException corrupt() {
        return new SqlException(ResultCode.CORRUPT_VTAB, "database disk image is malformed");
    }

    void addRows(ContentRows rows) {
        int[] expected = new int[config.columnCount()];
        rows.scan();
        while (rows.next()) {
            rowid = rows.rowid();
            if (config.columnSize) {
                storage.readSizes(rowid, expected);
            }
            terms.clear();
            for (column = 0; column < expected.length; column++) {
                if (config.isIndexed(column)) {
                    addColumn(rows);
                    if (config.columnSize && size != expected[column]) {
                        throw corrupt();
                    }
                    sizes[column] += size;
                }
            }
        }
    }

    private void addColumn(ContentRows rows) {
        size = 0;
        if (config.detail == Detail.COLUMNS) {
            terms.clear();
        }
        Object value = rows.value(column);
        boolean decoded = config.content == ContentKind.EXTERNAL && LocaleText.is(value);
        LocaleText text =
                decoded ? LocaleText.decode(value) : LocaleText.of(value, rows.locale(column));
        tokenizer.tokenize(Tokenizer.DOCUMENT, text, this::addToken);
    }

    private void addToken(byte[] token, int start, int length, int flags, int from, int to) {
        int used = Math.min(length, DocumentTokens.TOKEN_SIZE_MAX);
        if ((flags & Tokenizer.COLOCATED) == 0 || size == 0) {
            size++;
        }
        add(0, token, start, used);
        for (int i = 0; i < config.prefixes.size(); i++) {
            int bytes = Fts5Index.prefixBytes(token, start, used, config.prefixes.get(i));
            if (bytes > 0) {
                add(i + 1, token, start, bytes);
            }
        }
    }

    private void add(int index, byte[] token, int start, int length) {
        boolean full = config.detail == Detail.FULL;
        if (!full) {
            byte[] key = new byte[1 + length];
            key[0] = (byte) index;
            System.arraycopy(token, start, key, 1, length);
            if (!terms.add(ByteBuffer.wrap(key))) {
                return;
            }
        }
        int position = switch (config.detail) {
            case FULL -> size - 1;
            case COLUMNS -> column;
            case NONE -> 0;
        };
        checksum ^= Fts5Index.entryChecksum(
                rowid, full ? column : 0, position, index, token, start, length);
    }

    void compareTotals(Averages totals) {
        long[] stored = new long[sizes.length];
        Arrays.setAll(stored, totals::tokens);
        if (!Arrays.equals(stored, sizes)) {
            throw corrupt();
        }
    }

    void compareCount(long count, Averages totals) {
        if (count != totals.rowCount()) {
            throw corrupt();
        }
    }
}
