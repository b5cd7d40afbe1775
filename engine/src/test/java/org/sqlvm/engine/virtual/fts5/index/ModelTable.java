package org.sqlvm.engine.virtual.fts5.index;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/** A table over an index in memory, with tokens between spaces; it knows what it should find. */
final class ModelTable {
    private final IndexConfig config;
    private final boolean contentless;
    private final MemoryStore store = new MemoryStore();
    private final Fts5Index index;
    private final Map<String, Integer> settings = new TreeMap<>();
    private NavigableMap<Long, String[]> rows = new TreeMap<>();
    private Map<Long, Long> origins = new TreeMap<>();
    /** Null if it has not been read. */
    private Averages averages;

    private MemoryStore savedStore;
    private NavigableMap<Long, String[]> savedRows;
    private Map<Long, Long> savedOrigins;
    private Map<String, Integer> savedSettings;

    ModelTable(int columnCount, Detail detail, List<Integer> prefixes, boolean contentless) {
        this.contentless = contentless;
        config = new IndexConfig("t", columnCount, detail, prefixes, contentless, false);
        index = new Fts5Index(config, store, this::reload);
        index.create();
    }

    private void reload(IndexConfig target, int cookie) {
        target.setPageSize(settings.getOrDefault("pgsz", IndexConfig.DEFAULT_PAGE_SIZE));
        target.setHashSize(settings.getOrDefault("hashsize", IndexConfig.DEFAULT_HASH_SIZE));
        target.setAutoMerge(settings.getOrDefault("automerge", IndexConfig.DEFAULT_MERGE));
        target.setUserMerge(settings.getOrDefault("usermerge", IndexConfig.DEFAULT_MERGE));
        target.setCrisisMerge(
                settings.getOrDefault("crisismerge", IndexConfig.DEFAULT_CRISIS_MERGE));
        target.setDeleteMerge(
                settings.getOrDefault("deletemerge", IndexConfig.DEFAULT_DELETE_MERGE));
        target.setSecureDelete(settings.getOrDefault("secure-delete", 0) != 0);
        target.setVersion(store.version());
        target.setCookie(cookie);
    }

    Fts5Index index() {
        return index;
    }

    MemoryStore store() {
        return store;
    }

    NavigableMap<Long, String[]> rows() {
        return rows;
    }

    static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    private Averages averages() {
        if (averages == null) {
            averages = index.averages();
        }
        return averages;
    }

    void insert(long rowid, String[] texts) {
        averages();
        index.beginRow(rowid, false);
        write(texts, 1);
        averages.setRowCount(averages.rowCount() + 1);
        if (contentless) {
            origins.put(rowid, index.origin());
        }
        rows.put(rowid, texts);
    }

    private void write(String[] texts, int sign) {
        for (int column = 0; column < texts.length; column++) {
            int position = 0;
            for (String word : words(texts[column])) {
                byte[] token = bytes(word);
                index.write(sign > 0 ? column : -1, position, token, 0, token.length);
                position++;
            }
            averages.setTokens(column, averages.tokens(column) + sign * position);
        }
    }

    static String[] words(String text) {
        return text.isEmpty() ? new String[0] : text.split(" ");
    }

    void delete(long rowid) {
        averages();
        index.beginRow(rowid, true);
        String[] texts = rows.remove(rowid);
        if (contentless) {
            for (int column = 0; column < texts.length; column++) {
                averages.setTokens(column, averages.tokens(column) - words(texts[column]).length);
            }
            index.contentlessDelete(origins.remove(rowid), rowid);
        } else {
            write(texts, -1);
        }
        averages.setRowCount(averages.rowCount() - 1);
    }

    void update(long rowid, String[] texts) {
        delete(rowid);
        insert(rowid, texts);
    }

    void set(String setting, int value) {
        sync();
        index.loadConfig();
        settings.put(setting, value);
        int cookie = config.cookie() + 1;
        reload(config, config.cookie());
        index.writeCookie(cookie);
        config.setCookie(cookie);
    }

    void begin() {
        savedStore = store.copy();
        savedRows = new TreeMap<>(rows);
        savedOrigins = new TreeMap<>(origins);
        savedSettings = new TreeMap<>(settings);
    }

    void sync() {
        if (averages != null) {
            index.writeAverages(averages);
            averages = null;
        }
        index.sync();
    }

    void rollback() {
        store.set(savedStore);
        rows = savedRows;
        origins = savedOrigins;
        settings.clear();
        settings.putAll(savedSettings);
        averages = null;
        index.rollback();
    }

    /** The exclusive or of all entries' sums. */
    void checkIntegrity() {
        long sum = 0;
        for (Map.Entry<Long, String[]> row : rows.entrySet()) {
            sum ^= checksum(row.getKey(), row.getValue());
        }
        index.checkIntegrity(sum, true);
    }

    private long checksum(long rowid, String[] texts) {
        long sum = 0;
        Set<String> seen = new HashSet<>();
        for (int column = 0; column < texts.length; column++) {
            String[] words = words(texts[column]);
            for (int i = 0; i < words.length; i++) {
                byte[] token = bytes(words[i]);
                for (int number = 0; number <= config.prefixCount(); number++) {
                    int length = number == 0
                            ? token.length
                            : Fts5Index.prefixBytes(
                                    token, 0, token.length, config.prefixLength(number - 1));
                    if (length > 0) {
                        sum ^= checksum(rowid, column, i, number, token, length, seen);
                    }
                }
            }
        }
        return sum;
    }

    private long checksum(
            long rowid, int column, int i, int number, byte[] token, int length, Set<String> seen) {
        String text = number + new String(token, 0, length, StandardCharsets.UTF_8);
        return switch (config.detail()) {
            case FULL -> Fts5Index.entryChecksum(rowid, column, i, number, token, 0, length);
            case COLUMNS ->
                seen.add(column + " " + text)
                        ? Fts5Index.entryChecksum(rowid, 0, column, number, token, 0, length)
                        : 0;
            case NONE ->
                seen.add(text) ? Fts5Index.entryChecksum(rowid, 0, 0, number, token, 0, length) : 0;
        };
    }

    /** Checks the rows that a query finds against those of the texts. */
    void checkQuery(String word, int flags, int[] columns) {
        boolean prefix = (flags & Fts5Index.PREFIX) != 0;
        NavigableMap<Long, String> expected = new TreeMap<>();
        rows.forEach((rowid, texts) -> {
            Set<Long> positions = positions(texts, word, prefix, columns);
            // A row with the term in other columns only stays a row, but is none of a list.
            if (!positions.isEmpty()
                    || (!isListed(word, prefix)
                            && !positions(texts, word, prefix, null).isEmpty())) {
                expected.put(rowid, positions.toString());
            }
        });
        boolean descending = (flags & Fts5Index.DESCENDING) != 0;
        if (descending) {
            check(word, expected.descendingMap(), index.query(bytes(word), flags, columns));
        } else {
            check(word, expected, index.query(bytes(word), flags, columns));
        }
        if (!expected.isEmpty()) {
            checkSeek(word, expected, flags, columns);
        }
    }

    /** Whether the rows of a prefix are collected from those of terms: no index has it. */
    private boolean isListed(String word, boolean prefix) {
        boolean listed = prefix;
        for (int i = 0; i < config.prefixCount(); i++) {
            listed &= config.prefixLength(i) != word.codePointCount(0, word.length());
        }
        return listed;
    }

    private void check(String word, NavigableMap<Long, String> expected, TermRows found) {
        List<String> lines = new ArrayList<>();
        try (found) {
            while (!found.atEnd()) {
                lines.add(found.rowid() + " " + positions(found));
                found.next();
            }
        }
        List<String> wanted = new ArrayList<>();
        expected.forEach((rowid, positions) -> wanted.add(rowid + " " + positions));
        assertEquals(String.join("\n", wanted), String.join("\n", lines), word);
    }

    private void checkSeek(
            String word, NavigableMap<Long, String> expected, int flags, int[] columns) {
        boolean descending = (flags & Fts5Index.DESCENDING) != 0;
        NavigableMap<Long, String> ordered = descending ? expected.descendingMap() : expected;
        int step = 1 + expected.size() / 5;
        int number = 0;
        List<String> lines = new ArrayList<>();
        List<String> wanted = new ArrayList<>();
        try (TermRows found = index.query(bytes(word), flags, columns)) {
            for (long key : ordered.keySet()) {
                if (number++ % step != 0 || found.atEnd()) {
                    continue;
                }
                long target = number % 2 == 0 ? key : key + (descending ? 1 : -1);
                found.seek(target);
                Long next = descending ? expected.floorKey(target) : expected.ceilingKey(target);
                wanted.add(target + ": " + (next == null ? "" : next + " " + expected.get(next)));
                lines.add(target + ": "
                        + (found.atEnd() ? "" : found.rowid() + " " + positions(found)));
            }
        }
        assertEquals(String.join("\n", wanted), String.join("\n", lines), word);
    }

    private String positions(TermRows found) {
        Set<Long> positions = new TreeSet<>();
        if (config.detail() == Detail.NONE) {
            positions.add(0L);
            return positions.toString();
        }
        PositionReader reader = new PositionReader();
        reader.reset(found.positions(), found.positionsStart(), found.positionsLength());
        while (!reader.atEnd()) {
            positions.add(reader.position());
            reader.next();
        }
        return positions.toString();
    }

    private Set<Long> positions(String[] texts, String word, boolean prefix, int[] columns) {
        Set<Long> found = new TreeSet<>();
        for (int column = 0; column < texts.length; column++) {
            boolean wanted = columns == null;
            for (int i = 0; !wanted && i < columns.length; i++) {
                wanted = columns[i] == column;
            }
            String[] words = wanted ? words(texts[column]) : new String[0];
            for (int i = 0; i < words.length; i++) {
                if (prefix ? words[i].startsWith(word) : words[i].equals(word)) {
                    found.add(
                            switch (config.detail()) {
                                case FULL -> PositionReader.position(column, i);
                                case COLUMNS -> (long) column;
                                case NONE -> 0L;
                            });
                }
            }
        }
        return found;
    }
}
