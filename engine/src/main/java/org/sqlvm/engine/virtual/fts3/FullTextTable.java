package org.sqlvm.engine.virtual.fts3;

import org.sqlvm.api.FunctionOverload;
import org.sqlvm.api.ScanPlan;
import org.sqlvm.api.ScanRequest;
import org.sqlvm.api.ScanRequest.Operator;
import org.sqlvm.api.WritableTable;
import org.sqlvm.engine.data.Blob;
import org.sqlvm.engine.data.Casts;
import org.sqlvm.engine.data.SqlNull;
import org.sqlvm.engine.data.Text;
import org.sqlvm.engine.error.ResultCode;
import org.sqlvm.engine.error.SqlException;
import org.sqlvm.engine.sql.Identifiers;
import org.sqlvm.engine.virtual.module.CursorContext;
import org.sqlvm.engine.virtual.module.EngineTable;
import org.sqlvm.engine.virtual.module.ModuleHost;
import org.sqlvm.engine.virtual.module.NestedStatement;
import org.sqlvm.engine.virtual.module.VirtualCursor;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/** A table of {@code fts3} or {@code fts4}. */
final class FullTextTable implements EngineTable, WritableTable {
    /** {@link ScanPlan#index}: how the rows are found. */
    static final int SCAN = 0;

    static final int BY_DOCID = 1;
    /** The number of the column, or of columns for all, is added. */
    static final int BY_MATCH = 2;

    static final int KIND_MASK = 0xffff;
    static final int HAS_LANGUAGE = 0x10000;
    static final int HAS_LEAST = 0x20000;
    static final int HAS_GREATEST = 0x40000;

    private static final double SCAN_COST = 5_000_000;
    private static final double MATCH_COST = 2;
    private static final double UNUSABLE_COST = 1e50;
    private static final double UNUSABLE_ROWS = 1L << 50;
    private static final long UNSIGNED = 0xffffffffL;

    private final ModuleHost host;
    private final Definition definition;
    final FullTextIndex index;
    final Content content;
    /** The number after that of the innermost savepoint that the pending terms are inside of. */
    private int savepoint;

    private boolean ignoresSavepoints;
    /** Whether the last optimization had anything to do. */
    private boolean optimized;
    /** The cursor whose hidden column was read last, for functions of it; null for none. */
    private FullTextCursor pointed;

    FullTextTable(ModuleHost host, Definition definition, boolean created) {
        this.host = host;
        this.definition = definition;
        index = new FullTextIndex(
                definition, new Segments(host, definition.database, definition.name), created);
        content = new Content(host, definition);
        if (created) {
            createTables();
        }
    }

    Definition definition() {
        return definition;
    }

    @Override
    public String declaration() {
        String columns = definition.columns.stream()
                .map(Identifiers::quoted)
                .collect(Collectors.joining(", "));
        String language = definition.languageId == null ? "__langid" : definition.languageId;
        return "CREATE TABLE x(" + columns + ", " + Identifiers.quoted(definition.name)
                + " HIDDEN, docid HIDDEN, " + Identifiers.quoted(language) + " HIDDEN)";
    }

    @Override
    public boolean isInnocuous() {
        return true;
    }

    // ------------------------------------------------------------------ the tables behind it

    private static String literal(String name) {
        return "'" + name.replace("'", "''") + "'";
    }

    private String shadow(String suffix) {
        return Identifiers.quoted(definition.database.name()) + "."
                + literal(definition.shadow(suffix));
    }

    private void createTables() {
        if (definition.content == null) {
            StringBuilder columns = new StringBuilder("docid INTEGER PRIMARY KEY");
            for (int i = 0; i < definition.columnCount(); i++) {
                columns.append(", ").append(literal("c" + i + definition.columns.get(i)));
            }
            if (definition.languageId != null) {
                columns.append(", langid");
            }
            host.run("CREATE TABLE " + shadow("content") + "(" + columns + ")");
        }
        host.run(
                "CREATE TABLE " + shadow("segments") + "(blockid INTEGER PRIMARY KEY, block BLOB)");
        host.run("CREATE TABLE " + shadow("segdir") + "(level INTEGER,idx INTEGER,"
                + "start_block INTEGER,leaves_end_block INTEGER,end_block INTEGER,root BLOB,"
                + "PRIMARY KEY(level, idx))");
        if (definition.hasDocsize) {
            host.run(
                    "CREATE TABLE " + shadow("docsize") + "(docid INTEGER PRIMARY KEY, size BLOB)");
        }
        if (definition.isFts4) {
            createStat();
        }
    }

    private void createStat() {
        host.run("CREATE TABLE IF NOT EXISTS " + shadow("stat")
                + "(id INTEGER PRIMARY KEY, value BLOB)");
        index.noteStat();
    }

    private void needStat() {
        if (!index.hasStat()) {
            createStat();
        }
    }

    private List<String> shadowSuffixes() {
        List<String> suffixes = new ArrayList<>();
        if (definition.content == null) {
            suffixes.add("content");
        }
        if (definition.hasDocsize) {
            suffixes.add("docsize");
        }
        if (index.hasStat()) {
            suffixes.add("stat");
        }
        suffixes.add("segments");
        suffixes.add("segdir");
        return suffixes;
    }

    @Override
    public void rename(String name) {
        List<String> suffixes = shadowSuffixes();
        index.flush();
        ignoringSavepoints(() -> {
            for (String each : suffixes) {
                Content.nested(() -> host.run("ALTER TABLE " + shadow(each) + " RENAME TO "
                        + literal(name + "_" + each)));
            }
        });
    }

    @Override
    public void destroy() {
        for (String each : List.of("segments", "segdir", "docsize", "stat")) {
            host.run("DROP TABLE IF EXISTS " + shadow(each));
        }
        if (definition.content == null) {
            host.run("DROP TABLE IF EXISTS " + shadow("content"));
        }
    }

    // ------------------------------------------------------------------ reading

    @Override
    public ScanPlan plan(ScanRequest request) {
        content.checkRecursion();
        if (request.unusable().stream().anyMatch(each -> each.operator() == Operator.MATCH)) {
            return ScanPlan.all().withCost(UNUSABLE_COST, UNUSABLE_ROWS);
        }
        Choice choice = Choice.of(request.conditions(), definition.columnCount());
        ScanPlan plan = ScanPlan.all().with(choice.row, true);
        double rows = choice.index == BY_DOCID ? 1 : EngineTable.UNKNOWN_ROWS;
        double cost = choice.index == SCAN ? SCAN_COST : choice.index == BY_DOCID ? 1 : MATCH_COST;
        int number = choice.index
                | (choice.language >= 0 ? HAS_LANGUAGE : 0)
                | (choice.least >= 0 ? HAS_LEAST : 0)
                | (choice.greatest >= 0 ? HAS_GREATEST : 0);
        plan = plan.with(choice.language, false)
                .with(choice.least, false)
                .with(choice.greatest, false)
                .withIndex(number)
                .withCost(cost, rows);
        if (request.order().size() == 1) {
            ScanRequest.SortColumn by = request.order().get(0);
            if (by.column() < 0 || by.column() == definition.columnCount() + 1) {
                return plan.withText(by.descending() ? "DESC" : "ASC").inOrder();
            }
        }
        return plan;
    }

    /** The conditions that a plan takes; -1 for those that are not there. */
    private static final class Choice {
        int index = SCAN;
        int row = -1;
        int language = -1;
        int least = -1;
        int greatest = -1;

        static Choice of(List<ScanRequest.Condition> conditions, int columns) {
            Choice choice = new Choice();
            for (int i = 0; i < conditions.size(); i++) {
                choice.add(i, conditions.get(i), columns);
            }
            return choice;
        }

        private void add(int number, ScanRequest.Condition condition, int columns) {
            int column = condition.column();
            boolean docid = column < 0 || column == columns + 1;
            switch (condition.operator()) {
                case EQ -> {
                    if (docid && row < 0) {
                        index = BY_DOCID;
                        row = number;
                    }
                    if (column == columns + 2) {
                        language = number;
                    }
                }
                case MATCH -> {
                    if (column >= 0 && column <= columns) {
                        index = BY_MATCH + column;
                        row = number;
                    }
                }
                case GE, GT -> least = docid ? number : least;
                case LE, LT -> greatest = docid ? number : greatest;
                default -> {}
            }
        }
    }

    @Override
    public boolean findsOneRow(ScanPlan plan) {
        return (plan.index() & KIND_MASK) == BY_DOCID;
    }

    @Override
    public boolean countsRows() {
        return true;
    }

    @Override
    public VirtualCursor open(CursorContext context) {
        return new FullTextCursor(this);
    }

    void setPointed(FullTextCursor cursor) {
        pointed = cursor;
    }

    /** The cursor that a function is about, whose first argument is the hidden column. */
    FullTextCursor pointed(Object argument, String function) {
        if (argument != SqlNull.NULL || pointed == null || !pointed.isOnRow()) {
            throw SqlException.error("illegal first argument to " + function);
        }
        return pointed;
    }

    @Override
    public FunctionOverload findFunction(String name, int argumentCount) {
        return RowFunctions.find(this, name);
    }

    // ------------------------------------------------------------------ changes

    @Override
    public long insert(Long rowid, Object[] values) {
        return change(null, rowid == null ? SqlNull.NULL : rowid, values, false);
    }

    @Override
    public long replace(Long rowid, Object[] values) {
        return change(null, rowid == null ? SqlNull.NULL : rowid, values, true);
    }

    @Override
    public void update(Object key, Object newKey, Object[] values) {
        change(key, newKey, values, false);
    }

    @Override
    public void updateReplacing(Object key, Object newKey, Object[] values) {
        change(key, newKey, values, true);
    }

    @Override
    public void delete(Object key) {
        ignoringSavepoints(() -> Faults.guard(() -> {
            Change change = new Change(definition.columnCount());
            change.delete(key);
            change.noteTotals();
        }));
    }

    /** Inserts a row if {@code key} is null, or changes one. */
    private long change(Object key, Object newKey, Object[] values, boolean replaces) {
        int columns = definition.columnCount();
        if (key == null && values[columns] != SqlNull.NULL) {
            ignoringSavepoints(() -> Faults.guard(() -> command(values[columns])));
            return 0;
        }
        int language = (int) Casts.toLong(values[columns + 2]);
        if (language < 0) {
            throw Faults.constraint();
        }
        Change change = new Change(columns);
        ignoringSavepoints(() -> Faults.guard(() -> {
            change.write(key, newKey, values, replaces);
            change.noteTotals();
        }));
        return change.docid;
    }

    /** A change of one row, and what it does to the totals. */
    private final class Change {
        private final long[] deleted;
        private final long[] inserted;
        private int rows;
        /** The docid of the row that is written. */
        private long docid;

        Change(int columns) {
            deleted = new long[columns + 1];
            inserted = new long[columns + 1];
        }

        void write(Object key, Object newKey, Object[] values, boolean replaces) {
            int columns = definition.columnCount();
            boolean done = false;
            if (definition.content == null) {
                Object wanted = values[columns + 1] == SqlNull.NULL ? newKey : values[columns + 1];
                if (wanted != SqlNull.NULL
                        && (key == null || Casts.toLong(key) != Casts.toLong(wanted))) {
                    if (replaces) {
                        delete(wanted);
                    } else {
                        docid = insertContent(key, newKey, values);
                        done = true;
                    }
                }
            }
            if (key != null) {
                delete(key);
            }
            if (!done) {
                docid = insertAgain(key, newKey, values);
            }
            index.beginRow(false, (int) Casts.toLong(values[columns + 2]), docid);
            addTexts(0, values, true, inserted);
            if (definition.hasDocsize) {
                putDocsize(inserted);
            }
            rows++;
        }

        private long insertAgain(Object key, Object newKey, Object[] values) {
            try {
                return insertContent(key, newKey, values);
            } catch (SqlException e) {
                if (e.code() == ResultCode.CONSTRAINT && definition.content == null) {
                    throw Faults.corrupt();
                }
                throw e;
            }
        }

        void delete(Object rowid) {
            Object[] row = content.find(rowid);
            if (row == null) {
                return;
            }
            index.beginRow(true, content.language(row), Casts.toLong(row[0]));
            addTexts(1, row, false, deleted);
            if (content.isOnly(rowid)) {
                deleteAll(true);
                rows = 0;
                Arrays.fill(deleted, 0);
                Arrays.fill(inserted, 0);
                return;
            }
            rows--;
            if (definition.content == null) {
                content.delete(rowid);
            }
            if (definition.hasDocsize) {
                index.segments.deleteDocsize(Casts.toLong(rowid));
            }
        }

        void noteTotals() {
            if (definition.isFts4) {
                updateTotals(inserted, deleted, rows);
            }
        }
    }

    /**
     * Notes the tokens of a row.
     *
     * @param first where the columns begin in {@code values}
     * @param sizes gets the tokens by column, and behind them the bytes
     */
    private void addTexts(int first, Object[] values, boolean inserts, long[] sizes) {
        int columns = definition.columnCount();
        for (int i = 0; i < columns; i++) {
            if (definition.unindexed[i]) {
                continue;
            }
            byte[] text = Content.text(values[first + i]);
            if (text == null) {
                sizes[i] = 0; // SQLite forgets what it has counted of another row.
            } else {
                sizes[i] += index.addText(text, inserts ? i : -1);
                sizes[columns] += text.length;
            }
        }
    }

    private long insertContent(Object key, Object newKey, Object[] values) {
        int columns = definition.columnCount();
        Object docid = values[columns + 1];
        if (definition.content != null) {
            Object wanted = docid == SqlNull.NULL ? newKey : docid;
            if (wanted instanceof Long number) {
                return number;
            }
            throw Faults.constraint();
        }
        if (docid != SqlNull.NULL && key == null && newKey != SqlNull.NULL) {
            throw Faults.plain();
        }
        int count = columns + (definition.languageId == null ? 0 : 1);
        Object[] row = new Object[count];
        System.arraycopy(values, 0, row, 0, columns);
        if (count > columns) {
            row[columns] = (long) (int) Casts.toLong(values[columns + 2]);
        }
        return content.insert(docid == SqlNull.NULL ? newKey : docid, row);
    }

    private void deleteAll(boolean contentToo) {
        index.pending.clear();
        if (contentToo) {
            content.deleteAll();
        }
        index.segments.clear("segments");
        index.segments.clear("segdir");
        if (definition.hasDocsize) {
            index.segments.clear("docsize");
        }
        if (index.hasStat()) {
            index.segments.clear("stat");
        }
    }

    private void putDocsize(long... sizes) {
        Output output = new Output();
        for (int i = 0; i < definition.columnCount(); i++) {
            output.putVarint(sizes[i]);
        }
        index.segments.putDocsize(index.lastDocid(), output);
    }

    private void updateTotals(long[] inserted, long[] deleted, int rows) {
        int count = definition.columnCount() + 2;
        long[] totals = new long[count];
        byte[] stored = index.segments.statBytes(Segments.TOTALS);
        if (stored != null && stored.length > 0 && stored[stored.length - 1] >= 0) {
            Node node = Node.of(stored);
            int at = 0;
            for (int i = 0; i < count && at < node.length(); i++) {
                totals[i] = Varints.read(node.bytes(), at) & UNSIGNED;
                at += Varints.length(node.bytes(), at);
            }
        }
        totals[0] = rows < 0 && totals[0] < -rows ? 0 : totals[0] + rows & UNSIGNED;
        for (int i = 0; i < count - 1; i++) {
            long sum = totals[i + 1] + inserted[i] & UNSIGNED;
            totals[i + 1] = sum < deleted[i] ? 0 : sum - deleted[i];
        }
        Output output = new Output();
        for (long each : totals) {
            output.putVarint(each);
        }
        index.segments.putStat(Segments.TOTALS, Blob.of(output.toArray()));
    }

    // ------------------------------------------------------------------ commands

    private void command(Object value) {
        String text = new Text(Content.text(value), 0, Content.text(value).length)
                .toString()
                .toLowerCase(Locale.ROOT);
        if (text.equals("optimize")) {
            optimized = index.optimize();
        } else if (text.equals("rebuild")) {
            rebuild();
        } else if (text.equals("integrity-check")) {
            if (!new IntegrityCheck(index, content).run()) {
                throw Faults.corrupt();
            }
        } else if (text.startsWith("merge=") && text.length() > "merge=".length()) {
            merge(text.substring("merge=".length()));
        } else if (text.startsWith("automerge=") && text.length() > "automerge=".length()) {
            int number = Digits.of(text, "automerge=".length()).value();
            needStat();
            index.setAutomerge(number);
        } else if (text.equals("flush")) {
            index.flush();
        } else {
            throw Faults.plain();
        }
    }

    /**
     * Optimizes the index in a statement that only reads; it needs one that writes.
     *
     * @return whether there was anything to do
     */
    boolean optimize() {
        String table = Identifiers.quoted(definition.name);
        Content.nested(() -> host.run("INSERT INTO "
                + Identifiers.quoted(definition.database.name()) + "." + table + "(" + table
                + ") VALUES('optimize')"));
        return optimized;
    }

    /** A number at the beginning of a text, and where it ends. */
    private record Digits(int value, int end) {
        private static final int MAX = 214748363;

        static Digits of(String text, int from) {
            int value = 0;
            int at = from;
            while (at < text.length()
                    && text.charAt(at) >= '0'
                    && text.charAt(at) <= '9'
                    && value < MAX) {
                value = 10 * value + text.charAt(at++) - '0';
            }
            return new Digits(value, at);
        }
    }

    private void merge(String parameters) {
        Digits pages = Digits.of(parameters, 0);
        int least = FullTextIndex.MERGE_COUNT / 2;
        int end = pages.end();
        if (end + 1 < parameters.length() && parameters.charAt(end) == ',') {
            Digits second = Digits.of(parameters, end + 1);
            least = second.value();
            end = second.end();
        }
        if (end != parameters.length() || least < 2) {
            throw Faults.plain();
        }
        needStat();
        new IncrementalMerge(index).run(pages.value(), least);
    }

    private void rebuild() {
        deleteAll(false);
        int columns = definition.columnCount();
        long[] all = new long[columns + 1];
        int count = 0;
        try (NestedStatement.Rows rows = content.scan()) {
            while (content.reading(rows::hasNext)) {
                Object[] row = rows.next();
                long[] sizes = new long[columns + 1];
                index.beginRow(false, content.language(row), Casts.toLong(row[0]));
                addTexts(1, row, true, sizes);
                if (definition.hasDocsize) {
                    putDocsize(sizes);
                }
                count++;
                for (int i = 0; i <= columns; i++) {
                    all[i] += sizes[i];
                }
            }
        }
        if (definition.isFts4) {
            updateTotals(all, new long[columns + 1], count);
        }
    }

    @Override
    public String checkIntegrity(boolean quick) {
        String where = "FTS" + (definition.isFts4 ? 4 : 3) + " table " + definition.database.name()
                + "." + definition.name;
        try {
            boolean right = Faults.guard(() -> new IntegrityCheck(index, content).run());
            return right ? null : "malformed inverted index for " + where;
        } catch (SqlException e) {
            int code = ResultCode.primary(e.code());
            if (code != ResultCode.ERROR && code != ResultCode.CORRUPT) {
                throw e;
            }
            return "unable to validate the inverted index for " + where + ": "
                    + Faults.withoutWords(e).getMessage();
        }
    }

    // ------------------------------------------------------------------ transactions

    /** Does work whose statements may have savepoints of their own. */
    private void ignoringSavepoints(Runnable work) {
        boolean before = ignoresSavepoints;
        ignoresSavepoints = true;
        try {
            work.run();
        } finally {
            ignoresSavepoints = before;
        }
    }

    @Override
    public void begin() {
        index.begin();
    }

    @Override
    public void sync() {
        Faults.guard(index::sync);
    }

    @Override
    public void rollback() {
        index.pending.clear();
    }

    @Override
    public void savepoint(int number) {
        if (ignoresSavepoints) {
            return;
        }
        if (!index.pending.isEmpty()) {
            ignoringSavepoints(() -> Faults.guard(index::flush));
        }
        savepoint = number + 1;
    }

    @Override
    public void release(int number) {
        if (!ignoresSavepoints) {
            savepoint = number;
        }
    }

    @Override
    public void rollbackTo(int number) {
        if (!ignoresSavepoints && number + 1 <= savepoint) {
            index.pending.clear();
        }
    }
}
