package org.sqlvm.language.values;

import com.oracle.truffle.api.CompilerDirectives.TruffleBoundary;
import com.oracle.truffle.api.interop.InteropLibrary;
import com.oracle.truffle.api.interop.UnsupportedMessageException;

import org.sqlvm.engine.data.Blob;
import org.sqlvm.engine.error.SqlException;
import org.sqlvm.engine.row.Batch;

import java.util.Locale;
import java.util.ServiceLoader;

/**
 * How one guest language holds a batch of rows, and the values of SQL, as objects of its own, so
 * that its code reads them without messages to foreign objects. Found as a service; a language
 * without one passes a function that converts a batch.
 */
public interface BatchView {
    Runnable NO_LOCK = () -> {};

    /** The id of the language. */
    String language();

    /** Whether the language is here and lets its objects be made by others. */
    boolean isUsable();

    /**
     * Returns the columns of the batch, and behind them {@code more}: whether the run has more
     * rows; or the error of the row behind these. Called inside of a context that has the language.
     * The batch will not change, so its arrays may be shared, unless {@link Batch#isReused} says
     * that the next run of the statement fills it again.
     *
     * @param raw whether values have the form that loses nothing, if the language has two: texts
     *     are not decoded, but are marked to tell them from blobs; integers are of any size
     */
    Object view(Batch batch, boolean more, boolean raw);

    /**
     * Returns the only row of a result, so that short results need no lists: an object that differs
     * from those of {@link #view}, with the row in it; null if it cannot be made.
     */
    Object onlyRow(Batch batch);

    /**
     * Returns a row of a list or tuple of rows, so that many are bound with one message.
     *
     * @param count the number of values that it must have
     * @return an array that begins with its values and is not to be changed; null if there is no
     *     such row, or if the row, or what holds it, is of a kind whose code might have to run
     */
    Object[] row(Object rows, int place, int count);

    /**
     * A row that is a tuple or a list.
     *
     * @param count how many values it must have
     * @return as {@link #row}
     */
    default Object[] rowValues(Object row, int count) {
        return null;
    }

    /**
     * The values of a list, so that many rows are read with one message for each column.
     *
     * @return an array that begins with them and is not to be changed: {@code int[]},
     *     {@code long[]}, {@code double[]}, {@code boolean[]} or, as the language has them,
     *     {@code Object[]}; null if it is another kind of list
     */
    default Object values(Object list) {
        return null;
    }

    /**
     * Returns a loop of the language that calls a function for many rows, so that its compiler sees
     * loop and function together; null if it has none for such a function.
     */
    default FunctionLoop loop(Object function, int argumentCount) {
        return null;
    }

    /**
     * Returns a loop of the language that takes rows of an iterator apart; null if it has none.
     *
     * @param shape the shape of the rows
     * @param names the names of the columns; of rows that are a {@code HASH}, or have members, only
     *     these are read
     */
    default RowLoop rows(RowShape shape, String[] names) {
        return null;
    }

    /** Whether {@link #rows} gives loops. */
    default boolean hasRowLoops() {
        return false;
    }

    /** Some numbers in one value. */
    Object tuple(Object... numbers);

    Object bytes(Blob blob);

    /**
     * Takes the lock that the language's code runs under, if it has one and the thread is without
     * it. A call of a function then finds it taken, which is cheaper than to take it.
     *
     * @return gives the lock back, if it was taken
     */
    Runnable lock();

    /**
     * Returns an object that holds a pointer, for native libraries of the language.
     *
     * @param name the name of the kind of pointer
     * @throws org.sqlvm.engine.error.SqlException if the language has none
     */
    default Object capsule(String name, long address) {
        throw SqlException.notSupported("capsules", -1);
    }

    /**
     * Returns the pointer that such an object holds; 0 if it has another name.
     *
     * @throws org.sqlvm.engine.error.SqlException if the language has none
     */
    default long capsuleAddress(String name, Object capsule) {
        throw SqlException.notSupported("capsules", -1);
    }

    /** NULL. */
    Object nothing();

    /** Returns an integer as one of any size, if the language has those beside its numbers. */
    default Object bigInteger(long integer) {
        return integer;
    }

    /** Whether the numbers of the language, also the whole ones, are bound as REAL. */
    default boolean hasOnlyReals() {
        return false;
    }

    /** The view of a language, or null if there is none that works. */
    static BatchView of(String language) {
        for (BatchView view :
                ServiceLoader.load(BatchView.class, BatchView.class.getClassLoader())) {
            if (view.language().equals(language) && view.isUsable()) {
                return view;
            }
        }
        return null;
    }

    /** The view of the language that an object belongs to, or null. */
    @TruffleBoundary
    static BatchView ofObject(Object value) {
        InteropLibrary interop = InteropLibrary.getUncached(value);
        try {
            if (!interop.hasLanguage(value)) {
                return null;
            }
            // PythonLanguage is the class of the language python, and so on.
            String name = interop.getLanguage(value).getSimpleName();
            return of(name.toLowerCase(Locale.ROOT).replace("language", ""));
        } catch (UnsupportedMessageException _) {
            return null;
        }
    }
}
