package org.sqlvm.engine.virtual.fts5;

import org.sqlvm.api.TableCursor;
import org.sqlvm.engine.data.Affinities;
import org.sqlvm.engine.data.Casts;
import org.sqlvm.engine.data.SqlNull;
import org.sqlvm.engine.data.Text;
import org.sqlvm.engine.error.ResultCode;
import org.sqlvm.engine.error.SqlException;
import org.sqlvm.engine.row.function.LocaleText;
import org.sqlvm.engine.virtual.fts5.index.Fts5Index;

import java.util.Locale;

/** INSERT, UPDATE, DELETE and the commands of a full-text table. */
final class Changes {
    private final TableConfig config;
    private final Settings settings;
    private final Storage storage;
    private final Fts5Index index;

    Changes(TableConfig config, Settings settings, Storage storage, Fts5Index index) {
        this.config = config;
        this.settings = settings;
        this.storage = storage;
        this.index = index;
    }

    /** Whether OR REPLACE deletes the row that is in the way. */
    private boolean canReplace() {
        return config.content == ContentKind.NORMAL || config.contentlessDelete;
    }

    // ------------------------------------------------------------------ rows

    /** @return the rowid of the row; 0 for a command */
    long insert(Long rowid, Object[] values, boolean replaces) {
        Object command = values[config.tableColumn()];
        if (command != SqlNull.NULL) {
            command(text(command), rowid, values);
            return 0;
        }
        checkLocales(values);
        if (replaces && canReplace() && rowid != null) {
            storage.delete(rowid, null, false);
        }
        return storage.insert(rowid, values);
    }

    private static String text(Object value) {
        return Casts.toText(value).toString();
    }

    private void checkLocales(Object[] values) {
        for (int i = 0; i < config.columnCount() && !config.locale; i++) {
            if (LocaleText.is(values[i])) {
                throw new SqlException(ResultCode.MISMATCH, "fts5_locale() requires locale=1");
            }
        }
    }

    void delete(long rowid) {
        if (config.content.isContentless() && !config.contentlessDelete) {
            throw SqlException.error("cannot DELETE from contentless fts5 table: " + config.name());
        }
        storage.delete(rowid, null, false);
    }

    void update(long rowid, Object newKey, Object[] values, boolean replaces) {
        checkLocales(values);
        Object key = newKey instanceof Text ? Affinities.toNumeric(newKey) : newKey;
        long target = Casts.toLong(newKey);
        boolean contentOnly =
                config.content.isContentless() && isContentOnly(values, rowid != target);
        if (!(key instanceof Long)) {
            throw new SqlException(ResultCode.MISMATCH, "datatype mismatch");
        }
        try {
            if (rowid != target) {
                move(rowid, target, values, replaces && canReplace());
            } else if (contentOnly) {
                storage.save(rowid);
                storage.insertContent(target, values, true);
            } else {
                storage.delete(rowid, null, true);
                storage.insert(target, values);
            }
        } finally {
            storage.forgetSaved();
        }
    }

    private void move(long rowid, long target, Object[] values, boolean replaces) {
        if (replaces) {
            storage.delete(rowid, null, true);
            storage.delete(target, null, false);
            storage.insert(target, values);
        } else {
            storage.save(rowid);
            storage.insertContent(target, values, false);
            storage.delete(rowid, null, false);
            storage.insertTokens(target, values);
        }
    }

    /**
     * Whether an UPDATE of a contentless table changes nothing but UNINDEXED columns.
     *
     * @throws SqlException if it cannot be done
     */
    private boolean isContentOnly(Object[] values, boolean moves) {
        boolean changed = false;
        boolean unchanged = false;
        for (int i = 0; i < config.columnCount(); i++) {
            if (config.isIndexed(i)) {
                boolean same = values[i] == TableCursor.UNCHANGED;
                unchanged |= same;
                changed |= !same;
            }
        }
        if (!changed && !moves) {
            return true;
        }
        if (unchanged || !config.contentlessDelete) {
            throw SqlException.error(
                    config.contentlessDelete
                            ? "cannot UPDATE a subset of columns on fts5 contentless-delete table: "
                                    + config.name()
                            : "cannot UPDATE contentless fts5 table: " + config.name());
        }
        return false;
    }

    // ------------------------------------------------------------------ commands

    /** Does what {@code INSERT INTO t(t, rank) VALUES(command, value)} says. */
    private void command(String command, Long rowid, Object[] values) {
        String name = command.toLowerCase(Locale.ROOT);
        if (name.equals("delete") && config.content != ContentKind.NORMAL) {
            deleteGiven(rowid, values);
            return;
        }
        Object value = values[config.rankColumn()];
        switch (name) {
            case "delete-all" -> {
                if (config.content == ContentKind.NORMAL) {
                    throw SqlException.error("'delete-all' may only be used with a contentless or"
                            + " external content fts5 table");
                }
                storage.deleteAll();
                reload();
            }
            case "rebuild" -> {
                if (config.content.isContentless()) {
                    throw SqlException.error(
                            "'rebuild' may not be used with a contentless fts5 table");
                }
                storage.rebuild();
                reload();
            }
            case "optimize" -> index.optimize();
            case "merge" -> index.merge((int) Casts.toLong(value));
            case "integrity-check" -> storage.checkIntegrity((int) Casts.toLong(value) != 0);
            case "flush" -> storage.sync();
            default -> set(command, value);
        }
    }

    /** Deletes the tokens of a row whose values the statement gives. */
    private void deleteGiven(Long rowid, Object[] values) {
        if (config.contentlessDelete) {
            throw SqlException.error("'delete' may not be used with a contentless_delete=1 table");
        }
        if (rowid != null) {
            storage.delete(rowid, values, false);
        }
    }

    private void set(String key, Object value) {
        storage.sync();
        index.loadConfig();
        if (!settings.set(key, value)) {
            throw SqlException.error("SQL logic error");
        }
        settings.store(key, value);
        int cookie = settings.index().cookie() + 1;
        index.writeCookie(cookie);
        settings.index().setCookie(cookie);
    }

    private void reload() {
        settings.index().setCookie(settings.index().cookie() - 1);
        index.loadConfig();
    }
}
