package org.sqlvm.engine.codegen.query;

import org.sqlvm.engine.data.Affinity;
import org.sqlvm.engine.data.Collation;
import org.sqlvm.engine.data.KeyField;
import org.sqlvm.engine.plan.logical.ConstantList;
import org.sqlvm.engine.plan.logical.Expr;
import org.sqlvm.engine.plan.physical.SelectPlan;
import org.sqlvm.engine.plan.physical.SelectPlan.Bound;
import org.sqlvm.engine.plan.physical.SelectPlan.IndexScan;
import org.sqlvm.engine.plan.physical.SelectPlan.KeyPart;
import org.sqlvm.engine.plan.stats.CostModel;
import org.sqlvm.engine.program.Assembler;
import org.sqlvm.engine.program.KeyInfo;
import org.sqlvm.engine.program.Opcode;
import org.sqlvm.engine.schema.Index;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.function.IntConsumer;

/** Loops over the rows of a table, or over the rows that an index or their rowids find. */
final class SeekCode {
    private final Assembler assembler;
    private final ExpressionCode values;

    SeekCode(Assembler assembler, ExpressionCode values) {
        this.assembler = assembler;
        this.values = values;
    }

    /** @param allCost see {@link SelectPlan#allCost} */
    Scan begin(TableAccess access, SelectPlan.Access how, double allCost, int end) {
        if (allCost > 0) {
            weigh(access, how, CostModel.tableStepsFor(allCost), end);
        }
        return begin(access, how, end);
    }

    Scan begin(TableAccess access, SelectPlan.Access how, int end) {
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

    private Scan fullScan(TableAccess access, boolean reverse, int end) {
        return scan(access.scanCursor(), reverse, end);
    }

    Scan scan(int cursor, boolean reverse, int end) {
        assembler.add(reverse ? Opcode.Last : Opcode.Rewind, cursor, end, 0);
        return stepping(cursor, reverse, assembler.here());
    }

    /** A loop that ends with a step of the cursor back to {@code top}. */
    private Scan stepping(int cursor, boolean reverse, int top) {
        int next = assembler.label();
        IntConsumer step = passed -> {
            assembler.bind(next);
            if (passed == 0) {
                assembler.add(reverse ? Opcode.Prev : Opcode.Next, cursor, top, 0);
            } else {
                Opcode opcode = reverse ? Opcode.SkipPrev : Opcode.SkipNext;
                assembler.add(opcode, cursor, top, passed);
            }
        };
        return new Scan(next, step, 0, assembler.here());
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
    Scan rowsOf(Expr.InQuery in, boolean descending, int element, int end) {
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
    Scan list(
            List<Expr> elements,
            Affinity affinity,
            Collation collation,
            boolean descending,
            int element,
            int end) {
        KeyField field = new KeyField(collation, descending, false);
        if (ConstantList.areConstant(elements)) {
            return constants(elements, affinity, field, element, end);
        }
        int cursor = assembler.cursor();
        KeyInfo keys = new KeyInfo(List.of(field));
        assembler.add(Opcode.OpenEphemeral, cursor, 1, 0, keys, 0);
        int record = assembler.register();
        for (Expr value : elements) {
            values.evaluateInto(value, element);
            values.affinity(element, List.of(ListCode.affinity(affinity)));
            assembler.add(Opcode.MakeRecord, element, 1, record);
            assembler.add(Opcode.IdxInsert, cursor, record, element, null, 0);
        }
        return valuesOf(cursor, element, end);
    }

    private Scan constants(
            List<Expr> elements, Affinity affinity, KeyField field, int element, int end) {
        int filled = assembler.label();
        assembler.add(Opcode.Once, 0, filled, 0);
        int table = ListCode.open(assembler, elements, ListCode.affinity(affinity), field, 0);
        assembler.bind(filled);
        assembler.add(Opcode.HashRewind, table, end, 1);
        int top = assembler.here();
        int next = assembler.label();
        assembler.add(Opcode.HashData, table, 0, element, null, 1);
        return new Scan(next, () -> {
            assembler.bind(next);
            assembler.add(Opcode.HashNext, table, top, 0);
        });
    }

    /**
     * Ends the program if vectors cost less than going through a range. The positions of its ends
     * in the tree tell its size.
     *
     * @param steps the cost of going through all of the tree
     */
    private void weigh(TableAccess access, SelectPlan.Access how, double steps, int end) {
        int cursor = access.scanCursor();
        int first;
        int behind;
        if (how instanceof SelectPlan.RowidRange range) {
            int key = assembler.register();
            first = place(Opcode.SeekGE, cursor, key, 0, range.low(), end);
            behind = place(Opcode.SeekGT, cursor, key, 0, range.high(), end);
        } else if (how instanceof IndexScan scan && isOneRange(scan)) {
            int count = scan.equal().size();
            int key = assembler.registers(count + 1);
            keyParts(cursor, scan, key, end);
            boolean descending = count < scan.index().columns().size()
                    && scan.index().columns().get(count).descending();
            first = place(
                    Opcode.SeekGE, cursor, key, count, descending ? scan.high() : low(scan), end);
            behind = place(
                    Opcode.SeekGT, cursor, key, count, descending ? low(scan) : scan.high(), end);
        } else {
            return;
        }
        int affordable = assembler.label();
        assembler.add(Opcode.IfAffordable, first, affordable, behind, steps, 0);
        assembler.add(Opcode.Halt, 0, 0, 0);
        assembler.bind(affordable);
    }

    private static boolean isOneRange(IndexScan scan) {
        return !scan.pattern() && scan.equal().stream().allMatch(KeyPart::isSingle);
    }

    /**
     * Returns a register with the position of an end of a range.
     *
     * @param key the register of the key's first field
     * @param count the number of fields before the end's field
     * @param bound null for the end of all entries that are equal in those fields
     */
    private int place(Opcode seek, int cursor, int key, int count, Bound bound, int end) {
        int place = assembler.register();
        boolean atFirst = bound == null && count == 0 && seek == Opcode.SeekGE;
        assembler.add(Opcode.Real, 0, place, 0, atFirst ? 0.0 : 1.0, 0);
        if (bound == null && count == 0) {
            return place;
        }
        if (bound != null) {
            endInto(bound, key + count, end);
        }
        int none = assembler.label();
        assembler.add(seek, cursor, none, key, count + (bound == null ? 0 : 1), 0);
        assembler.add(Opcode.Place, cursor, place, 0);
        assembler.bind(none);
        return place;
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
        if (lists.isEmpty()) {
            return inner;
        }
        return new Scan(inner.next(), () -> {
            inner.finish();
            lists.reversed().forEach(Scan::finish);
        });
    }

    /**
     * Emits the loop over the entries of one range; the register behind those of the equal columns
     * holds an end of it.
     */
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

    /** Returns the lower end: a range holds no NULLs, so an open one starts behind them. */
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
        // BLOBs come after the texts.
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

    /** Emits the loop over the entries from the cursor's position to the end of the range. */
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
     * Puts the values that index columns equal into registers; a list of values becomes a loop
     * inside of the former ones.
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
        boolean number = value instanceof Expr.Constant constant && constant.isNumber();
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
