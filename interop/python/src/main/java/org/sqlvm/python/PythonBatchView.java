package org.sqlvm.python;

import com.oracle.graal.python.PythonLanguage;
import com.oracle.graal.python.builtins.objects.PNone;
import com.oracle.graal.python.runtime.GilNode;
import com.oracle.graal.python.runtime.object.PFactory;
import com.oracle.graal.python.runtime.sequence.PSequence;
import com.oracle.graal.python.runtime.sequence.storage.BoolSequenceStorage;
import com.oracle.graal.python.runtime.sequence.storage.DoubleSequenceStorage;
import com.oracle.graal.python.runtime.sequence.storage.IntSequenceStorage;
import com.oracle.graal.python.runtime.sequence.storage.LongSequenceStorage;
import com.oracle.graal.python.runtime.sequence.storage.ObjectSequenceStorage;
import com.oracle.graal.python.runtime.sequence.storage.SequenceStorage;
import com.oracle.truffle.api.CompilerDirectives.TruffleBoundary;
import com.oracle.truffle.api.object.Shape;
import com.oracle.truffle.api.strings.TruffleString;

import org.sqlvm.engine.data.Blob;
import org.sqlvm.engine.data.Bytes;
import org.sqlvm.engine.data.Text;
import org.sqlvm.engine.row.Batch;
import org.sqlvm.language.values.BatchView;
import org.sqlvm.language.values.FunctionLoop;
import org.sqlvm.language.values.RowLoop;
import org.sqlvm.language.values.RowShape;

import java.util.Arrays;

/**
 * A batch as a tuple of Python lists, and behind them True if there are more rows, False if not; or
 * column and bytes of a text that cannot be decoded, in the next row. A list of integers or reals
 * is the batch's own array, not a copy; so the lists are for the module {@code sqlvm} alone, which
 * does not change them.
 *
 * <p>Made of GraalPy's internals, version 25.0.3, which {@code python.args} exports to us. If they
 * are not accessible, {@link #isUsable()} is false and the module reads batches through the
 * polyglot API.
 */
public final class PythonBatchView implements BatchView {
    /** The maximum size of an array that is kept for one string in it. */
    private static final int SHARED_SIZE_MAX = 1 << 16;

    /** A column of at least as many values becomes Python's in compiled code. */
    private static final int COMPILED_MIN = 64;

    /** Null before it is first needed. */
    private Shape[] plainKinds;

    @Override
    public String language() {
        return "python";
    }

    @Override
    public Object capsule(String name, long address) {
        return PythonCapsules.capsule(name, address);
    }

    @Override
    public long capsuleAddress(String name, Object capsule) {
        return PythonCapsules.address(name, capsule);
    }

    @Override
    public boolean isUsable() {
        try {
            // Each package that is used below, touched once.
            return PNone.NONE != null
                    && GilNode.getUncached() != null
                    && storage(new Batch(1, 1), 0, null, 0) != null
                    && kinds(PythonLanguage.get(null)).length > 0;
        } catch (LinkageError notExportedOrNotHere) {
            return false;
        }
    }

    @Override
    public Object view(Batch batch, boolean more, boolean raw) {
        PythonLanguage language = PythonLanguage.get(null);
        int columnCount = batch.columnCount();
        Object[] lists = new Object[columnCount + 1];
        int count = batch.rowCount();
        Object behind = more;
        for (int column = 0; column < columnCount; column++) {
            if (batch.kind(column) == Batch.KIND_OBJECT) {
                Object[] values = Arrays.copyOf(batch.objects(column), batch.rowCount());
                int bad = toPython(language, values, count, raw, batch.isReused());
                if (bad < count) {
                    Object bytes = pythonBytes((Text) batch.objects(column)[bad]);
                    behind = PFactory.createTuple(language, new Object[] {column, bytes});
                    count = bad;
                }
                lists[column] = values;
            }
        }
        for (int column = 0; column < columnCount; column++) {
            lists[column] =
                    PFactory.createList(language, storage(batch, column, lists[column], count));
        }
        lists[columnCount] = behind;
        return PFactory.createTuple(language, lists);
    }

    /**
     * Returns a column of a batch, which no other thread may read meanwhile, as a list; null if it
     * has a text that cannot be decoded.
     */
    static Object list(PythonLanguage language, Batch batch, int column) {
        int count = batch.rowCount();
        Object[] values = null;
        if (batch.kind(column) == Batch.KIND_OBJECT) {
            values = Arrays.copyOf(batch.objects(column), count);
            if (toPython(language, values, count, false, false) < count) {
                return null;
            }
        }
        return PFactory.createList(language, storage(batch, column, values, count));
    }

    private static SequenceStorage storage(Batch batch, int column, Object values, int count) {
        boolean reused = batch.isReused();
        return switch (batch.kind(column)) {
            case Batch.KIND_LONG -> {
                long[] longs = batch.longs(column);
                yield new LongSequenceStorage(reused ? Arrays.copyOf(longs, count) : longs, count);
            }
            case Batch.KIND_DOUBLE -> {
                double[] reals = batch.doubles(column);
                yield new DoubleSequenceStorage(
                        reused ? Arrays.copyOf(reals, count) : reals, count);
            }
            default -> new ObjectSequenceStorage((Object[]) values, count);
        };
    }

    /**
     * Converts the values; returns the index of the first text that cannot be decoded, or
     * {@code count}.
     */
    private static int toPython(
            PythonLanguage language, Object[] values, int count, boolean raw, boolean reused) {
        if (!raw && count >= COMPILED_MIN) {
            return (int) Strings.target(language).call(values, count, reused);
        }
        for (int i = 0; i < count; i++) {
            Object made = values[i];
            if (made instanceof Text text) {
                made = raw ? rawText(text) : string(text, reused);
                if (made == null) {
                    return i;
                }
            } else {
                made = other(made);
            }
            values[i] = made;
        }
        return count;
    }

    /** Converts a value that is no text. */
    static Object other(Object value) {
        if (value instanceof Number) {
            return value;
        }
        return value instanceof Blob blob ? pythonBytes(blob) : PNone.NONE;
    }

    /** Returns a list with one element: the row as a tuple. */
    @Override
    public Object onlyRow(Batch batch) {
        Object[] values = new Object[batch.columnCount()];
        for (int column = 0; column < values.length; column++) {
            values[column] = switch (batch.kind(column)) {
                case Batch.KIND_LONG -> batch.longs(column)[0];
                case Batch.KIND_DOUBLE -> batch.doubles(column)[0];
                default -> batch.objects(column)[0];
            };
        }
        PythonLanguage language = PythonLanguage.get(null);
        if (toPython(language, values, values.length, false, batch.isReused()) < values.length) {
            return null;
        }
        return PFactory.createList(language, new Object[] {PFactory.createTuple(language, values)});
    }

    /**
     * Returns the shapes of a plain tuple and a plain list; the language gives them to its objects.
     */
    private static Shape[] kinds(PythonLanguage language) {
        PSequence tuple = PFactory.createTuple(language, new Object[0]);
        PSequence list = PFactory.createList(language, new ObjectSequenceStorage(new Object[0]));
        return new Shape[] {tuple.getShape(), list.getShape()};
    }

    /** Null if the object is something else. */
    private SequenceStorage plainSequence(Object object) {
        if (!(object instanceof PSequence sequence)) {
            return null;
        }
        Shape shape = sequence.getShape();
        if (plainKinds == null) {
            plainKinds = kinds(PythonLanguage.get(null));
        }
        return shape == plainKinds[0] || shape == plainKinds[1]
                ? sequence.getSequenceStorage()
                : null;
    }

    /** Another thread may change a list meanwhile: then there may be no such row any more. */
    @Override
    public Object[] row(Object rows, int place, int count) {
        if (!(plainSequence(rows) instanceof ObjectSequenceStorage all)) {
            return null;
        }
        Object[] objects = all.getInternalObjectArray();
        return place < Math.min(all.length(), objects.length)
                ? rowValues(objects[place], count)
                : null;
    }

    @Override
    public Object[] rowValues(Object row, int count) {
        SequenceStorage storage = plainSequence(row);
        if (storage == null || storage.length() != count) {
            return null;
        }
        Object[] values = switch (storage) {
            case ObjectSequenceStorage known -> known.getInternalObjectArray();
            case IntSequenceStorage known -> known.getCopyOfInternalArray();
            case LongSequenceStorage known -> known.getCopyOfInternalArray();
            case DoubleSequenceStorage known -> known.getCopyOfInternalArray();
            default -> null;
        };
        return values == null || values.length < count ? null : values;
    }

    @Override
    public Object values(Object list) {
        return switch (plainSequence(list)) {
            case ObjectSequenceStorage known -> known.getInternalObjectArray();
            case IntSequenceStorage known -> known.getInternalIntArray();
            case LongSequenceStorage known -> known.getInternalLongArray();
            case DoubleSequenceStorage known -> known.getInternalDoubleArray();
            case BoolSequenceStorage known -> known.getInternalBoolArray();
            case null, default -> null;
        };
    }

    @Override
    public FunctionLoop loop(Object function, int argumentCount) {
        return PythonLoop.of(function, argumentCount);
    }

    @Override
    public boolean hasRowLoops() {
        return true;
    }

    @Override
    public RowLoop rows(RowShape shape, String[] names) {
        return PythonRows.of(shape, names);
    }

    /** Strings of Python. */
    static Object[] strings(String... texts) {
        return Arrays.stream(texts)
                .map(text ->
                        TruffleString.fromJavaStringUncached(text, TruffleString.Encoding.UTF_32))
                .toArray();
    }

    @Override
    public Object tuple(Object... numbers) {
        return PFactory.createTuple(PythonLanguage.get(null), numbers);
    }

    /** The global interpreter lock. */
    @Override
    public Runnable lock() {
        return GilNode.uncachedAcquire()::close;
    }

    /** Or null if it is not UTF-8. */
    private static Object string(Text text, boolean reused) {
        // Another language may have cached a string of another encoding.
        if (text.made instanceof TruffleString known
                && known.isCompatibleToUncached(TruffleString.Encoding.UTF_32)) {
            return known;
        }
        Object string = newString(text, isCopied(text, reused));
        text.made = string;
        return string;
    }

    /** Whether a string must not share the array of a text. */
    static boolean isCopied(Text text, boolean reused) {
        return !text.isWhole() && (reused || text.array.length > SHARED_SIZE_MAX);
    }

    /** Copies by itself: where a TruffleString does, it takes twice as long. */
    private static TruffleString newString(Text text, boolean copied) {
        byte[] array = copied
                ? Arrays.copyOfRange(text.array, text.offset, text.offset + text.length)
                : text.array;
        return decoded(TruffleString.fromByteArrayUncached(
                array, copied ? 0 : text.offset, text.length, TruffleString.Encoding.UTF_8, false));
    }

    /** Returns the text as Python has it: ASCII is not copied. Null if it is not UTF-8. */
    @TruffleBoundary
    static TruffleString decoded(TruffleString utf8) {
        if (utf8.isCompatibleToUncached(TruffleString.Encoding.UTF_32)) {
            return utf8;
        }
        return utf8.isValidUncached(TruffleString.Encoding.UTF_8)
                ? utf8.switchEncodingUncached(TruffleString.Encoding.UTF_32)
                : null;
    }

    /** Returns a tuple with one element. */
    private static Object rawText(Text text) {
        return PFactory.createTuple(PythonLanguage.get(null), new Object[] {pythonBytes(text)});
    }

    private static Object pythonBytes(Bytes bytes) {
        return PFactory.createBytes(
                PythonLanguage.get(null),
                Arrays.copyOfRange(bytes.array, bytes.offset, bytes.offset + bytes.length));
    }

    @Override
    public Object bytes(Blob blob) {
        return pythonBytes(blob);
    }

    @Override
    public Object nothing() {
        return PNone.NONE;
    }
}
