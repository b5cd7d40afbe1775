package org.sqlvm.engine.codegen;

import org.sqlvm.engine.data.Affinity;
import org.sqlvm.engine.data.Collation;
import org.sqlvm.engine.data.KeyField;
import org.sqlvm.engine.plan.Expr;
import org.sqlvm.engine.plan.SelectPlan;
import org.sqlvm.engine.plan.SelectPlan.Bound;
import org.sqlvm.engine.plan.SelectPlan.IndexScan;
import org.sqlvm.engine.plan.SelectPlan.KeyPart;
import org.sqlvm.engine.plan.SelectPlan.Loop;
import org.sqlvm.engine.program.Assembler;
import org.sqlvm.engine.program.KeyInfo;
import org.sqlvm.engine.program.Opcode;
import org.sqlvm.engine.schema.Index;

import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/**
 * The nest of loops over a plan's sources. In the innermost one the caller's code runs, once per
 * row of the join.
 */
final class LoopCode implements RowReader {
    private final Assembler assembler;
    private final SelectPlan plan;
    private final ExpressionCode values;
    private final SourceAccess[] accesses;
    /** By number of a source: its place in the plan. */
    private final Map<Integer, Integer> places = new HashMap<>();
    /** By place of a source that a union of accesses finds: theirs. */
    private final Map<Integer, List<TableAccess>> branches = new HashMap<>();
    /** The loops stand inside others, so they begin more than once. */
    private final boolean repeated;

    LoopCode(Assembler assembler, SelectPlan plan, boolean repeated) {
        this.assembler = assembler;
        this.plan = plan;
        this.repeated = repeated;
        this.values = new ExpressionCode(assembler, this);
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
        for (SelectPlan.Access branch : union.branches()) {
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

    /** What runs for each row: it may jump to {@code next} to be done with the row. */
    interface Body {
        void emit(int next);
    }

    /** Opens all cursors and fills what the loops keep. */
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
                assembler.add(Opcode.Once, 0, filled, 0);
            }
            if (access instanceof HashAccess hash) {
                fillHash(hash, source, (SelectPlan.HashJoin) loop.access());
            } else {
                fillTable((KeptAccess) access, (SelectPlan.DerivedSource) source);
            }
            assembler.bind(filled);
        }
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
        int record = assembler.register();
        int rowid = assembler.register();
        int width = source.table().columns().size();
        assembler.add(Opcode.OpenEphemeral, kept.cursor, width, 0);
        SelectCode.emitNested(assembler, source.plan(), (first, count, next) -> {
            assembler.add(Opcode.MakeRecord, first, count, record);
            assembler.add(Opcode.NewRowid, kept.cursor, rowid, 0);
            assembler.add(Opcode.Insert, kept.cursor, record, rowid, null, Opcode.APPEND);
        });
    }

    private void fillHash(HashAccess hash, SelectPlan.Source source, SelectPlan.HashJoin join) {
        int keyCount = join.keys().size();
        int width = keyCount + join.columns().size();
        List<KeyField> fields = new ArrayList<>();
        join.collations().forEach(collation -> fields.add(new KeyField(collation, false, false)));
        KeyInfo keys = new KeyInfo(fields);
        assembler.add(Opcode.HashOpen, hash.cursor, keyCount, width - keyCount, keys, 0);
        int entry = assembler.registers(width);
        if (source instanceof SelectPlan.DerivedSource derived) {
            SelectCode.emitNested(assembler, derived.plan(), (first, count, next) -> {
                SourceAccess row = new RegisterAccess(assembler, first, count);
                insert(hash, source, row, join, entry, next);
            });
            return;
        }
        TableAccess table = new TableAccess(assembler, source.table(), null, false);
        table.open(false);
        int end = assembler.label();
        int next = assembler.label();
        assembler.add(Opcode.Rewind, table.tableCursor(), end, 0);
        int top = assembler.here();
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
                assembler, (column, target) -> read(source, row, column.index(), target));
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

    /**
     * The loops, the body in the innermost; none of them runs unless the constant conditions hold.
     */
    void emit(Body body) {
        int next = assembler.label();
        for (Expr filter : plan.constantFilters()) {
            values.conditions().jumpIfFalse(filter, next, true);
        }
        emit(0, body, next);
        assembler.bind(next);
    }

    private void emit(int depth, Body body, int next) {
        if (depth == plan.loops().size()) {
            body.emit(next);
            return;
        }
        Loop loop = plan.loops().get(depth);
        SourceAccess access = accesses[loop.source()];
        int matched = loop.leftJoin() ? assembler.register() : 0;
        if (loop.leftJoin()) {
            assembler.add(Opcode.Integer, 0, matched, 0);
        }
        int end = assembler.label();
        Scan scan = begin(loop, access, end);
        int follow = scan.next();
        for (Expr filter : loop.onFilters()) {
            values.conditions().jumpIfFalse(filter, follow, true);
        }
        int found = assembler.label();
        if (loop.leftJoin()) {
            assembler.bind(found);
            assembler.add(Opcode.Integer, 1, matched, 0);
        }
        for (Expr filter : loop.filters()) {
            values.conditions().jumpIfFalse(filter, follow, true);
        }
        emit(depth + 1, body, follow);
        scan.finish();
        assembler.bind(end);
        if (loop.leftJoin()) {
            int done = assembler.label();
            assembler.add(Opcode.IfPos, matched, done, 0);
            access.nullRow();
            if (scan.subroutine() > 0) {
                assembler.add(Opcode.Gosub, scan.subroutine(), found, 0);
            } else {
                assembler.jump(found);
            }
            assembler.bind(done);
        }
    }

    /**
     * The open end of a loop: where its body goes for the next row, and the code behind the body.
     *
     * @param subroutine the register of the return address if the body is a subroutine; else 0
     */
    private record Scan(int next, Runnable end, int subroutine) {
        Scan(int next, Runnable end) {
            this(next, end, 0);
        }

        void finish() {
            end.run();
        }
    }

    private Scan begin(Loop loop, SourceAccess source, int end) {
        if (source instanceof KeptAccess kept) {
            return scan(kept.cursor, false, end);
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
            return virtualScan(virtual, (SelectPlan.VirtualScan) loop.access(), end);
        }
        TableAccess access = (TableAccess) source;
        return loop.access() instanceof SelectPlan.IndexUnion union
                ? union(access, union, branches.get(loop.source()), end)
                : begin(access, loop.access(), end);
    }

    private Scan begin(TableAccess access, SelectPlan.Access how, int end) {
        return switch (how) {
            case SelectPlan.FullScan scan -> fullScan(access, scan.reverse(), end);
            case SelectPlan.RowidEqual equal -> {
                int rowid = values.evaluate(equal.rowid());
                assembler.add(Opcode.SeekRowid, access.tableCursor(), end, rowid);
                yield new Scan(end, () -> {});
            }
            case SelectPlan.RowidIn in -> rowidIn(access, in, end);
            case SelectPlan.RowidRange range -> rowidRange(access, range, end);
            case SelectPlan.IndexScan scan -> indexScan(access, scan, end);
            case SelectPlan.HashJoin _, SelectPlan.IndexUnion _, SelectPlan.VirtualScan _ ->
                throw new AssertionError(how);
        };
    }

    /** The table's arguments stand behind the plan's number and their own. */
    private Scan virtualScan(VirtualAccess access, SelectPlan.VirtualScan scan, int end) {
        int count = scan.arguments().size();
        int first = assembler.registers(2 + count);
        List<Scan> lists = new ArrayList<>();
        int over = end;
        for (int i = 0; i < count; i++) {
            SelectPlan.VirtualArgument argument = scan.arguments().get(i);
            int target = first + 2 + i;
            Scan list = null;
            if (argument.query() != null) {
                list = rowsOf(argument.query(), false, target, over);
            } else if (argument.values().size() > 1) {
                list = list(
                        argument.values(), Affinity.NONE, Collation.BINARY, false, target, over);
            } else {
                values.evaluateInto(argument.values().get(0), target);
            }
            if (list != null) {
                lists.addFirst(list);
                over = list.next();
            }
        }
        assembler.add(Opcode.Integer, scan.index(), first, 0);
        assembler.add(Opcode.Integer, count, first + 1, 0);
        assembler.add(Opcode.VFilter, access.cursor, over, first);
        int top = assembler.here();
        int next = assembler.label();
        return new Scan(next, () -> {
            assembler.bind(next);
            assembler.add(Opcode.VNext, access.cursor, top, 0);
            lists.forEach(Scan::finish);
        });
    }

    /**
     * One branch after the other; the body is a subroutine that they call for rows that no branch
     * has found before.
     */
    private Scan union(
            TableAccess table, SelectPlan.IndexUnion union, List<TableAccess> indexes, int end) {
        int seen = assembler.cursor();
        int rowid = assembler.register();
        int record = assembler.register();
        int address = assembler.register();
        int body = assembler.label();
        KeyInfo keys = new KeyInfo(List.of(new KeyField(Collation.BINARY, false, false)));
        assembler.add(Opcode.OpenEphemeral, seen, 1, 0, keys, 0);
        for (int i = 0; i < indexes.size(); i++) {
            int over = assembler.label();
            TableAccess index = indexes.get(i);
            Scan branch = begin(index == null ? table : index, union.branches().get(i), over);
            (index == null ? table : index).read(Expr.Column.ROWID, rowid);
            assembler.add(Opcode.Found, seen, branch.next(), rowid, 1, 0);
            assembler.add(Opcode.MakeRecord, rowid, 1, record);
            assembler.add(Opcode.IdxInsert, seen, record, rowid, null, 0);
            if (index != null) {
                assembler.add(Opcode.SeekRowid, table.tableCursor(), branch.next(), rowid);
            }
            assembler.add(Opcode.Gosub, address, body, 0);
            branch.finish();
            assembler.bind(over);
        }
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

    /** The query's code stands here and gives a row whenever the loop asks for one. */
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

    private Scan fullScan(TableAccess access, boolean reverse, int end) {
        return scan(access.scanCursor(), reverse, end);
    }

    private Scan scan(int cursor, boolean reverse, int end) {
        assembler.add(reverse ? Opcode.Last : Opcode.Rewind, cursor, end, 0);
        return stepping(cursor, reverse, assembler.here());
    }

    /** A loop that ends with a step of the cursor back to {@code top}. */
    private Scan stepping(int cursor, boolean reverse, int top) {
        int next = assembler.label();
        return new Scan(next, () -> {
            assembler.bind(next);
            assembler.add(reverse ? Opcode.Prev : Opcode.Next, cursor, top, 0);
        });
    }

    private Scan rowidIn(TableAccess access, SelectPlan.RowidIn in, int end) {
        int element = assembler.register();
        Scan list = in.query() != null
                ? rowsOf(in.query(), false, element, end)
                : list(in.rowids(), Affinity.INTEGER, Collation.BINARY, false, element, end);
        assembler.add(Opcode.SeekRowid, access.tableCursor(), list.next(), element);
        return list;
    }

    /** A loop over the distinct values of a query, in their order, without NULLs. */
    private Scan rowsOf(Expr.InQuery in, boolean descending, int element, int end) {
        int cursor = values.nested().sorted(in, descending);
        return valuesOf(cursor, element, end);
    }

    private Scan valuesOf(int cursor, int element, int end) {
        assembler.add(Opcode.Rewind, cursor, end, 0);
        int top = assembler.here();
        assembler.add(Opcode.Column, cursor, 0, element);
        Scan scan = stepping(cursor, false, top);
        assembler.add(Opcode.IsNull, element, scan.next(), 0);
        return scan;
    }

    /**
     * A loop over the distinct values of a list, in their order: each comes into register
     * {@code element}. NULLs are left out.
     */
    private Scan list(
            List<Expr> elements,
            Affinity affinity,
            Collation collation,
            boolean descending,
            int element,
            int end) {
        int cursor = assembler.cursor();
        int filled = assembler.label();
        if (elements.stream()
                .allMatch(value ->
                        value instanceof Expr.Constant || value instanceof Expr.Parameter)) {
            assembler.add(Opcode.Once, 0, filled, 0);
        }
        KeyInfo keys = new KeyInfo(List.of(new KeyField(collation, descending, false)));
        assembler.add(Opcode.OpenEphemeral, cursor, 1, 0, keys, 0);
        int record = assembler.register();
        for (Expr value : elements) {
            values.evaluateInto(value, element);
            values.affinity(
                    element, List.of(affinity == Affinity.REAL ? Affinity.NUMERIC : affinity));
            assembler.add(Opcode.MakeRecord, element, 1, record);
            assembler.add(Opcode.IdxInsert, cursor, record, element, null, 0);
        }
        assembler.bind(filled);
        return valuesOf(cursor, element, end);
    }

    private Scan rowidRange(TableAccess access, SelectPlan.RowidRange range, int end) {
        int cursor = access.tableCursor();
        Bound start = range.reverse() ? range.high() : range.low();
        Bound stop = range.reverse() ? range.low() : range.high();
        if (start == null) {
            assembler.add(range.reverse() ? Opcode.Last : Opcode.Rewind, cursor, end, 0);
        } else {
            int key = bound(start, end);
            Opcode seek = range.reverse()
                    ? start.inclusive() ? Opcode.SeekLE : Opcode.SeekLT
                    : start.inclusive() ? Opcode.SeekGE : Opcode.SeekGT;
            assembler.add(seek, cursor, end, key);
        }
        int limit = stop == null ? 0 : bound(stop, end);
        int top = assembler.here();
        if (stop != null) {
            int rowid = assembler.register();
            assembler.add(Opcode.Rowid, cursor, rowid, 0);
            Opcode past = range.reverse()
                    ? stop.inclusive() ? Opcode.Lt : Opcode.Le
                    : stop.inclusive() ? Opcode.Gt : Opcode.Ge;
            int flags = Affinity.NUMERIC.code | Opcode.JUMP_IF_NULL;
            assembler.add(past, limit, end, rowid, Collation.BINARY, flags);
        }
        return stepping(cursor, range.reverse(), top);
    }

    /** The value of a bound in a register of its own; a NULL ends the loop before it begins. */
    private int bound(Bound bound, int end) {
        int register = assembler.register();
        boundInto(bound, register, end);
        return register;
    }

    private void boundInto(Bound bound, int register, int end) {
        values.evaluateInto(bound.value(), register);
        assembler.add(Opcode.IsNull, register, end, 0);
        keyAffinity(bound.value(), register, bound.affinity());
    }

    private Scan indexScan(TableAccess access, IndexScan scan, int end) {
        int key = assembler.registers(scan.equal().size() + 1);
        List<Scan> lists = keyParts(access.scanCursor(), scan, key, end);
        int over = lists.isEmpty() ? end : lists.getLast().next();
        Scan inner =
                scan.pattern() ? patternScan(access, scan, key) : range(access, scan, key, over);
        return new Scan(inner.next(), () -> {
            inner.finish();
            lists.reversed().forEach(Scan::finish);
        });
    }

    /** The entries of one range; a register behind the equal columns' holds an end of it. */
    private Scan range(TableAccess access, IndexScan scan, int key, int over) {
        int count = scan.equal().size();
        boolean lowFirst = startsLow(scan);
        Bound low = low(scan);
        Bound start = lowFirst ? low : scan.high();
        Bound stop = lowFirst ? scan.high() : low;
        if (start != null) {
            endInto(start, key + count, over);
        }
        seek(access.scanCursor(), scan, key, start, over);
        if (stop != null) {
            endInto(stop, key + count, over);
        }
        return entries(access, scan, key, stop, over);
    }

    /** Whether the scan meets the lower end of its range first. */
    private static boolean startsLow(IndexScan scan) {
        int count = scan.equal().size();
        boolean descending = count < scan.index().columns().size()
                && scan.index().columns().get(count).descending();
        return descending == scan.reverse();
    }

    /** A range holds no NULLs: an open lower end stands behind them. */
    private static Bound low(IndexScan scan) {
        return scan.low() == null && scan.high() != null ? Bound.BEHIND_NULL : scan.low();
    }

    private void endInto(Bound bound, int register, int over) {
        if (bound.value() == null) {
            assembler.add(Opcode.Null, 0, register, 0);
        } else {
            boundInto(bound, register, over);
        }
    }

    /**
     * The texts that begin with something, and the BLOBs with the same bytes: two ranges, one after
     * the other.
     */
    private Scan patternScan(TableAccess access, IndexScan scan, int key) {
        int count = scan.equal().size();
        boolean lowFirst = startsLow(scan);
        Bound start = lowFirst ? scan.low() : scan.high();
        Bound stop = lowFirst ? scan.high() : scan.low();
        int again = assembler.register();
        int first = assembler.register();
        int last = assembler.register();
        assembler.add(Opcode.Integer, 1, again, 0);
        int top = assembler.here();
        int ready = assembler.label();
        values.evaluateInto(start.value(), first);
        values.evaluateInto(stop.value(), last);
        // BLOBs stand behind the texts.
        assembler.add(lowFirst ? Opcode.If : Opcode.IfNot, again, ready, 0);
        assembler.add(Opcode.Cast, first, Affinity.BLOB.code, 0);
        assembler.add(Opcode.Cast, last, Affinity.BLOB.code, 0);
        assembler.bind(ready);
        int done = assembler.label();
        assembler.add(Opcode.SCopy, first, key + count, 0);
        seek(access.scanCursor(), scan, key, start, done);
        assembler.add(Opcode.SCopy, last, key + count, 0);
        Scan inner = entries(access, scan, key, stop, done);
        return new Scan(inner.next(), () -> {
            inner.finish();
            assembler.bind(done);
            int end = assembler.label();
            assembler.add(Opcode.IfNot, again, end, 0);
            assembler.add(Opcode.Integer, 0, again, 0);
            assembler.jump(top);
            assembler.bind(end);
        });
    }

    /** The entries from where the cursor stands to the end of the range. */
    private Scan entries(TableAccess access, IndexScan scan, int key, Bound stop, int over) {
        int cursor = access.scanCursor();
        int count = scan.equal().size();
        int top = assembler.here();
        if (stop != null) {
            Opcode past = scan.reverse()
                    ? stop.inclusive() ? Opcode.IdxLT : Opcode.IdxLE
                    : stop.inclusive() ? Opcode.IdxGT : Opcode.IdxGE;
            assembler.add(past, cursor, over, key, count + 1, 0);
        } else if (count > 0) {
            assembler.add(
                    scan.reverse() ? Opcode.IdxLT : Opcode.IdxGT, cursor, over, key, count, 0);
        }
        access.follow();
        return stepping(cursor, scan.reverse(), top);
    }

    /**
     * Puts the values that index columns equal into registers; what has several becomes a loop,
     * each in the one before.
     */
    private List<Scan> keyParts(int cursor, IndexScan scan, int key, int end) {
        List<KeyPart> parts = scan.equal();
        for (int i = 0; i < parts.size(); i++) {
            KeyPart part = parts.get(i);
            if (part.isSingle()) {
                values.evaluateInto(part.values().get(0), key + i);
                if (!part.matchNull()) {
                    assembler.add(Opcode.IsNull, key + i, end, 0);
                }
                keyAffinity(part.values().get(0), key + i, part.affinity());
            }
        }
        List<Scan> lists = new ArrayList<>();
        int skipped = Collections.frequency(parts, KeyPart.ANY);
        if (skipped > 0) {
            lists.add(skip(cursor, scan, key, skipped, end));
        }
        for (int i = skipped; i < parts.size(); i++) {
            KeyPart part = parts.get(i);
            if (!part.isSingle()) {
                Index.IndexColumn column = scan.index().columns().get(i);
                boolean descending = column.descending() != scan.reverse();
                int over = lists.isEmpty() ? end : lists.getLast().next();
                lists.add(
                        part.query() != null
                                ? rowsOf(part.query(), descending, key + i, over)
                                : list(
                                        part.values(),
                                        part.affinity(),
                                        column.collation(),
                                        descending,
                                        key + i,
                                        over));
            }
        }
        return lists;
    }

    /** A loop over the different values of an index's first columns. */
    private Scan skip(int cursor, IndexScan scan, int key, int count, int end) {
        int next = assembler.label();
        int value = assembler.register();
        assembler.add(scan.reverse() ? Opcode.Last : Opcode.Rewind, cursor, end, 0);
        int top = assembler.here();
        for (int i = 0; i < count; i++) {
            assembler.add(Opcode.Column, cursor, i, value);
            assembler.add(Opcode.Copy, value, key + i, 0);
        }
        return new Scan(next, () -> {
            assembler.bind(next);
            Opcode seek = scan.reverse() ? Opcode.SeekLT : Opcode.SeekGT;
            assembler.add(seek, cursor, end, key, count, 0);
            assembler.jump(top);
        });
    }

    /**
     * A number that is written is not changed for a numeric column: 9223372036854775807 would be
     * rounded to REAL, and then equal a value that it is not.
     */
    private void keyAffinity(Expr value, int register, Affinity affinity) {
        boolean number = value instanceof Expr.Constant constant
                && (constant.value() instanceof Long || constant.value() instanceof Double);
        if (!number || !affinity.isNumeric()) {
            values.affinity(register, List.of(affinity));
        }
    }

    /** To the first entry; the end of the range where it starts is in its register. */
    private void seek(int cursor, IndexScan scan, int key, Bound start, int over) {
        int count = scan.equal().size();
        if (start != null) {
            Opcode seek = scan.reverse()
                    ? start.inclusive() ? Opcode.SeekLE : Opcode.SeekLT
                    : start.inclusive() ? Opcode.SeekGE : Opcode.SeekGT;
            assembler.add(seek, cursor, over, key, count + 1, 0);
        } else if (count > 0) {
            assembler.add(
                    scan.reverse() ? Opcode.SeekLE : Opcode.SeekGE, cursor, over, key, count, 0);
        } else {
            assembler.add(scan.reverse() ? Opcode.Last : Opcode.Rewind, cursor, over, 0);
        }
    }
}
