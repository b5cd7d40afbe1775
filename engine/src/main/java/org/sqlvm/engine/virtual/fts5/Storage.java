package org.sqlvm.engine.virtual.fts5;

import org.sqlvm.api.TableCursor;
import org.sqlvm.engine.data.Blob;
import org.sqlvm.engine.data.Casts;
import org.sqlvm.engine.data.SqlNull;
import org.sqlvm.engine.data.Text;
import org.sqlvm.engine.error.ResultCode;
import org.sqlvm.engine.error.SqlException;
import org.sqlvm.engine.row.function.LocaleText;
import org.sqlvm.engine.sql.Identifiers;
import org.sqlvm.engine.virtual.fts5.index.Averages;
import org.sqlvm.engine.virtual.fts5.index.Fts5Index;
import org.sqlvm.engine.virtual.fts5.index.IndexConfig;
import org.sqlvm.engine.virtual.module.ModuleHost;
import org.sqlvm.engine.virtual.shadow.ShadowRows;
import org.sqlvm.engine.virtual.tokens.Tokenizer;

import java.util.Arrays;
import java.util.concurrent.ThreadLocalRandom;

/**
 * The rows of a full-text table: their values, their sizes, and what the index has to be told of
 * them. It is what fts5_storage.c is to SQLite.
 */
final class Storage {
    private static final int RANDOM_TRIES = 100;

    private final ModuleHost host;
    private final TableConfig config;
    private final Settings settings;
    private final Fts5Index index;
    private final ShadowStore store;
    private final TableTokenizer tokenizer;
    private final Recursion recursion = new Recursion();

    /** The averages record while it may have been changed; null otherwise. */
    private Averages totals;
    /** The values and locales of a row that an UPDATE changes; null otherwise. */
    private Object[] saved;

    /**
     * The rows of the tables that were written last, closed: opened again, they mostly stand where
     * the next row comes. Null before the first.
     */
    private ShadowRows lastContent;

    private ShadowRows lastSizes;

    Storage(
            ModuleHost host,
            TableConfig config,
            Settings settings,
            Fts5Index index,
            ShadowStore store,
            TableTokenizer tokenizer) {
        this.host = host;
        this.config = config;
        this.settings = settings;
        this.index = index;
        this.store = store;
        this.tokenizer = tokenizer;
    }

    Recursion recursion() {
        return recursion;
    }

    // ------------------------------------------------------------------ tables

    /** Makes the shadow tables and their first records. */
    void create() {
        createTable("data", "id INTEGER PRIMARY KEY, block BLOB", "");
        createTable("idx", "segid, term, pgno, PRIMARY KEY(segid, term)", " WITHOUT ROWID");
        index.create();
        if (config.content.hasContentTable()) {
            createTable("content", contentDefinition(), "");
        }
        if (config.columnSize) {
            String origin = config.contentlessDelete ? ", origin INTEGER" : "";
            createTable("docsize", "id INTEGER PRIMARY KEY, sz BLOB" + origin, "");
        }
        createTable("config", "k PRIMARY KEY, v", " WITHOUT ROWID");
        settings.storeVersion(IndexConfig.VERSION);
    }

    private String contentDefinition() {
        StringBuilder sql = new StringBuilder("id INTEGER PRIMARY KEY");
        for (int i = 0; i < config.columnCount(); i++) {
            sql.append(config.isStored(i) ? ", c" + i : "");
        }
        for (int i = 0; i < config.columnCount(); i++) {
            sql.append(config.locale && config.isIndexed(i) ? ", l" + i : "");
        }
        return sql.toString();
    }

    private void createTable(String suffix, String definition, String options) {
        try {
            host.run("CREATE TABLE " + config.quotedShadow(suffix) + "(" + definition + ")"
                    + options);
        } catch (SqlException e) {
            throw new SqlException(
                    e.code(),
                    "fts5: error creating shadow table " + config.shadow(suffix) + ": "
                            + e.getMessage());
        }
    }

    void drop() {
        for (String suffix : config.shadows()) {
            host.run("DROP TABLE IF EXISTS " + config.quotedShadow(suffix));
        }
    }

    void rename(String name) {
        sync();
        for (String suffix : config.shadows()) {
            host.run("ALTER TABLE " + config.quotedShadow(suffix) + " RENAME TO "
                    + Identifiers.literal(name + "_" + suffix));
        }
    }

    private ShadowRows openContent() {
        lastContent = open("content", lastContent);
        return lastContent;
    }

    private ShadowRows openWrittenSizes() {
        lastSizes = open("docsize", lastSizes);
        return lastSizes;
    }

    private ShadowRows open(String suffix, ShadowRows before) {
        ShadowRows rows =
                ShadowRows.open(host, config.database(), config.shadow(suffix), true, before);
        if (rows == null) {
            throw new SqlException(ResultCode.CORRUPT, "database disk image is malformed");
        }
        return rows;
    }

    /** Opens the stored values of the table's columns for reading. */
    ContentRows content() {
        ContentRows stored = config.content == ContentKind.EXTERNAL || config.contentTable == null
                ? null
                : StoredContent.open(host, config);
        return stored != null ? stored : new QueriedContent(host, config, recursion);
    }

    private static void deleteRow(ShadowRows opened, long rowid) {
        try (opened) {
            opened.delete(rowid);
        }
    }

    // ------------------------------------------------------------------ totals

    private Averages totals() {
        if (totals == null) {
            totals = index.averages();
        }
        return totals;
    }

    /** The averages record as it is now. */
    private Averages currentTotals() {
        return totals == null ? index.averages() : totals;
    }

    /** The number of tokens in a column of all rows, or in all columns. */
    long tokenCount(int column) {
        Averages current = currentTotals();
        if (column >= config.columnCount()) {
            throw new SqlException(ResultCode.RANGE, "column index out of range");
        }
        if (column >= 0) {
            return current.tokens(column);
        }
        long sum = 0;
        for (int i = 0; i < config.columnCount(); i++) {
            sum += current.tokens(i);
        }
        return sum;
    }

    /** The number of rows. */
    long rowCount() {
        long count = currentTotals().rowCount();
        if (count <= 0) {
            throw corrupt();
        }
        return count;
    }

    private static SqlException corrupt() {
        return new SqlException(ResultCode.CORRUPT_VTAB, "database disk image is malformed");
    }

    /** Reads how many tokens the columns of a row have. */
    void readSizes(long rowid, int[] sizes) {
        try (ShadowRows rows = openSizes()) {
            readSizes(rows, rowid, sizes);
        }
    }

    /** Opens the numbers of tokens for reading. */
    ShadowRows openSizes() {
        ShadowRows rows = ShadowRows.open(host, config.database(), config.shadow("docsize"), false);
        if (rows == null) {
            throw new SqlException(ResultCode.CORRUPT, "database disk image is malformed");
        }
        return rows;
    }

    static void readSizes(ShadowRows rows, long rowid, int[] sizes) {
        if (!rows.seek(rowid) || !SizeRecord.decode(rows.bytes(1), sizes)) {
            throw corrupt();
        }
    }

    // ------------------------------------------------------------------ deleting

    /** Keeps the values of a row for {@link #insert}, if there is one. */
    void save(long rowid) {
        try (ContentRows rows = content()) {
            saved = rows.seek(rowid) ? rows.values(config.columnCount(), config.locale) : null;
        }
    }

    void forgetSaved() {
        saved = null;
    }

    /**
     * Deletes a row.
     *
     * @param given the values of the row, if the content is no longer there; else null
     * @param saves whether its values are kept for {@link #insert}
     */
    void delete(long rowid, Object[] given, boolean saves) {
        totals();
        index.beginRow(rowid, true);
        if (config.contentlessDelete) {
            deleteContentless(rowid);
            if (saves && config.content == ContentKind.UNINDEXED) {
                save(rowid);
            }
        } else {
            deleteTokens(rowid, given, saves);
        }
        if (config.columnSize) {
            deleteRow(openWrittenSizes(), rowid);
        }
        if (config.content.hasContentTable()) {
            deleteRow(openContent(), rowid);
        }
    }

    private void deleteTokens(long rowid, Object[] given, boolean saves) {
        Object[] values = given;
        if (values == null) {
            if (saved == null || !saves) {
                try (ContentRows rows = content()) {
                    if (!rows.seek(rowid)) {
                        return;
                    }
                    values = rows.values(config.columnCount(), config.locale);
                }
            } else {
                values = saved;
            }
        }
        for (int column = 0; column < config.columnCount(); column++) {
            if (config.isIndexed(column)) {
                long count = write(-1, text(values, column, given == null));
                long left = totals.tokens(column) - count;
                totals.setTokens(column, left);
                if (left < 0) {
                    throw corrupt();
                }
            }
        }
        if (totals.rowCount() < 1) {
            throw corrupt();
        }
        totals.setRowCount(totals.rowCount() - 1);
        if (saves) {
            saved = values;
        }
    }

    /** A value that is stored, or one that is given. */
    private LocaleText text(Object[] values, int column, boolean stored) {
        Object value = values[column];
        if (config.locale && LocaleText.is(value)) {
            return LocaleText.decode(value);
        }
        return config.locale && stored
                ? LocaleText.of(value, values[config.columnCount() + column])
                : new LocaleText(value, null);
    }

    private void deleteContentless(long rowid) {
        long origin = 0;
        try (ShadowRows rows = openWrittenSizes()) {
            if (rows.seek(rowid)) {
                int[] sizes = new int[config.columnCount()];
                if (!SizeRecord.decode(rows.bytes(1), sizes)) {
                    throw corrupt();
                }
                for (int i = 0; i < sizes.length; i++) {
                    totals.setTokens(i, totals.tokens(i) - sizes[i]);
                }
                origin = (int) Casts.toLong(rows.value(2));
            }
        }
        if (origin != 0) {
            index.contentlessDelete(origin, rowid);
            totals.setRowCount(totals.rowCount() - 1);
        }
    }

    // ------------------------------------------------------------------ inserting

    /**
     * Writes a row.
     *
     * @param rowid null for a new one
     * @param values {@link TableCursor#UNCHANGED} for those that are in the saved row
     * @return its rowid
     */
    long insert(Long rowid, Object[] values) {
        long stored = insertContent(rowid, values, false);
        insertTokens(stored, values);
        return stored;
    }

    /** Writes the values of a row, but not into the index. */
    long insertContent(Long rowid, Object[] values, boolean replaces) {
        if (!config.content.hasContentTable()) {
            return rowid == null ? newRowid() : rowid;
        }
        try (ShadowRows rows = openContent()) {
            long id = rowid == null ? newRowid(rows) : rowid;
            if (!replaces && rowid != null && rows.seek(id)) {
                throw new SqlException(ResultCode.CONSTRAINT_PRIMARYKEY, "constraint failed");
            }
            rows.put(id, contentRecord(values));
            return id;
        }
    }

    private Object[] contentRecord(Object[] values) {
        int count = config.columnCount();
        Object[] record = new Object[1 + 2 * count];
        int size = 0;
        record[size++] = SqlNull.NULL;
        Object[] locales = new Object[count];
        for (int i = 0; i < count; i++) {
            locales[i] = SqlNull.NULL;
            if (config.isStored(i)) {
                Object value = values[i];
                if (value == TableCursor.UNCHANGED) {
                    value = saved == null ? SqlNull.NULL : saved[i];
                    locales[i] = saved == null ? SqlNull.NULL : saved[count + i];
                } else if (config.locale && LocaleText.is(value)) {
                    LocaleText text = LocaleText.decode(value);
                    value = text.text();
                    locales[i] = text.locale();
                }
                record[size++] = value;
            }
        }
        for (int i = 0; i < count; i++) {
            if (config.storesLocale(i)) {
                record[size++] = locales[i];
            }
        }
        return Arrays.copyOf(record, size);
    }

    /** A rowid that only {@code %_docsize} knows of. */
    private long newRowid() {
        if (!config.columnSize) {
            throw new SqlException(ResultCode.MISMATCH, "datatype mismatch");
        }
        try (ShadowRows rows = openWrittenSizes()) {
            long rowid = newRowid(rows);
            if (config.contentlessDelete) {
                rows.put(rowid, SqlNull.NULL, SqlNull.NULL, SqlNull.NULL);
            } else {
                rows.put(rowid, SqlNull.NULL, SqlNull.NULL);
            }
            return rowid;
        }
    }

    private static long newRowid(ShadowRows rows) {
        if (!rows.last()) {
            return 1;
        }
        long last = rows.rowid();
        if (last < Long.MAX_VALUE) {
            return last + 1;
        }
        for (int i = 0; i < RANDOM_TRIES; i++) {
            long random = ThreadLocalRandom.current().nextLong(1, Long.MAX_VALUE >> 1);
            if (!rows.seek(random)) {
                return random;
            }
        }
        throw new SqlException(ResultCode.FULL, "database or disk is full");
    }

    /** Writes the tokens of a row. */
    void insertTokens(long rowid, Object[] values) {
        totals();
        index.beginRow(rowid, false);
        int[] sizes = new int[config.columnCount()];
        for (int column = 0; column < sizes.length; column++) {
            if (config.isIndexed(column)) {
                boolean unchanged = values[column] == TableCursor.UNCHANGED && saved != null;
                sizes[column] = write(
                        column,
                        unchanged ? text(saved, column, true) : text(values, column, false));
            }
        }
        addRow(rowid, sizes);
    }

    private void insertStored(ContentRows rows) {
        Object[] row = rows.values(config.columnCount(), config.locale);
        index.beginRow(rows.rowid(), false);
        int[] sizes = new int[config.columnCount()];
        for (int column = 0; column < sizes.length; column++) {
            if (config.isIndexed(column)) {
                sizes[column] = write(column, text(row, column, true));
            }
        }
        addRow(rows.rowid(), sizes);
    }

    private void addRow(long rowid, int[] sizes) {
        for (int column = 0; column < sizes.length; column++) {
            totals.setTokens(column, totals.tokens(column) + sizes[column]);
        }
        totals.setRowCount(totals.rowCount() + 1);
        writeSizes(rowid, sizes);
    }

    private void writeSizes(long rowid, int[] sizes) {
        if (!config.columnSize) {
            return;
        }
        Blob record = SizeRecord.encode(sizes);
        try (ShadowRows rows = openWrittenSizes()) {
            if (config.contentlessDelete) {
                rows.put(rowid, SqlNull.NULL, record, index.origin());
            } else {
                rows.put(rowid, SqlNull.NULL, record);
            }
        }
    }

    /**
     * Writes the tokens of a column of the row that the index has begun.
     *
     * @param column -1 if they are deleted
     * @return the number of positions
     */
    private int write(int column, LocaleText text) {
        DocumentTokens tokens = new DocumentTokens(index, column);
        tokenizer.tokenize(Tokenizer.DOCUMENT, text, tokens);
        return tokens.count();
    }

    // ------------------------------------------------------------------ commands

    /** Empties the table; the content of others stays. */
    void deleteAll() {
        totals = null;
        store.clear();
        if (config.columnSize) {
            host.run("DELETE FROM " + config.quotedShadow("docsize"));
        }
        if (config.content == ContentKind.UNINDEXED) {
            host.run("DELETE FROM " + config.quotedShadow("content"));
        }
        index.create();
        settings.storeVersion(IndexConfig.VERSION);
    }

    /** Makes the index from the content. */
    void rebuild() {
        deleteAll();
        totals();
        try (ContentRows rows = content()) {
            rows.scan();
            while (rows.next()) {
                insertStored(rows);
            }
        }
        index.writeAverages(totals);
    }

    /**
     * Checks that the index is that of the content.
     *
     * @param external whether external content is looked at
     */
    void checkIntegrity(boolean external) {
        IntegrityCheck check = new IntegrityCheck(config, this, tokenizer);
        boolean withContent = config.content == ContentKind.NORMAL
                || (config.content == ContentKind.EXTERNAL && external);
        if (withContent) {
            try (ContentRows rows = content()) {
                check.addRows(rows);
            }
            check.compareTotals(currentTotals());
            if (config.content == ContentKind.NORMAL) {
                check.compareCount(count("content"), currentTotals());
            }
            if (config.columnSize) {
                check.compareCount(count("docsize"), currentTotals());
            }
        }
        index.checkIntegrity(check.checksum(), withContent);
    }

    private long count(String suffix) {
        return (Long)
                host.run("SELECT count(*) FROM " + config.quotedShadow(suffix)).get(0)[0];
    }

    /** Writes all that is pending. */
    void sync() {
        if (totals != null) {
            index.writeAverages(totals);
            totals = null;
        }
        index.sync();
    }

    /** Forgets all that is pending. */
    void rollback() {
        totals = null;
        saved = null;
        index.rollback();
    }

    /** Whether a value has a text: NULL has none. */
    static Text textOf(Object value) {
        return value == SqlNull.NULL || value == TableCursor.UNCHANGED ? null : Casts.toText(value);
    }
}
