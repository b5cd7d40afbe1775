package org.sqlvm.engine.virtual.fts5;

import org.sqlvm.api.FunctionOverload;
import org.sqlvm.api.ScanPlan;
import org.sqlvm.api.ScanRequest;
import org.sqlvm.api.WritableTable;
import org.sqlvm.api.search.AuxiliaryFunction;
import org.sqlvm.engine.error.ResultCode;
import org.sqlvm.engine.error.SqlException;
import org.sqlvm.engine.virtual.fts5.index.Fts5Index;
import org.sqlvm.engine.virtual.fts5.index.IndexConfig;
import org.sqlvm.engine.virtual.fts5.query.QuerySettings;
import org.sqlvm.engine.virtual.module.CursorContext;
import org.sqlvm.engine.virtual.module.EngineTable;
import org.sqlvm.engine.virtual.module.ModuleCall;
import org.sqlvm.engine.virtual.module.ModuleHost;
import org.sqlvm.engine.virtual.module.VirtualCursor;

/** A full-text table of a connection. */
final class Fts5Table implements EngineTable, WritableTable {
    private final ModuleHost host;
    private final TableConfig config;
    private final Settings settings;
    private final TableTokenizer tokenizer;
    private final Fts5Index index;
    private final Storage storage;
    private final Changes changes;
    private final Extensions extensions;

    /** The number of cursors that are open. */
    private int openCursors;

    /** One more than the number of the last savepoint that has begun. */
    private int savepoint;
    /** Changes with each change of the index: rows of a query are then looked up again. */
    private long generation;

    private Fts5Table(ModuleCall call, TableConfig config) {
        this.host = call.host();
        this.config = config;
        extensions = Extensions.of(host);
        IndexConfig indexConfig = new IndexConfig(
                config.name(),
                config.columnCount(),
                config.detail,
                config.prefixes,
                config.contentlessDelete,
                config.tokenData);
        settings = new Settings(host, config, indexConfig);
        tokenizer = new TableTokenizer(extensions.tokenizers(), config.tokenizer);
        ShadowStore store = new ShadowStore(host, config, settings);
        index = new Fts5Index(indexConfig, store, (ignored, cookie) -> settings.load(cookie));
        storage = new Storage(host, config, settings, index, store, tokenizer);
        changes = new Changes(config, settings, storage, index);
    }

    static Fts5Table open(ModuleCall call, boolean creates) {
        TableConfig config = ConfigParser.parse(call.database(), call.table(), call.arguments());
        Fts5Table table = new Fts5Table(call, config);
        if (creates) {
            table.tokenizer.get();
            try {
                table.storage.create();
            } finally {
                table.index.closeReader();
            }
        }
        table.tokenizer.patterns();
        table.settings.loadFirst();
        return table;
    }

    ModuleHost host() {
        return host;
    }

    TableConfig config() {
        return config;
    }

    Settings settings() {
        return settings;
    }

    TableTokenizer tokenizer() {
        return tokenizer;
    }

    Fts5Index index() {
        return index;
    }

    Storage storage() {
        return storage;
    }

    Extensions extensions() {
        return extensions;
    }

    QuerySettings querySettings() {
        return new QuerySettings(
                config.columns(), config.detail, config.tokenData, tokenizer.get());
    }

    long generation() {
        return generation;
    }

    @Override
    public String declaration() {
        return config.declaration();
    }

    @Override
    public boolean isInnocuous() {
        return true;
    }

    @Override
    public ScanPlan plan(ScanRequest request) {
        storage.recursion().check();
        return Planning.plan(config, tokenizer.patterns(), request);
    }

    @Override
    public boolean findsOneRow(ScanPlan plan) {
        return plan.text().indexOf('=') >= 0;
    }

    @Override
    public boolean countsRows() {
        return true;
    }

    @Override
    public VirtualCursor open(CursorContext context) {
        return openCursor();
    }

    Fts5Cursor openCursor() {
        if (openCursors == 0) {
            index.beginRead();
        }
        openCursors++;
        return extensions.add(number -> new Fts5Cursor(this, number));
    }

    void closed(Fts5Cursor cursor) {
        extensions.remove(cursor.number());
        openCursors--;
        index.closeReader();
    }

    @Override
    public FunctionOverload findFunction(String name, int argumentCount) {
        AuxiliaryFunction function = extensions.functions().find(name);
        return function == null
                ? null
                : FunctionOverload.of((arguments, result) ->
                        AuxiliaryCall.run(extensions, function, arguments, result));
    }

    @Override
    public String checkIntegrity(boolean quick) {
        String name = config.database().name() + "." + config.name();
        try {
            storage.checkIntegrity(false);
            return null;
        } catch (SqlException e) {
            if (ResultCode.primary(e.code()) != ResultCode.CORRUPT) {
                throw new SqlException(e.code(), "SQL logic error");
            }
            return e.getMessage().startsWith("fts5: ")
                    ? e.getMessage()
                    : "malformed inverted index for FTS5 table " + name;
        } finally {
            index.closeReader();
        }
    }

    @Override
    public void rename(String name) {
        storage.rename(name);
    }

    @Override
    public void destroy() {
        storage.drop();
    }

    // ------------------------------------------------------------------ changes

    @Override
    public boolean keepsUnchanged() {
        return true;
    }

    @Override
    public boolean supportsConstraints() {
        return config.content == ContentKind.NORMAL;
    }

    private void change(Runnable work) {
        if (!settings.isLoaded()) {
            settings.load(settings.index().cookie());
        }
        generation++;
        try {
            work.run();
        } finally {
            index.closeReader();
        }
    }

    @Override
    public long insert(Long rowid, Object[] values) {
        return insert(rowid, values, false);
    }

    @Override
    public long replace(Long rowid, Object[] values) {
        return insert(rowid, values, true);
    }

    private long insert(Long rowid, Object[] values, boolean replaces) {
        long[] stored = new long[1];
        change(() -> stored[0] = changes.insert(rowid, values, replaces));
        return stored[0];
    }

    @Override
    public void update(Object key, Object newKey, Object[] values) {
        change(() -> changes.update((Long) key, newKey, values, false));
    }

    @Override
    public void updateReplacing(Object key, Object newKey, Object[] values) {
        change(() -> changes.update((Long) key, newKey, values, true));
    }

    @Override
    public void delete(Object key) {
        change(() -> changes.delete((Long) key));
    }

    // ------------------------------------------------------------------ transactions

    /** Writes what is pending, so that it can be read from the shadow tables. */
    void flush() {
        generation++;
        try {
            storage.sync();
        } finally {
            index.closeReader();
        }
    }

    @Override
    public void begin() {
        if (openCursors == 0) {
            index.beginRead();
        }
    }

    @Override
    public void sync() {
        flush();
    }

    @Override
    public void rollback() {
        generation++;
        storage.rollback();
        settings.forget();
    }

    @Override
    public void savepoint(int number) {
        flush();
        savepoint = number + 1;
    }

    @Override
    public void release(int number) {
        if (number + 1 < savepoint) {
            flush();
            savepoint = number;
        }
    }

    @Override
    public void rollbackTo(int number) {
        generation++;
        index.closeReader();
        if (number + 1 <= savepoint) {
            settings.forget();
            storage.rollback();
        }
    }
}
