package org.sqlvm.engine.virtual.fts5;

import org.sqlvm.engine.data.Affinities;
import org.sqlvm.engine.data.Casts;
import org.sqlvm.engine.data.SqlNull;
import org.sqlvm.engine.data.Text;
import org.sqlvm.engine.error.ResultCode;
import org.sqlvm.engine.error.SqlException;
import org.sqlvm.engine.virtual.fts5.index.IndexConfig;
import org.sqlvm.engine.virtual.module.ModuleHost;
import org.sqlvm.engine.virtual.shadow.ShadowKeys;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** The settings of a full-text table, which {@code %_config} keeps (fts5.html section 6). */
final class Settings {
    private static final int PAGE_SIZE_MIN = 32;
    private static final int PAGE_SIZE_MAX = 64 * 1024;
    private static final int AUTO_MERGE_MAX = 64;
    private static final int USER_MERGE_MIN = 2;
    private static final int USER_MERGE_MAX = 16;
    private static final int SEGMENT_MAX = 2000;
    private static final int MERGE = 4;
    private static final int CRISIS_MERGE = 16;
    private static final int DELETE_MERGE = 10;
    private static final int PERCENT_MAX = 100;
    private static final int PAGE_SIZE = 4050;
    private static final int HASH_SIZE = 1024 * 1024;
    private static final String VERSION = "version";

    private final ModuleHost host;
    private final TableConfig table;
    private final IndexConfig index;
    private RankFunction rank = RankFunction.DEFAULT;
    private boolean loaded;

    Settings(ModuleHost host, TableConfig table, IndexConfig index) {
        this.host = host;
        this.table = table;
        this.index = index;
    }

    IndexConfig index() {
        return index;
    }

    RankFunction rank() {
        return rank;
    }

    /** Whether they have been read since the last rollback. */
    boolean isLoaded() {
        return loaded;
    }

    /** Has them read again before the next change. */
    void forget() {
        loaded = false;
    }

    /**
     * Reads all of them.
     *
     * @param cookie that of the structure record
     * @throws SqlException if the table's format is not known
     */
    void load(int cookie) {
        load(rows(), cookie);
    }

    private void load(List<Object[]> rows, int cookie) {
        index.setPageSize(PAGE_SIZE);
        index.setAutoMerge(MERGE);
        index.setUserMerge(MERGE);
        index.setCrisisMerge(CRISIS_MERGE);
        index.setHashSize(HASH_SIZE);
        index.setDeleteMerge(DELETE_MERGE);
        int version = 0;
        for (Object[] row : rows) {
            String key = text(row[0]);
            if (key.equalsIgnoreCase(VERSION)) {
                version = (int) Casts.toLong(row[1]);
            } else {
                set(key, row[1]);
            }
        }
        if (version != IndexConfig.VERSION && version != IndexConfig.VERSION_SECURE_DELETE) {
            throw SqlException.error("invalid fts5 file format (found " + version + ", expected "
                    + IndexConfig.VERSION + " or " + IndexConfig.VERSION_SECURE_DELETE
                    + ") - run 'rebuild'");
        }
        index.setVersion(version);
        index.setCookie(cookie);
        loaded = true;
    }

    /** Reads them for a table that is connected while a statement is compiled. */
    void loadFirst() {
        List<Object[]> rows;
        try {
            rows = host.run("SELECT k, v FROM " + table.quotedShadow("config"));
        } catch (SqlException e) {
            if (e.code() != ResultCode.ERROR) {
                throw e;
            }
            throw SqlException.error("vtable constructor failed: " + table.name());
        }
        load(rows, index.cookie() - 1);
    }

    /** Reads the rows within a transaction, perhaps in the middle of a commit: without SQL. */
    private List<Object[]> rows() {
        List<Object[]> found = new ArrayList<>();
        try (ShadowKeys rows = open(false)) {
            for (boolean more = rows.first(); more; more = rows.next()) {
                found.add(new Object[] {rows.value(0), rows.value(1)});
            }
        }
        return found;
    }

    private ShadowKeys open(boolean writable) {
        ShadowKeys rows = ShadowKeys.open(host, table.database(), table.shadow("config"), writable);
        if (rows == null) {
            throw new SqlException(ResultCode.CORRUPT, "database disk image is malformed");
        }
        return rows;
    }

    private static String text(Object value) {
        return value == SqlNull.NULL ? "" : Casts.toText(value).toString();
    }

    /** Writes a setting into {@code %_config}. */
    void store(String key, Object value) {
        try (ShadowKeys rows = open(true)) {
            rows.put(Text.of(key), value);
        }
    }

    /** Writes the version that tables without secure deletions have. */
    void storeVersion(int version) {
        store(VERSION, (long) version);
    }

    /**
     * Changes a setting of this connection.
     *
     * @return false if there is no such setting, or it cannot have that value
     */
    boolean set(String key, Object value) {
        Object number = value instanceof Text ? Affinities.toNumeric(value) : value;
        boolean isInteger = number instanceof Long;
        int count = isInteger ? (int) (long) (Long) number : -1;
        switch (key.toLowerCase(Locale.ROOT)) {
            case "pgsz" -> {
                if (!isInteger || count < PAGE_SIZE_MIN || count > PAGE_SIZE_MAX) {
                    return false;
                }
                index.setPageSize(count);
            }
            case "hashsize" -> {
                if (count <= 0) {
                    return false;
                }
                index.setHashSize(count);
            }
            case "automerge" -> {
                if (count < 0 || count > AUTO_MERGE_MAX) {
                    return false;
                }
                index.setAutoMerge(count == 1 ? MERGE : count);
            }
            case "usermerge" -> {
                if (count < USER_MERGE_MIN || count > USER_MERGE_MAX) {
                    return false;
                }
                index.setUserMerge(count);
            }
            case "crisismerge" -> {
                if (count < 0) {
                    return false;
                }
                int wanted = count <= 1 ? CRISIS_MERGE : count;
                index.setCrisisMerge(Math.min(wanted, SEGMENT_MAX - 1));
            }
            case "deletemerge" -> {
                int wanted = count < 0 ? DELETE_MERGE : count;
                index.setDeleteMerge(wanted > PERCENT_MAX ? 0 : wanted);
                return isInteger;
            }
            case "rank" -> {
                RankFunction parsed =
                        value == SqlNull.NULL ? null : RankFunction.parse(text(value));
                if (parsed == null) {
                    return false;
                }
                rank = parsed;
            }
            case "secure-delete" -> {
                if (count < 0) {
                    return false;
                }
                index.setSecureDelete(count != 0);
            }
            case "insttoken" -> {
                return count >= 0; // Functions know the tokens of prefixes without it.
            }
            default -> {
                return false;
            }
        }
        return true;
    }
}
