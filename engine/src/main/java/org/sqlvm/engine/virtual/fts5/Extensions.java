package org.sqlvm.engine.virtual.fts5;

import org.sqlvm.engine.virtual.fts5.rank.AuxiliaryFunctions;
import org.sqlvm.engine.virtual.module.ModuleHost;
import org.sqlvm.engine.virtual.tokens.Tokenizers;

import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.function.LongFunction;

/**
 * The objects that the full-text tables of a connection share: tokenizers, auxiliary functions, and
 * the cursors that are open, by the numbers that functions are told.
 */
final class Extensions {
    private final Tokenizers tokenizers = new Tokenizers();
    private final AuxiliaryFunctions functions = new AuxiliaryFunctions();
    private final Map<Long, Fts5Cursor> cursors = new HashMap<>();
    private long lastCursor;
    /** The tables of terms that look for their full-text tables. */
    private final Set<VocabModule.VocabTable> looking = new HashSet<>();

    static Extensions of(ModuleHost host) {
        return host.shared(Extensions.class, Extensions::new);
    }

    Tokenizers tokenizers() {
        return tokenizers;
    }

    AuxiliaryFunctions functions() {
        return functions;
    }

    /** Opens a cursor under a new number. */
    Fts5Cursor add(LongFunction<Fts5Cursor> maker) {
        lastCursor++;
        Fts5Cursor cursor = maker.apply(lastCursor);
        cursors.put(lastCursor, cursor);
        return cursor;
    }

    void remove(long number) {
        cursors.remove(number);
    }

    /** The cursor with a number; null if it is not open. */
    Fts5Cursor cursor(long number) {
        return cursors.get(number);
    }

    /** The tables of terms that look for their full-text tables, each of which may be one, too. */
    Set<VocabModule.VocabTable> looking() {
        return looking;
    }
}
