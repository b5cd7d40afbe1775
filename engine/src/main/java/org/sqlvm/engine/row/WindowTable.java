package org.sqlvm.engine.row;

import com.oracle.truffle.api.CompilerDirectives.TruffleBoundary;

import org.sqlvm.engine.data.Affinities;
import org.sqlvm.engine.data.Affinity;
import org.sqlvm.engine.data.Arithmetic;
import org.sqlvm.engine.data.Blob;
import org.sqlvm.engine.data.Casts;
import org.sqlvm.engine.data.Collation;
import org.sqlvm.engine.data.KeyField;
import org.sqlvm.engine.data.KeyOrder;
import org.sqlvm.engine.data.RecordReader;
import org.sqlvm.engine.data.RecordWriter;
import org.sqlvm.engine.data.SqlNull;
import org.sqlvm.engine.data.TextEncoding;
import org.sqlvm.engine.data.Values;
import org.sqlvm.engine.error.SqlException;
import org.sqlvm.engine.file.Workspace;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;

/**
 * The rows under a window: taken in any order, sorted by partition and order, given back in that
 * order with the window's results.
 *
 * <p>As long as the workspace has room, all rows are in memory. Then a {@link Sorter} takes them,
 * and they are computed partition by partition; one that is too large itself is in a file
 * ({@link WindowRows}).
 *
 * <p>Use: {@link #add} all, {@link #compute} once, then {@link #next} until false.
 */
public final class WindowTable implements AutoCloseable {
    /** For each row: where its peers begin and end, its group's number and beginning. */
    private static final long PLACES_SIZE = 4L * Integer.BYTES;

    /** Takes the rows of a frame; null between two aggregates. */
    private Accumulator running;

    private final WindowSpec spec;
    private final boolean asksForPeers;
    private final Workspace workspace;

    /** All rows, or the partition at hand if there is a sorter. */
    private final WindowRows rows;

    /** What has all rows if they do not fit into memory; else null. */
    private Sorter sorter;

    /** How the sorter's records, which are keys and the whole row, hold text. */
    private TextEncoding encoding;

    private RecordWriter writer;
    private RowBuffer buffer;
    private int keyCount;
    private int width;

    /** The first row of the next partition; null if there is none. */
    private Object[] ahead;

    /** Bytes counted for the places of the partition. */
    private long taken;

    private int current = -1;

    /** What the rows are sorted by; null if it is not known, or the sorter has them. */
    private RowSort.SortedKeys keys;

    /** The partition at hand: rows {@code first .. last - 1}. */
    private int first;

    private int last;

    /** By row of the partition: where its peers begin and end, and the number of their group. */
    private int[] peersStart;

    private int[] peersEnd;
    private int[] groups;
    private int[] groupStarts;
    private int groupCount;

    public WindowTable(WindowSpec spec, Workspace workspace) {
        this.spec = spec;
        this.asksForPeers = spec.calls().stream().anyMatch(WindowTable::asksForPeers);
        this.workspace = workspace;
        rows = new WindowRows(workspace, spec.firstResult());
    }

    /** Takes a row, whose values last, with room for the results. */
    @TruffleBoundary
    public void add(Object[] row) {
        if (sorter == null && !rows.reserve(row)) {
            spill();
        }
        if (sorter == null) {
            rows.add(row);
        } else {
            sort(row);
        }
    }

    private void spill() {
        List<KeyField> fields = new ArrayList<>(spec.partitionFields());
        fields.addAll(spec.orderFields());
        encoding = KeyField.encoding(fields);
        keyCount = fields.size();
        writer = new RecordWriter(encoding);
        buffer = new RowBuffer();
        sorter = new Sorter(new KeyOrder(fields, encoding), workspace);
        for (int i = 0; i < rows.size(); i++) {
            sort(rows.get(i));
        }
        rows.close();
    }

    private void sort(Object[] row) {
        width = row.length;
        writer.clear();
        for (int column : spec.partition()) {
            writer.add(row[column]);
        }
        for (int column : spec.order()) {
            writer.add(row[column]);
        }
        buffer.clear();
        WindowRows.write(row, buffer);
        writer.addBlob(new Blob(buffer.array, 0, buffer.position));
        byte[] record = writer.toRecord();
        sorter.add(record, 0, record.length);
    }

    /** Computes the results; the table then stands before the first row. */
    @TruffleBoundary
    public void compute() {
        if (sorter != null) {
            sorter.sort();
            ahead = nextSorted();
            return;
        }
        List<RowKey> sorted = new ArrayList<>(keys(spec.partition(), spec.partitionFields()));
        sorted.addAll(keys(spec.order(), spec.orderFields()));
        keys = rows.sort(sorted, (a, b) -> {
            int byPartition = compare(a, b, spec.partition(), spec.partitionFields());
            return byPartition != 0 ? byPartition : compare(a, b, spec.order(), spec.orderFields());
        });
        first = 0;
        while (first < rows.size()) {
            last = first + 1;
            while (last < rows.size() && isSamePartition(first, last)) {
                last++;
            }
            computePartition();
            first = last;
        }
    }

    private static List<RowKey> keys(List<Integer> columns, List<KeyField> fields) {
        return IntStream.range(0, columns.size())
                .mapToObj(i -> new RowKey(columns.get(i), fields.get(i)))
                .toList();
    }

    private boolean isSamePartition(Object[] a, Object[] b) {
        return compare(a, b, spec.partition(), spec.partitionFields()) == 0;
    }

    /** The same of two rows that are sorted, by their numbers. */
    private boolean isSamePartition(int a, int b) {
        return isSame(a, b, 0, spec.partition(), spec.partitionFields());
    }

    /** Whether two rows of a partition have the same place in its order. */
    private boolean arePeers(int a, int b) {
        return isSame(a, b, spec.partition().size(), spec.order(), spec.orderFields());
    }

    /**
     * Whether some keys of two rows are the same. The rows are only looked at if what they are
     * sorted by does not tell: they may be anywhere in memory.
     *
     * @param number of the first of those keys among all
     */
    private boolean isSame(int a, int b, int number, List<Integer> columns, List<KeyField> fields) {
        if (columns.isEmpty()) {
            return true;
        }
        long[] known = keys == null ? null : number == 0 ? keys.firsts() : keys.seconds();
        if (number < 2 && known != null) {
            if (known[a] != known[b]) {
                return false;
            }
            boolean exact = number == 0 ? keys.firstExact() : keys.secondExact();
            if (exact && columns.size() == 1) {
                return true;
            }
        }
        return compare(rows.get(a), rows.get(b), columns, fields) == 0;
    }

    private Object[] nextSorted() {
        if (!sorter.next()) {
            return null;
        }
        Blob row = (Blob) RecordReader.column(
                sorter.array(), sorter.offset(), sorter.length(), keyCount, encoding);
        buffer.reserve(row.length);
        System.arraycopy(row.array, row.offset, buffer.array, 0, row.length);
        buffer.rewind();
        return WindowRows.read(width, buffer);
    }

    /** Computes the next partition of those that the sorter gives; false after the last. */
    private boolean computeNext() {
        if (ahead == null) {
            return false;
        }
        rows.close();
        Object[] start = ahead;
        do {
            rows.add(ahead);
            ahead = nextSorted();
        } while (ahead != null && isSamePartition(start, ahead));
        first = 0;
        last = rows.size();
        workspace.take(last * PLACES_SIZE - taken);
        taken = last * PLACES_SIZE;
        computePartition();
        current = 0;
        return true;
    }

    /** Moves to the next row; false after the last. */
    @TruffleBoundary
    public boolean next() {
        current++;
        return current < rows.size() || (sorter != null && computeNext());
    }

    /** A value of the row that the table stands on. */
    @TruffleBoundary
    public Object value(int column) {
        return rows.get(current, column);
    }

    /** Gives back what it holds. */
    @Override
    public void close() {
        rows.close();
        workspace.take(-taken);
        taken = 0;
        if (sorter != null) {
            sorter.close();
        }
    }

    private static int compare(
            Object[] a, Object[] b, List<Integer> columns, List<KeyField> fields) {
        for (int i = 0; i < columns.size(); i++) {
            int column = columns.get(i);
            int compared = fields.get(i).compare(a[column], b[column]);
            if (compared != 0) {
                return compared;
            }
        }
        return 0;
    }

    private void computePartition() {
        if (asksForPeers) {
            findPeers();
        }
        int firstResult = spec.firstResult();
        for (int i = 0; i < spec.calls().size(); i++) {
            WindowSpec.Call call = spec.calls().get(i);
            if (call.aggregate() != null) {
                computeAggregate(call, firstResult + i);
            } else {
                for (int row = first; row < last; row++) {
                    rows.set(row, firstResult + i, value(call, row));
                }
            }
        }
    }

    private static boolean asksForPeers(WindowSpec.Call call) {
        return call.aggregate() != null
                || switch (call.function()) {
                    case ROW_NUMBER, NTILE, LAG, LEAD -> false;
                    case RANK,
                            DENSE_RANK,
                            PERCENT_RANK,
                            CUME_DIST,
                            FIRST_VALUE,
                            LAST_VALUE,
                            NTH_VALUE -> true;
                };
    }

    private void findPeers() {
        int count = last - first;
        peersStart = new int[count];
        peersEnd = new int[count];
        groups = new int[count];
        groupStarts = new int[count + 1];
        groupCount = 0;
        for (int start = 0; start < count; ) {
            int end = start + 1;
            while (end < count && arePeers(first + start, first + end)) {
                end++;
            }
            for (int row = start; row < end; row++) {
                peersStart[row] = first + start;
                peersEnd[row] = first + end;
                groups[row] = groupCount;
            }
            groupStarts[groupCount++] = first + start;
            start = end;
        }
        groupStarts[groupCount] = last;
    }

    private Object value(WindowSpec.Call call, int row) {
        int count = last - first;
        return switch (call.function()) {
            case ROW_NUMBER -> (long) (row - first + 1);
            case RANK -> (long) (peersStart[row - first] - first + 1);
            case DENSE_RANK -> (long) (groups[row - first] + 1);
            case PERCENT_RANK ->
                count == 1 ? 0.0 : (double) (peersStart[row - first] - first) / (count - 1);
            case CUME_DIST -> (double) (peersEnd[row - first] - first) / count;
            case NTILE -> tile(call, row);
            case LAG -> neighbour(call, row, -1);
            case LEAD -> neighbour(call, row, 1);
            case FIRST_VALUE -> nth(call, row, 1);
            case LAST_VALUE -> lastValue(call, row);
            case NTH_VALUE -> nth(call, row, nthNumber(call, row));
        };
    }

    private Object argument(WindowSpec.Call call, int row, int index) {
        return rows.get(row)[call.arguments().get(index)];
    }

    private Object tile(WindowSpec.Call call, int row) {
        long tiles = Casts.toLong(argument(call, first, 0));
        if (tiles <= 0) {
            throw SqlException.error("argument of ntile must be a positive integer");
        }
        long count = (long) last - first;
        long place = (long) row - first;
        long size = count / tiles;
        if (size == 0) {
            return place + 1;
        }
        long larger = count - tiles * size;
        long inLarger = larger * (size + 1);
        return place < inLarger ? 1 + place / (size + 1) : 1 + larger + (place - inLarger) / size;
    }

    private Object neighbour(WindowSpec.Call call, int row, int direction) {
        int argumentCount = call.arguments().size();
        long offset = 1;
        if (argumentCount > 1) {
            Object given = argument(call, row, 1);
            if (given == SqlNull.NULL) {
                return SqlNull.NULL;
            }
            offset = Casts.toLong(given);
        }
        long place = row + direction * offset;
        if (place >= first && place < last) {
            return argument(call, (int) place, 0);
        }
        return argumentCount > 2 ? argument(call, row, 2) : SqlNull.NULL;
    }

    private long nthNumber(WindowSpec.Call call, int row) {
        Object given = argument(call, row, 1);
        Object number = Affinities.apply(given, Affinity.NUMERIC);
        if (!(number instanceof Long wanted) || wanted <= 0) {
            throw SqlException.error("second argument to nth_value must be a positive integer");
        }
        return wanted;
    }

    private Object nth(WindowSpec.Call call, int row, long number) {
        long left = number;
        int end = frameEnd(row);
        for (int i = frameStart(row); i < end; i++) {
            if (!isExcluded(i, row) && --left == 0) {
                return argument(call, i, 0);
            }
        }
        return SqlNull.NULL;
    }

    private Object lastValue(WindowSpec.Call call, int row) {
        int start = frameStart(row);
        for (int i = frameEnd(row) - 1; i >= start; i--) {
            if (!isExcluded(i, row)) {
                return argument(call, i, 0);
            }
        }
        return SqlNull.NULL;
    }

    /** As SQLite does it: rows that leave the frame are taken back from the sum. */
    private void computeMoving(WindowSpec.Call call, int target) {
        Accumulator accumulator = running;
        int stepped = first;
        int inversed = first;
        for (int row = first; row < last; row++) {
            workspace.interruption().check();
            int start = frameStart(row);
            int end = frameEnd(row);
            inversed = takeBack(call, accumulator, inversed, Math.min(start, stepped));
            while (stepped < end) {
                if (spec.frame().unit() == WindowSpec.Unit.ROWS) {
                    int leaving = Math.min(start, stepped - (end - start) + 1);
                    inversed = takeBack(call, accumulator, inversed, Math.min(leaving, stepped));
                }
                if (counts(call, stepped)) {
                    accumulator.step(arguments(call, stepped));
                }
                stepped++;
            }
            inversed = takeBack(call, accumulator, inversed, Math.min(start, stepped));
            rows.set(row, target, accumulator.result());
        }
    }

    private void begin(WindowSpec.Call call) {
        running = call.aggregate().accumulator(call.collation());
    }

    /** One that the user has registered is told that nobody asks it any more. */
    private void end() {
        Accumulator ended = running;
        running = null;
        if (ended instanceof KeptAccumulator kept) {
            kept.end();
        }
    }

    /** Whether the frame ends before it starts: then it is empty for all rows. */
    private boolean isBackwards() {
        WindowSpec.Bound start = spec.frame().start();
        WindowSpec.Bound end = spec.frame().end();
        if (start.kind() != end.kind() || start.column() < 0) {
            return false;
        }
        int compared = Values.compare(
                Affinities.apply(rows.get(first)[start.column()], Affinity.NUMERIC),
                Affinities.apply(rows.get(first)[end.column()], Affinity.NUMERIC),
                Collation.BINARY);
        return start.kind() == WindowSpec.Kind.FOLLOWING ? compared > 0 : compared < 0;
    }

    private int takeBack(WindowSpec.Call call, Accumulator accumulator, int from, int end) {
        int row = from;
        for (; row < end; row++) {
            if (counts(call, row)) {
                accumulator.inverse(arguments(call, row));
            }
        }
        return row;
    }

    private void computeAggregate(WindowSpec.Call call, int target) {
        try {
            begin(call);
            computeFrames(call, target);
        } finally {
            end();
        }
    }

    /** A frame that only grows goes on with the accumulator of the row before. */
    private void computeFrames(WindowSpec.Call call, int target) {
        WindowSpec.Exclusion exclusion = spec.frame().exclusion();
        boolean excludes = exclusion != WindowSpec.Exclusion.UNSPECIFIED
                && exclusion != WindowSpec.Exclusion.NO_OTHERS;
        if (exclusion == WindowSpec.Exclusion.UNSPECIFIED
                && spec.frame().start().kind() != WindowSpec.Kind.UNBOUNDED_PRECEDING
                && !isBackwards()
                && running.hasInverse()) {
            computeMoving(call, target);
            return;
        }
        int accumulatedStart = -1;
        int accumulatedEnd = -1;
        for (int row = first; row < last; row++) {
            workspace.interruption().check();
            int start = frameStart(row);
            int end = Math.max(start, frameEnd(row));
            boolean goesOn =
                    row > first && !excludes && start == accumulatedStart && end >= accumulatedEnd;
            if (goesOn && end == accumulatedEnd) {
                rows.set(row, target, rows.get(row - 1, target));
                continue;
            }
            if (!goesOn) {
                if (row > first) {
                    end();
                    begin(call);
                }
                accumulatedStart = start;
                accumulatedEnd = start;
            }
            for (int i = accumulatedEnd; i < end; i++) {
                if (!isExcluded(i, row) && counts(call, i)) {
                    running.step(arguments(call, i));
                }
            }
            accumulatedEnd = end;
            rows.set(row, target, running.result());
        }
    }

    private boolean counts(WindowSpec.Call call, int row) {
        if (call.filter() < 0) {
            return true;
        }
        Object value = rows.get(row)[call.filter()];
        return value != SqlNull.NULL && Casts.isTrue(value);
    }

    private Object[] arguments(WindowSpec.Call call, int row) {
        Object[] arguments = new Object[call.arguments().size()];
        for (int i = 0; i < arguments.length; i++) {
            arguments[i] = argument(call, row, i);
        }
        return arguments;
    }

    private boolean isExcluded(int row, int current) {
        boolean peer = row >= peersStart[current - first] && row < peersEnd[current - first];
        return switch (spec.frame().exclusion()) {
            case UNSPECIFIED, NO_OTHERS -> false;
            case CURRENT_ROW -> row == current;
            case GROUP -> peer;
            case TIES -> peer && row != current;
        };
    }

    private int frameStart(int row) {
        WindowSpec.Bound bound = spec.frame().start();
        return switch (bound.kind()) {
            case UNBOUNDED_PRECEDING -> first;
            case CURRENT_ROW ->
                spec.frame().unit() == WindowSpec.Unit.ROWS ? row : peersStart[row - first];
            case PRECEDING -> place(row, bound, -1, true);
            case FOLLOWING -> place(row, bound, 1, true);
            case UNBOUNDED_FOLLOWING -> last;
        };
    }

    /** The first row behind the frame. */
    private int frameEnd(int row) {
        WindowSpec.Bound bound = spec.frame().end();
        return switch (bound.kind()) {
            case UNBOUNDED_PRECEDING -> first;
            case CURRENT_ROW ->
                spec.frame().unit() == WindowSpec.Unit.ROWS ? row + 1 : peersEnd[row - first];
            case PRECEDING -> place(row, bound, -1, false);
            case FOLLOWING -> place(row, bound, 1, false);
            case UNBOUNDED_FOLLOWING -> last;
        };
    }

    private int place(int row, WindowSpec.Bound bound, int direction, boolean start) {
        Object offset = rows.get(first)[bound.column()];
        if (spec.frame().unit() == WindowSpec.Unit.RANGE) {
            return rangePlace(row, checkedNumber(offset, start), direction, start);
        }
        long distance = direction * checkedInteger(offset, start);
        if (spec.frame().unit() == WindowSpec.Unit.ROWS) {
            long place = row + distance + (start ? 0 : 1);
            return (int) Math.max(first, Math.min(last, place));
        }
        long group = groups[row - first] + distance + (start ? 0 : 1);
        return groupStarts[(int) Math.max(0, Math.min(groupCount, group))];
    }

    private static long checkedInteger(Object offset, boolean start) {
        Object number = Affinities.apply(offset, Affinity.NUMERIC);
        if (!(number instanceof Long value) || value < 0) {
            throw SqlException.error("frame " + (start ? "starting" : "ending")
                    + " offset must be a non-negative integer");
        }
        return Math.min(value, Integer.MAX_VALUE);
    }

    private static Object checkedNumber(Object offset, boolean start) {
        Object number = Affinities.apply(offset, Affinity.NUMERIC);
        boolean valid = (number instanceof Long whole && whole >= 0)
                || (number instanceof Double real && real >= 0);
        if (!valid) {
            throw SqlException.error("frame " + (start ? "starting" : "ending")
                    + " offset must be a non-negative number");
        }
        return number;
    }

    /**
     * RANGE: up to the rows whose key is at most the offset away; a key that is no number is not.
     */
    private int rangePlace(int row, Object offset, int direction, boolean start) {
        KeyField field = spec.orderFields().get(0);
        int column = spec.order().get(0);
        Object key = rows.get(row)[column];
        boolean adds = direction > 0 != field.descending();
        Object edge = key;
        if (key instanceof Long || key instanceof Double) {
            edge = adds ? Arithmetic.add(key, offset) : Arithmetic.subtract(key, offset);
        }
        int from = first;
        int to = last;
        while (from < to) {
            int middle = (from + to) >>> 1;
            int compared = field.compare(rows.get(middle)[column], edge);
            if (start ? compared >= 0 : compared > 0) {
                to = middle;
            } else {
                from = middle + 1;
            }
        }
        return from;
    }
}
