package org.sqlvm.engine.codegen.query;

import org.sqlvm.engine.data.Affinity;
import org.sqlvm.engine.data.Collation;
import org.sqlvm.engine.data.KeyField;
import org.sqlvm.engine.plan.logical.Expr;
import org.sqlvm.engine.plan.physical.SelectPlan;
import org.sqlvm.engine.plan.physical.SelectPlan.IndexScan;
import org.sqlvm.engine.plan.physical.SelectPlan.KeyPart;
import org.sqlvm.engine.plan.physical.SelectPlan.Loop;
import org.sqlvm.engine.program.Assembler;
import org.sqlvm.engine.program.KeyInfo;
import org.sqlvm.engine.program.Opcode;
import org.sqlvm.engine.schema.Index;
import org.sqlvm.engine.schema.Table;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/**
 * The nest of loops over a plan's sources. In the innermost one the caller's code runs, once per
 * row of the join.
 *
 * <p>The file is long because each kind of loop leaves labels and registers to those inside it.
 */
public final class LoopCode implements RowReader {
    private final Assembler assembler;
    private final SelectPlan plan;
    private final ExpressionCode values;
    private final SeekCode seeks;
    private final SourceAccess[] accesses;
    /** The index in the plan of each source, by its number. */
    private final Map<Integer, Integer> places = new HashMap<>();
    /** The accesses of each source that a union of accesses finds, by the source's index. */
    private final Map<Integer, List<TableAccess>> branches = new HashMap<>();
    /** Whether the loops are inside of others, so they begin more than once. */
    private final boolean repeated;
    /** The register of the first column of rows that vectors have found; else 0. */
    private int firstColumn;
    /** The innermost loop so far if it goes through a table; else null. */
    private ScannedRows scanned;
    /** The innermost loop so far; null if there is none. */
    private Scan innermost;
    /** The register of how many rows the innermost loop may pass; 0 if it visits each. */
    private int passed;

    public LoopCode(Assembler assembler, SelectPlan plan, boolean repeated) {
        this.assembler = assembler;
        this.plan = plan;
        this.repeated = repeated;
        this.values = new ExpressionCode(assembler, plan.nested(), this);
        this.seeks = new SeekCode(assembler, values);
        this.accesses = new SourceAccess[plan.sources().size()];
        for (Loop loop : plan.loops()) {
            SelectPlan.Source source = plan.sources().get(loop.source());
            places.put(source.number(), loop.source());
            accesses[loop.source()] = access(loop, source);
        }
    }

    private SourceAccess access(Loop loop, SelectPlan.Source source) {
        if (loop.access() instanceof SelectPlan.HashJoin join) {
            return new HashAccess(assembler, join.keys().size(), join.columns());
        }
        int width = source.table().columns().size();
        return switch (source) {
            case SelectPlan.StoredSource stored -> {
                if (loop.access() instanceof SelectPlan.IndexUnion union) {
                    branches.put(loop.source(), branches(stored, union));
                }
                Index index = loop.access() instanceof IndexScan scan ? scan.index() : null;
                boolean covering = loop.access() instanceof IndexScan scan && scan.covering();
                yield new TableAccess(assembler, stored.table(), index, covering);
            }
            case SelectPlan.VirtualSource virtual -> new VirtualAccess(assembler, virtual.module());
            case SelectPlan.WorkingSource working -> {
                int first = assembler.shared(new RecursiveCode.Row(working.working()), width);
                yield new RegisterAccess(assembler, first, width);
            }
            case SelectPlan.DerivedSource derived ->
                derived.coroutine()
                        ? new RegisterAccess(assembler, assembler.registers(width), width)
                        : new KeptAccess(assembler);
        };
    }

    /** For every branch its index alone; null for one of rowids. */
    private List<TableAccess> branches(
            SelectPlan.StoredSource source, SelectPlan.IndexUnion union) {
        List<TableAccess> result = new ArrayList<>();
        for (SelectPlan.Access branch : union.accesses()) {
            result.add(
                    branch instanceof IndexScan scan
                            ? new TableAccess(assembler, source.table(), scan.index(), true)
                            : null);
        }
        return result;
    }

    ExpressionCode values() {
        return values;
    }

    @Override
    public void read(Expr.Column column, int target) {
        if (firstColumn > 0) {
            int found = plan.vectors().rows().columns().indexOf(column);
            assert found >= 0 : column;
            assembler.add(Opcode.SCopy, firstColumn + found, target, 0);
            return;
        }
        int place = places.get(column.source());
        read(plan.sources().get(place), accesses[place], column.index(), target);
    }

    private void read(SelectPlan.Source source, SourceAccess access, int column, int target) {
        access.read(column, target);
        // A column of REAL affinity is REAL, also if one SELECT of a compound gives an integer.
        boolean real = !(source instanceof SelectPlan.StoredSource)
                && column >= 0
                && source.table().columns().get(column).affinity() == Affinity.REAL;
        if (real) {
            assembler.add(Opcode.RealAffinity, target, 0, 0);
        }
    }

    /** The code for each row: it may jump to {@code next} to be done with the row. */
    public interface Body {
        public void emit(int next);
    }

    /** Opens all cursors and fills the tables and indexes that the loops keep. */
    void open() {
        openTables();
        for (Loop loop : plan.loops()) {
            SelectPlan.Source source = plan.sources().get(loop.source());
            SourceAccess access = accesses[loop.source()];
            if (!(access instanceof KeptAccess) && !(access instanceof HashAccess)) {
                continue;
            }
            boolean correlated =
                    source instanceof SelectPlan.DerivedSource derived && derived.correlated();
            int filled = assembler.label();
            if (!correlated) {
                assembler.once(filled);
            }
            if (access instanceof HashAccess hash) {
                fillHash(hash, source, (SelectPlan.HashJoin) loop.access());
            } else {
                fillTable((KeptAccess) access, (SelectPlan.DerivedSource) source);
            }
            assembler.bind(filled);
        }
    }

    /** Opens the table of a plan with one loop, whose cursor the caller writes with. */
    public TableAccess openForWriting() {
        assert plan.loops().size() == 1 : plan.loops();
        TableAccess access = (TableAccess) accesses[plan.loops().get(0).source()];
        access.open(true);
        return access;
    }

    private void openTables() {
        List<Runnable> tables = new ArrayList<>();
        for (Loop loop : plan.loops()) {
            if (accesses[loop.source()] instanceof TableAccess table) {
                tables.add(() -> table.open(false));
                branches.getOrDefault(loop.source(), List.of()).stream()
                        .filter(Objects::nonNull)
                        .forEach(branch -> tables.add(() -> branch.open(false)));
            } else if (accesses[loop.source()] instanceof VirtualAccess virtual) {
                tables.add(virtual::open);
            }
        }
        int opened = assembler.label();
        if (repeated && !tables.isEmpty()) {
            assembler.add(Opcode.Once, 0, opened, 0);
        }
        tables.forEach(Runnable::run);
        assembler.bind(opened);
    }

    private void fillTable(KeptAccess kept, SelectPlan.DerivedSource source) {
        if (source.shared() != null) {
            SharedRows.open(assembler, source, kept);
        } else {
            int width = source.table().columns().size();
            kept.fill(width, sink -> SelectCode.emitNested(assembler, source.plan(), sink));
        }
    }

    private void fillHash(HashAccess hash, SelectPlan.Source source, SelectPlan.HashJoin join) {
        int keyCount = join.keys().size();
        int width = keyCount + join.columns().size();
        List<KeyField> fields = new ArrayList<>();
        join.collations().forEach(collation -> fields.add(new KeyField(collation, false, false)));
        KeyInfo keys = new KeyInfo(fields);
        assembler.add(Opcode.HashOpen, hash.cursor, keyCount, width - keyCount, keys, 0);
        int entry = assembler.registers(width);
        if (source instanceof SelectPlan.DerivedSource derived && derived.shared() != null) {
            KeptAccess rows = new KeptAccess(assembler);
            SharedRows.open(assembler, derived, rows);
            rows.forEach(0, (first, count, next) -> insert(hash, source, rows, join, entry, next));
            return;
        }
        if (source instanceof SelectPlan.DerivedSource derived) {
            SelectCode.emitNested(assembler, derived.plan(), (first, count, next) -> {
                SourceAccess row = new RegisterAccess(assembler, first, count);
                insert(hash, source, row, join, entry, next);
            });
            return;
        }
        int end = assembler.label();
        if (source instanceof SelectPlan.VirtualSource virtual) {
            VirtualAccess rows = new VirtualAccess(assembler, virtual.module());
            rows.open();
            Scan scan = virtualScan(rows, SelectPlan.VirtualScan.ALL, end, -1);
            insert(hash, source, rows, join, entry, scan.next());
            scan.finish();
            assembler.bind(end);
            return;
        }
        TableAccess table = new TableAccess(assembler, source.table(), null, false);
        table.open(false);
        int next = assembler.label();
        assembler.add(Opcode.Rewind, table.tableCursor(), end, 0);
        int top = assembler.here();
        ScannedRows rows = scanned(table, source.number(), top, next);
        if (rows != null) {
            join.filters().forEach(rows::addFilter);
            for (int i = 0; i < join.keys().size(); i++) {
                if (!join.equal().get(i).matchNull()) {
                    rows.addNotNull(join.keys().get(i));
                }
            }
        }
        insert(hash, source, table, join, entry, next);
        assembler.bind(next);
        assembler.add(Opcode.Next, table.tableCursor(), top, 0);
        assembler.bind(end);
    }

    /** Adds the row to the table; one with a NULL that no row is looked up with stays out. */
    private void insert(
            HashAccess hash,
            SelectPlan.Source source,
            SourceAccess row,
            SelectPlan.HashJoin join,
            int entry,
            int next) {
        int keyCount = join.keys().size();
        ExpressionCode own = new ExpressionCode(
                assembler,
                plan.nested(),
                (column, target) -> read(source, row, column.index(), target));
        for (Expr filter : join.filters()) {
            own.conditions().jumpIfFalse(filter, next, true);
        }
        for (int i = 0; i < keyCount; i++) {
            read(source, row, join.keys().get(i), entry + i);
            KeyPart part = join.equal().get(i);
            if (!part.matchNull()) {
                assembler.add(Opcode.IsNull, entry + i, next, 0);
            }
            values.affinity(entry + i, List.of(part.affinity()));
        }
        for (int i = 0; i < join.columns().size(); i++) {
            read(source, row, join.columns().get(i), entry + keyCount + i);
        }
        assembler.add(Opcode.HashInsert, hash.cursor, entry, 0);
    }

    /** The cursor of a plan with one loop. */
    int onlyCursor() {
        assert plan.loops().size() == 1 : plan.loops();
        return ((TableAccess) accesses[plan.loops().get(0).source()]).scanCursor();
    }

    /** The cursor of the virtual table that is the plan's first source. */
    int virtualCursor() {
        return ((VirtualAccess) accesses[0]).cursor;
    }

    /** Emits one instruction that reads all sources; its results are rows of a hash table. */
    void emitVectorScan(int target) {
        new VectorCode(assembler, plan, accesses).emit(values, target);
    }

    /** The body for each of the rows that vectors have found. */
    private void emitVectorRows(SelectPlan.VectorRows rows, Body body) {
        int table = assembler.cursor();
        int width = rows.columns().size();
        assembler.add(Opcode.HashOpen, table, 0, width, new KeyInfo(List.of()), 0);
        emitVectorScan(table);
        int end = assembler.label();
        int next = assembler.label();
        assembler.add(Opcode.HashRewind, table, end, 0);
        int top = assembler.here();
        firstColumn = assembler.registers(Math.max(1, width));
        if (width > 0) {
            assembler.add(Opcode.HashData, table, 0, firstColumn, null, width);
        }
        for (Expr filter : rows.filters()) {
            values.conditions().jumpIfFalse(filter, next, true);
        }
        body.emit(next);
        assembler.bind(next);
        assembler.add(Opcode.HashNext, table, top, 0);
        assembler.bind(end);
    }

    /**
     * The loops, the body in the innermost; none of them runs unless the constant conditions hold.
     */
    public void emit(Body body) {
        if (plan.vectors() != null) {
            emitVectorRows(plan.vectors().rows(), body);
            return;
        }
        int next = assembler.label();
        for (Expr filter : plan.constantFilters()) {
            values.conditions().jumpIfFalse(filter, next, true);
        }
        EarlyQueries.of(plan).forEach(values.nested()::compute);
        for (Loop loop : plan.loops()
                .subList(Math.min(1, plan.loops().size()), plan.loops().size())) {
            testEmpty(loop, next);
        }
        emit(0, body, next);
        assembler.bind(next);
    }

    /**
     * Emits a test that ends the join before it begins if the inner loop's table is empty;
     * otherwise the outer loops would read all their rows in vain.
     */
    private void testEmpty(Loop loop, int end) {
        if (loop.leftJoin()) {
            return;
        }
        SourceAccess access = accesses[loop.source()];
        if (access instanceof KeptAccess kept) {
            assembler.add(Opcode.IfEmpty, kept.cursor, end, 0);
        } else if (access instanceof TableAccess table
                && (loop.access() instanceof SelectPlan.FullScan
                        || (loop.access() instanceof IndexScan scan && scan.isWhole()))) {
            assembler.add(Opcode.IfEmpty, table.scanCursor(), end, 0);
        }
    }

    private void emit(int depth, Body body, int next) {
        assembler.preparation().step();
        if (depth == plan.loops().size()) {
            body.emit(next);
            return;
        }
        Loop loop = plan.loops().get(depth);
        SourceAccess access = accesses[loop.source()];
        int matched = loop.leftJoin() ? assembler.register() : 0;
        int padded = loop.leftJoin() && hasSteps(loop, access) ? assembler.register() : 0;
        if (loop.leftJoin()) {
            assembler.add(Opcode.Integer, 0, matched, 0);
        }
        if (padded != 0) {
            assembler.add(Opcode.Integer, 0, padded, 0);
        }
        int end = assembler.label();
        int begin = assembler.here();
        if (scanned != null && !loop.leftJoin()) {
            scanned.addKeys(keys(loop.access()));
        }
        Scan scan = begin(loop, access, end);
        int visit = assembler.here();
        assert padded != 0
                        || !loop.leftJoin()
                        || scan.body() != Scan.NONE
                        || scan.next() == end
                        || scan.subroutine() != 0
                : loop;
        int follow = padded != 0 ? assembler.label() : scan.next();
        scanned = scanned(loop, access, visit, follow);
        for (Expr filter : loop.onFilters()) {
            values.conditions().jumpIfFalse(filter, follow, true);
        }
        int found = assembler.label();
        if (loop.leftJoin()) {
            assembler.bind(found);
            assembler.add(Opcode.Integer, 1, matched, 0);
        }
        for (Expr filter : loop.filters()) {
            if (scanned != null) {
                scanned.addFilter(filter);
            }
            values.conditions().jumpIfFalse(filter, follow, true);
        }
        innermost = scan;
        emit(depth + 1, body, follow);
        int done = loop.leftJoin() ? assembler.label() : 0;
        if (padded != 0) {
            assembler.bind(follow);
            assembler.add(Opcode.IfPos, padded, done, 0);
        }
        if (scan == innermost) {
            scan.end().accept(passed);
        } else {
            scan.finish();
        }
        assembler.bind(end);
        Integer nullRow = null;
        if (loop.leftJoin()) {
            assembler.add(Opcode.IfPos, matched, done, 0);
            if (padded != 0) {
                assembler.add(Opcode.Integer, 1, padded, 0);
            }
            nullRow = loop.onFilters().isEmpty() ? (Integer) assembler.here() : null;
            access.nullRow();
            if (scan.subroutine() > 0) {
                assembler.add(Opcode.Gosub, scan.subroutine(), found, 0);
            } else {
                assembler.jump(found);
            }
            assembler.bind(done);
        }
        Table table = plan.sources().get(loop.source()).table();
        assembler.addStep(loop, begin, visit, nullRow, -1, access.held(table));
    }

    /**
     * Whether the loop goes on with more than a step of the cursor that is on the row of NULLs of a
     * left join. Behind that row, such steps would go on from where an earlier turn has left them.
     */
    private static boolean hasSteps(Loop loop, SourceAccess access) {
        return switch (loop.access()) {
            case SelectPlan.HashJoin _, SelectPlan.RowidIn _, SelectPlan.VirtualScan _ -> true;
            case IndexScan scan ->
                scan.pattern()
                        || scan.equal().stream()
                                .anyMatch(part -> part == KeyPart.ANY || !part.isSingle());
            default -> access instanceof RegisterAccess;
        };
    }

    /** The keys that rows are looked up with. */
    private static List<KeyPart> keys(SelectPlan.Access access) {
        return switch (access) {
            case SelectPlan.HashJoin join -> join.equal();
            case IndexScan scan -> scan.equal();
            default -> List.of();
        };
    }

    /** Null for a loop that does not go through all rows of a table, in their order. */
    private ScannedRows scanned(Loop loop, SourceAccess access, int head, int step) {
        boolean range = loop.access() instanceof SelectPlan.RowidRange of
                && !of.reverse()
                && of.low() == null;
        boolean all = loop.access() instanceof SelectPlan.FullScan scan && !scan.reverse();
        if (!(range || all) || loop.leftJoin() || !(access instanceof TableAccess table)) {
            return null;
        }
        ScannedRows rows = scanned(table, plan.sources().get(loop.source()).number(), head, step);
        if (range && rows != null) {
            rows.addEnd();
        }
        return rows;
    }

    private ScannedRows scanned(TableAccess table, int source, int head, int step) {
        return table.scanAll() == null
                ? null
                : new ScannedRows(values, table, source, head, step, this::isCopied);
    }

    private boolean isCopied(Expr.Column column) {
        Integer place = places.get(column.source());
        return place != null
                && (accesses[place] instanceof RegisterAccess
                        || accesses[place] instanceof HashAccess);
    }

    /**
     * Has the only loop pass rows without visiting them, if its body begins here, so that nothing
     * is asked about a row before it is left out. Those behind the loop's end, which may be passed
     * too, are followed by none that is not.
     *
     * @param count the register of how many rows are to be left out; the body goes on with the next
     *     row while it is positive, and takes one off
     */
    void pass(int count) {
        boolean isRange = innermost != null && innermost.body() != Scan.NONE;
        if (plan.loops().size() == 1 && isRange && assembler.isHere(innermost.body())) {
            passed = count;
            if (scanned != null) {
                scanned.forget(assembler.notes());
                scanned = null;
            }
        }
    }

    /** Notes that the innermost loop, within its body, does nothing but give values to a sink. */
    void noteRows(List<Expr> given, RowSink sink) {
        if (scanned != null) {
            sink.note(scanned, given);
        }
    }

    private Scan begin(Loop loop, SourceAccess source, int end) {
        if (source instanceof KeptAccess kept) {
            return seeks.scan(kept.cursor, false, end);
        }
        if (source instanceof HashAccess hash) {
            return lookUp(hash, (SelectPlan.HashJoin) loop.access(), end);
        }
        if (source instanceof RegisterAccess row) {
            return plan.sources().get(loop.source()) instanceof SelectPlan.DerivedSource derived
                    ? coroutine(row, derived, end)
                    : new Scan(end, () -> {});
        }
        if (source instanceof VirtualAccess virtual) {
            return loop.access() instanceof SelectPlan.IndexUnion union
                    ? union(virtual, union, plan.sources().get(loop.source()).table(), end)
                    : virtualScan(virtual, (SelectPlan.VirtualScan) loop.access(), end, -1);
        }
        TableAccess access = (TableAccess) source;
        return loop.access() instanceof SelectPlan.IndexUnion union
                ? union(access, union, branches.get(loop.source()), end)
                : seeks.begin(access, loop.access(), allCost(loop), end);
    }

    private double allCost(Loop loop) {
        return repeated || loop != plan.loops().getFirst() ? 0 : plan.allCost();
    }

    /** Emits the loop whose rows are counted ({@link SelectPlan#counted}). */
    void emitVirtualCount(int count) {
        assembler.add(Opcode.Integer, 0, count, 0);
        int end = assembler.label();
        EarlyQueries.of(plan).forEach(values.nested()::compute);
        Loop loop = plan.loops().getFirst();
        VirtualAccess access = (VirtualAccess) accesses[loop.source()];
        Scan scan = virtualScan(access, (SelectPlan.VirtualScan) loop.access(), end, count);
        scan.finish();
        assembler.bind(end);
    }

    /**
     * Emits the loop over a virtual table.
     *
     * @param counter the register in which its rows are counted, instead of a body; -1 for none
     */
    private Scan virtualScan(
            VirtualAccess access, SelectPlan.VirtualScan scan, int end, int counter) {
        int count = scan.arguments().size();
        int first = assembler.registers(count);
        List<Scan> lists = new ArrayList<>();
        int over = end;
        for (int i = 0; i < count; i++) {
            SelectPlan.VirtualArgument argument = scan.arguments().get(i);
            int target = first + i;
            if (argument.whole()) {
                assembler.add(Opcode.VInitIn, access.cursor, i, 0);
                int filled = assembler.label();
                Scan list = list(argument, target, filled);
                assembler.add(Opcode.VListAdd, access.cursor, i, target);
                list.finish();
                assembler.bind(filled);
                assembler.add(Opcode.Null, 0, target, 0);
            } else if (argument.isOne()) {
                values.evaluateInto(argument.values().get(0), target);
            } else {
                Scan list = list(argument, target, over);
                lists.addFirst(list);
                over = list.next();
            }
        }
        assembler.add(Opcode.VFilter, access.cursor, over, first, scan.plan(), count);
        if (counter >= 0) {
            assembler.add(Opcode.AddImm, counter, 1, 0);
        }
        int top = assembler.here();
        int next = assembler.label();
        return new Scan(next, () -> {
            assembler.bind(next);
            Opcode step = counter >= 0 ? Opcode.VCount : Opcode.VNext;
            assembler.add(step, access.cursor, top, Math.max(0, counter));
            lists.forEach(Scan::finish);
        });
    }

    private Scan list(SelectPlan.VirtualArgument argument, int target, int end) {
        return argument.query() != null
                ? seeks.rowsOf(argument.query(), false, target, end)
                : seeks.list(
                        argument.values(), Affinity.NONE, Collation.BINARY, false, target, end);
    }

    /**
     * One branch after the other; the body is a subroutine that they call for rows that no branch
     * has found before.
     */
    private Scan union(
            TableAccess table, SelectPlan.IndexUnion union, List<TableAccess> indexes, int end) {
        FoundRows rows = new FoundRows(table.table());
        for (int i = 0; i < indexes.size(); i++) {
            int over = assembler.label();
            TableAccess index = indexes.get(i);
            TableAccess found = index == null ? table : index;
            SelectPlan.UnionBranch planned = union.branches().get(i);
            Scan branch = seeks.begin(found, planned.access(), over);
            rows.test(found, branch);
            if (index != null && table.table().hasRowid()) {
                assembler.add(Opcode.SeekRowid, table.tableCursor(), branch.next(), rows.key);
            } else if (index != null) {
                assembler.add(
                        Opcode.NotFound,
                        table.tableCursor(),
                        branch.next(),
                        rows.key,
                        rows.width,
                        0);
            }
            rows.add(planned.filters(), branch);
            assembler.bind(over);
        }
        return rows.body(end);
    }

    /** The same of a virtual table, whose cursor reads one branch after the other. */
    private Scan union(VirtualAccess access, SelectPlan.IndexUnion union, Table table, int end) {
        FoundRows rows = new FoundRows(table);
        for (SelectPlan.UnionBranch planned : union.branches()) {
            int over = assembler.label();
            SelectPlan.VirtualScan rowsOf = (SelectPlan.VirtualScan) planned.access();
            Scan branch = virtualScan(access, rowsOf, over, -1);
            rows.test(access, branch);
            rows.add(planned.filters(), branch);
            assembler.bind(over);
        }
        return rows.body(end);
    }

    /** The keys of the rows that the branches of a union have found so far. */
    private final class FoundRows {
        private final Table table;
        private final int seen = assembler.cursor();
        final int width;
        final int key;
        private final int record = assembler.register();
        private final int address = assembler.register();
        private final int body = assembler.label();

        FoundRows(Table table) {
            this.table = table;
            width = keyColumns(table).size();
            key = assembler.registers(width);
            assembler.add(Opcode.OpenEphemeral, seen, width, 0, rowKey(table), 0);
        }

        /** Emits the end of rows that have been found before. */
        void test(SourceAccess found, Scan branch) {
            int target = key;
            for (int column : keyColumns(table)) {
                found.read(column, target++);
            }
            assembler.add(Opcode.Found, seen, branch.next(), key, width, 0);
        }

        /** Emits the call of the body, for rows that meet the rest of the branch's condition. */
        void add(List<Expr> filters, Scan branch) {
            // A row that fails here may still meet the condition of another branch.
            for (Expr filter : filters) {
                values.conditions().jumpIfFalse(filter, branch.next(), true);
            }
            assembler.add(Opcode.MakeRecord, key, width, record);
            assembler.add(Opcode.IdxInsert, seen, record, key, null, 0);
            assembler.add(Opcode.Gosub, address, body, 0);
            branch.finish();
        }

        /** Begins the body, behind all branches. */
        Scan body(int end) {
            assembler.jump(end);
            assembler.bind(body);
            int follow = assembler.label();
            return new Scan(
                    follow,
                    () -> {
                        assembler.bind(follow);
                        assembler.add(Opcode.Return, address, 0, 0);
                    },
                    address);
        }
    }

    /** Returns the columns that identify a table's rows: the rowid, or those of the primary key. */
    private static List<Integer> keyColumns(Table table) {
        return table.hasRowid()
                ? List.of(Expr.Column.ROWID)
                : table.primaryKey().columns().subList(0, table.primaryKey().keyCount()).stream()
                        .map(Index.IndexColumn::tableColumn)
                        .toList();
    }

    /** Returns the order of these columns. */
    private static KeyInfo rowKey(Table table) {
        return table.hasRowid()
                ? new KeyInfo(List.of(new KeyField(Collation.BINARY, false, false)))
                : new KeyInfo(TableAccess.keyInfo(table.primaryKey())
                        .fields()
                        .subList(0, table.primaryKey().keyCount()));
    }

    /** Emits the query's code as a coroutine, which gives a row whenever the loop resumes it. */
    private Scan coroutine(RegisterAccess row, SelectPlan.DerivedSource source, int end) {
        int address = assembler.register();
        int start = assembler.label();
        int ready = assembler.label();
        assembler.add(Opcode.InitCoroutine, address, ready, start);
        assembler.bind(start);
        SelectCode.emit(assembler, source.plan(), repeated, (first, count, next) -> {
            for (int i = 0; i < count; i++) {
                assembler.add(Opcode.SCopy, first + i, row.first + i, 0);
            }
            int resumed = assembler.label();
            assembler.add(Opcode.Yield, address, resumed, 0);
            assembler.bind(resumed);
        });
        assembler.add(Opcode.EndCoroutine, address, 0, 0);
        assembler.bind(ready);
        int top = assembler.here();
        assembler.add(Opcode.Yield, address, end, 0);
        return new Scan(top, () -> assembler.jump(top));
    }

    private Scan lookUp(HashAccess hash, SelectPlan.HashJoin join, int end) {
        int count = join.equal().size();
        int key = assembler.registers(count);
        for (int i = 0; i < count; i++) {
            KeyPart part = join.equal().get(i);
            values.evaluateInto(part.values().get(0), key + i);
            if (!part.matchNull()) {
                assembler.add(Opcode.IsNull, key + i, end, 0);
            }
            values.affinity(key + i, List.of(part.affinity()));
        }
        assembler.add(Opcode.HashFind, hash.cursor, end, key);
        int top = assembler.here();
        hash.load();
        int next = assembler.label();
        return new Scan(next, () -> {
            assembler.bind(next);
            assembler.add(Opcode.HashFindNext, hash.cursor, top, 0);
        });
    }
}
