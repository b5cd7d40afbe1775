package org.sqlvm.language.interop;

import org.sqlvm.engine.row.Batch;

import java.util.ServiceLoader;

/**
 * How one guest language holds a batch of rows as objects of its own, so that its code reads the
 * values without messages to foreign objects. Found as a service; a language without one reads
 * batches through {@code result.batch(function)}.
 */
public interface BatchView {
    /** The id of the language. */
    String language();

    /** Whether the language is here and lets its objects be made by others. */
    boolean isUsable();

    /**
     * The columns of the batch. Called where a context is entered that has the language. The batch
     * will not change, so its arrays may be shared.
     */
    Object view(Batch batch);

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
}
