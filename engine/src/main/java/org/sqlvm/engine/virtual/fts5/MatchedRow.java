package org.sqlvm.engine.virtual.fts5;

import org.sqlvm.api.search.AuxiliaryFunction;
import org.sqlvm.engine.data.Text;
import org.sqlvm.engine.error.ResultCode;
import org.sqlvm.engine.error.SqlException;
import org.sqlvm.engine.row.function.LocaleText;
import org.sqlvm.engine.virtual.fts5.index.Detail;
import org.sqlvm.engine.virtual.fts5.query.PositionList;
import org.sqlvm.engine.virtual.fts5.query.Query;
import org.sqlvm.engine.virtual.shadow.ShadowRows;
import org.sqlvm.engine.virtual.tokens.Tokenizer;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** The row of a cursor, with what its query has found in it. */
final class MatchedRow implements AutoCloseable {
    private static final PositionList NOWHERE = new PositionList();

    private final Fts5Table table;
    private final TableConfig config;
    /** Null without MATCH. */
    private final Query query;

    private final boolean descending;
    /** The smallest and the largest rowid of interest. */
    private long low = Long.MIN_VALUE;

    private long high = Long.MAX_VALUE;
    /** Whether tokens that instances have are needed after the row. */
    private boolean keepsTokens;
    /** The table's {@link Fts5Table#generation} when the query was begun. */
    private long generation;

    private ContentRows content;
    /** Whether {@link #content} stands on the row. */
    private boolean contentCurrent;
    /** The row; null if the query stands on it. */
    private SortedMatches.Match sorted;
    /** Whether the positions have been found in the text, where the index has none. */
    private boolean populated;

    private final int[] sizes;
    private boolean sizesCurrent;
    /** The stored sizes of rows; null before they are asked for. */
    private ShadowRows sizeRows;

    private final Map<AuxiliaryFunction, Object> states = new HashMap<>();
    /** The instances of phrases; null before they are asked for. */
    private List<Instance> instances;

    /**
     * An occurrence of a phrase.
     *
     * @param offset the number of its first token in the column
     */
    record Instance(int phrase, int column, int offset) {}

    private MatchedRow(Fts5Table table, Query query, boolean descending, ContentRows content) {
        this.table = table;
        this.config = table.config();
        this.query = query;
        this.descending = descending;
        this.content = content;
        sizes = new int[config.columnCount()];
    }

    /** The row of a query. */
    static MatchedRow ofQuery(Fts5Table table, Query query, boolean descending) {
        return new MatchedRow(table, query, descending, null);
    }

    /** The row that content stands on, which is closed with it. */
    static MatchedRow ofContent(Fts5Table table, ContentRows content) {
        return new MatchedRow(table, null, false, content);
    }

    Query query() {
        return query;
    }

    Fts5Table table() {
        return table;
    }

    boolean isDescending() {
        return descending;
    }

    /** The objects that functions keep for the next row. */
    Map<AuxiliaryFunction, Object> states() {
        return states;
    }

    static SqlException range() {
        return new SqlException(ResultCode.RANGE, "column index out of range");
    }

    // ------------------------------------------------------------------ rows

    /** Leaves out rows of the query. */
    void limit(long lowest, long highest) {
        low = lowest;
        high = highest;
    }

    /** Has the tokens of instances stay known for rows that it comes back to. */
    void keepTokens() {
        keepsTokens = true;
    }

    /** Goes to the first row of the query. */
    void begin() {
        moved();
        begin(descending ? high : low);
    }

    private long last() {
        return descending ? low : high;
    }

    private void begin(long from) {
        generation = table.generation();
        query.first(table.index()::query, from, last(), descending);
    }

    boolean isOnRow() {
        return !query.atEnd();
    }

    /** Goes to the next row of the query, which may have lost the one it stands on. */
    void advance() {
        moved();
        if (config.tokenData && !keepsTokens) {
            query.clearTokens();
        }
        if (generation != table.generation()) {
            long before = query.rowid();
            begin(before);
            if (query.atEnd() || query.rowid() != before) {
                return;
            }
        }
        query.next(last());
    }

    /** As {@link #advance}, by a number of rows; returns by how many: fewer at the end. */
    int skip(int limit) {
        if (generation == table.generation() && !config.tokenData) {
            moved();
            return query.skip(last(), limit);
        }
        int count = 0;
        while (count < limit) {
            advance();
            if (!isOnRow()) {
                break;
            }
            count++;
        }
        return count;
    }

    /** Notes that there is another row. */
    void moved() {
        contentCurrent = false;
        populated = false;
        sizesCurrent = false;
        instances = null;
    }

    /** Goes to a row that has been found before; false for null. */
    boolean stand(SortedMatches.Match match) {
        moved();
        sorted = match;
        return match != null;
    }

    long rowid() {
        if (query == null) {
            return content.rowid();
        }
        return sorted == null ? query.rowid() : sorted.rowid();
    }

    // ------------------------------------------------------------------ content

    private void seekContent() {
        if (query == null || contentCurrent) {
            return;
        }
        if (content == null) {
            content = table.storage().content();
        }
        if (!content.seek(rowid())) {
            throw new SqlException(
                    ResultCode.CORRUPT_VTAB,
                    "fts5: missing row " + rowid() + " from content table " + config.contentTable);
        }
        contentCurrent = true;
    }

    /** The value of a column, without a locale. */
    Object value(int column) {
        seekContent();
        Object value = content.value(column);
        return isLocale(value) ? LocaleText.decode(value).text() : value;
    }

    private boolean isLocale(Object value) {
        return config.locale && config.content == ContentKind.EXTERNAL && LocaleText.is(value);
    }

    /** The value of a column, with the locale of its text. */
    LocaleText text(int column) {
        seekContent();
        Object value = content.value(column);
        return isLocale(value)
                ? LocaleText.decode(value)
                : LocaleText.of(value, content.locale(column));
    }

    // ------------------------------------------------------------------ phrases

    int phraseCount() {
        return query == null ? 0 : query.phraseCount();
    }

    int phraseSize(int phrase) {
        return query == null ? 0 : query.phraseSize(phrase);
    }

    private void checkPhrase(int phrase) {
        if (phrase < 0 || phrase >= phraseCount()) {
            throw range();
        }
    }

    /** Where a phrase is in the row, as the index or the text says. */
    PositionList positions(int phrase) {
        checkPhrase(phrase);
        if (config.detail == Detail.FULL) {
            return sorted == null ? query.positions(phrase) : sorted.positions()[phrase];
        }
        if (config.content.isContentless()) {
            return NOWHERE;
        }
        if (!populated) {
            populate();
        }
        return query.positions(phrase);
    }

    private void populate() {
        Query.Population population = query.populate(sorted == null);
        for (int column = 0; column < config.columnCount(); column++) {
            LocaleText value = text(column);
            Text text = Storage.textOf(value.text());
            if (text != null) {
                byte[] locale = value.locale() == null ? null : value.locale().toArray();
                population.read(column, text.array, text.offset, text.length, locale);
            }
        }
        if (sorted != null) {
            population.end(sorted.rowid());
        }
        populated = true;
    }

    /** The columns that have a phrase, in ascending order. */
    int[] columns(int phrase) {
        checkPhrase(phrase);
        if (config.detail == Detail.COLUMNS) {
            PositionList list = sorted == null ? query.columns(phrase) : sorted.positions()[phrase];
            int[] columns = new int[list.size()];
            Arrays.setAll(columns, i -> (int) list.get(i));
            return columns;
        }
        PositionList list = positions(phrase);
        int[] columns = new int[list.size()];
        int count = 0;
        for (int i = 0; i < list.size(); i++) {
            int column = (int) (list.get(i) >> Integer.SIZE);
            if (count == 0 || columns[count - 1] != column) {
                columns[count++] = column;
            }
        }
        return Arrays.copyOf(columns, count);
    }

    /** Copies the positions in the row, for when the query stands elsewhere. */
    PositionList[] copyPositions() {
        if (config.detail == Detail.NONE) {
            return new PositionList[0];
        }
        PositionList[] copies = new PositionList[phraseCount()];
        for (int i = 0; i < copies.length; i++) {
            PositionList list =
                    config.detail == Detail.FULL ? query.positions(i) : query.columns(i);
            copies[i] = new PositionList();
            for (int j = 0; j < list.size(); j++) {
                copies[i].add(list.get(j));
            }
        }
        return copies;
    }

    /** All occurrences of all phrases, in the order of their positions. */
    List<Instance> instances() {
        if (instances == null) {
            instances = findInstances();
        }
        return instances;
    }

    private List<Instance> findInstances() {
        PositionList[] lists = new PositionList[phraseCount()];
        Arrays.setAll(lists, this::positions);
        int[] next = new int[lists.length];
        List<Instance> found = new ArrayList<>();
        while (true) {
            int best = -1;
            for (int i = 0; i < lists.length; i++) {
                boolean less = next[i] < lists[i].size()
                        && (best < 0 || lists[i].get(next[i]) < lists[best].get(next[best]));
                best = less ? i : best;
            }
            if (best < 0) {
                return found;
            }
            long position = lists[best].get(next[best]++);
            int column = (int) (position >> Integer.SIZE);
            if (column < 0 || column >= config.columnCount()) {
                throw new SqlException(ResultCode.CORRUPT_VTAB, "database disk image is malformed");
            }
            found.add(new Instance(best, column, (int) position & Integer.MAX_VALUE));
        }
    }

    // ------------------------------------------------------------------ sizes

    /**
     * The number of tokens in a column of the row, or with -1 in all columns.
     *
     * @return -1 if it is not known
     */
    int size(int column) {
        if (column >= sizes.length) {
            throw range();
        }
        if (!sizesCurrent) {
            readSizes();
            sizesCurrent = true;
        }
        if (column >= 0) {
            return sizes[column];
        }
        int sum = 0;
        for (int size : sizes) {
            sum += size;
        }
        return sum;
    }

    private void readSizes() {
        if (config.columnSize) {
            if (sizeRows == null) {
                sizeRows = table.storage().openSizes();
            }
            Storage.readSizes(sizeRows, rowid(), sizes);
            return;
        }
        boolean unknown = config.contentTable == null || config.content == ContentKind.UNINDEXED;
        for (int i = 0; i < sizes.length; i++) {
            if (config.isIndexed(i)) {
                sizes[i] = unknown ? -1 : countTokens(text(i));
            }
        }
    }

    private int countTokens(LocaleText text) {
        int[] count = new int[1];
        table.tokenizer()
                .tokenize(
                        Tokenizer.AUXILIARY,
                        text,
                        (token, start, length, flags, from, to) ->
                                count[0] += (flags & Tokenizer.COLOCATED) == 0 ? 1 : 0);
        return count[0];
    }

    @Override
    public void close() {
        if (sizeRows != null) {
            sizeRows.close();
        }
        if (content != null) {
            content.close();
        }
        if (query != null) {
            query.close();
        }
    }
}
