package org.sqlvm.python;

import com.oracle.graal.python.PythonLanguage;
import com.oracle.graal.python.builtins.objects.PNone;
import com.oracle.graal.python.runtime.object.PFactory;
import com.oracle.graal.python.runtime.sequence.storage.DoubleSequenceStorage;
import com.oracle.graal.python.runtime.sequence.storage.LongSequenceStorage;
import com.oracle.graal.python.runtime.sequence.storage.ObjectSequenceStorage;
import com.oracle.graal.python.runtime.sequence.storage.SequenceStorage;
import com.oracle.truffle.api.strings.TruffleString;

import org.sqlvm.engine.data.Blob;
import org.sqlvm.engine.data.Text;
import org.sqlvm.engine.row.Batch;
import org.sqlvm.language.interop.BatchView;

import java.util.Arrays;

/**
 * A batch as a tuple of Python lists. A list of integers or reals is the batch's own array, not a
 * copy; so the lists are for the module {@code sqlvm} alone, which does not change them.
 *
 * <p>Made of GraalPy's internals, version 25.0.3, which {@code python.args} exports to us. Where
 * they are not to be had, {@link #isUsable()} is false and the module reads batches through the
 * polyglot API.
 */
public final class PythonBatchView implements BatchView {
    @Override
    public String language() {
        return "python";
    }

    @Override
    public boolean isUsable() {
        try {
            // Each package that is used below, touched once.
            return PNone.NONE != null
                    && storage(new Batch(1, 1), 0) != null
                    && PFactory.createTuple(PythonLanguage.get(null), new Object[0]) != null;
        } catch (LinkageError notExportedOrNotHere) {
            return false;
        }
    }

    @Override
    public Object view(Batch batch) {
        PythonLanguage language = PythonLanguage.get(null);
        Object[] lists = new Object[batch.columnCount()];
        for (int column = 0; column < lists.length; column++) {
            lists[column] = PFactory.createList(language, storage(batch, column));
        }
        return PFactory.createTuple(language, lists);
    }

    private static SequenceStorage storage(Batch batch, int column) {
        int count = batch.rowCount();
        return switch (batch.kind(column)) {
            case Batch.KIND_LONG -> new LongSequenceStorage(batch.longs(column), count);
            case Batch.KIND_DOUBLE -> new DoubleSequenceStorage(batch.doubles(column), count);
            default -> new ObjectSequenceStorage(objects(batch.objects(column), count));
        };
    }

    private static Object[] objects(Object[] values, int count) {
        Object[] objects = Arrays.copyOf(values, count);
        for (int i = 0; i < count; i++) {
            Object value = objects[i];
            if (value instanceof Text text) {
                objects[i] = TruffleString.fromByteArrayUncached(
                                text.array,
                                text.offset,
                                text.length,
                                TruffleString.Encoding.UTF_8,
                                false)
                        .switchEncodingUncached(TruffleString.Encoding.UTF_32);
            } else if (value instanceof Blob blob) {
                objects[i] = PFactory.createBytes(
                        PythonLanguage.get(null),
                        Arrays.copyOfRange(blob.array, blob.offset, blob.offset + blob.length));
            } else if (!(value instanceof Number)) {
                objects[i] = PNone.NONE;
            }
        }
        return objects;
    }
}
