package org.sqlvm.language.statement;

import com.oracle.truffle.api.CompilerDirectives.TruffleBoundary;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.ReentrantLock;

/**
 * The compiled programs of an engine, the least recently used of which give way. A program is known
 * by the text of its statement or, if all texts of a shape share it, by that shape
 * ({@link org.sqlvm.engine.sql.StatementShape}).
 */
public final class PlanCache {
    /** An application has some hundreds of statements; generated SQL must not fill the heap. */
    private static final int SIZE_MAX = 1000;

    /**
     * @param text of the statement, or the key of its shape
     * @param isShape which of the two it is
     * @param schema fingerprint of the schema; equal ones compile to the same program
     */
    public record Key(String text, boolean isShape, long schema) {}

    private final ReentrantLock lock = new ReentrantLock();
    private final AtomicLong compiledCount = new AtomicLong();

    private final Map<Key, CompiledProgram> programs = new LinkedHashMap<>(64, 0.75f, true) {
        private static final long serialVersionUID = 1L;

        @Override
        protected boolean removeEldestEntry(Map.Entry<Key, CompiledProgram> eldest) {
            return size() > SIZE_MAX;
        }
    };

    @TruffleBoundary
    CompiledProgram get(Key key) {
        lock.lock();
        try {
            return programs.get(key);
        } finally {
            lock.unlock();
        }
    }

    /** Keeps a program that has been compiled; of two for one key the first stays. */
    @TruffleBoundary
    CompiledProgram add(Key key, CompiledProgram program) {
        if (program != CompiledProgram.NONE) {
            compiledCount.incrementAndGet();
        }
        return keep(key, program);
    }

    /** As above, for a program that is kept under another key, too. */
    CompiledProgram keep(Key key, CompiledProgram program) {
        lock.lock();
        try {
            CompiledProgram earlier = programs.putIfAbsent(key, program);
            return earlier == null ? program : earlier;
        } finally {
            lock.unlock();
        }
    }

    /** How many statements have been compiled in this engine so far. */
    public long compiledCount() {
        return compiledCount.get();
    }
}
