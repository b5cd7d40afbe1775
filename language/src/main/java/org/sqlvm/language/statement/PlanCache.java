package org.sqlvm.language.statement;

import com.oracle.truffle.api.CompilerDirectives.TruffleBoundary;

import org.sqlvm.engine.db.StatementRunner.KeptStatement;
import org.sqlvm.engine.sql.StatementShape;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.ReentrantLock;

/**
 * The compiled programs of an engine, the least recently used of which give way. A program is known
 * by the text of its statement or, if all texts of a shape share it, by that shape
 * ({@link StatementShape}).
 */
public final class PlanCache {
    /**
     * @param text the statement's text, or its shape's key
     * @param isShape whether it is the shape's key
     * @param schema the schema's fingerprint; with equal ones a statement compiles to the same
     *     program
     */
    public record Key(String text, boolean isShape, long schema) {}

    private static final class Kept {
        final CompiledProgram program;
        long uses;

        Kept(CompiledProgram program) {
            this.program = program;
        }
    }

    private final ReentrantLock lock = new ReentrantLock();
    private final AtomicLong compiledCount = new AtomicLong();
    private volatile int sizeMax;

    private final Map<Key, Kept> programs = new LinkedHashMap<>(64, 0.75f, true) {
        private static final long serialVersionUID = 1L;

        @Override
        protected boolean removeEldestEntry(Map.Entry<Key, Kept> eldest) {
            return size() > sizeMax;
        }
    };

    /** @param programCount how many programs it keeps from now on */
    public void bound(int programCount) {
        sizeMax = programCount;
    }

    @TruffleBoundary
    CompiledProgram get(Key key) {
        lock.lock();
        try {
            Kept known = programs.get(key);
            if (known == null) {
                return null;
            }
            known.uses++;
            return known.program;
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

    /** Keeps a program, which may be kept under another key, too; returns the one that is kept. */
    CompiledProgram keep(Key key, CompiledProgram program) {
        lock.lock();
        try {
            Kept known = programs.computeIfAbsent(key, _ -> new Kept(program));
            known.uses++;
            return known.program;
        } finally {
            lock.unlock();
        }
    }

    /** Removes a program, unless another one has replaced it. */
    void remove(Key key, CompiledProgram program) {
        lock.lock();
        try {
            Kept known = programs.get(key);
            if (known != null && known.program == program) {
                programs.remove(key);
            }
        } finally {
            lock.unlock();
        }
    }

    /** How many statements have been compiled in this engine so far. */
    public long compiledCount() {
        return compiledCount.get();
    }

    /** Returns the kept programs, the one that was used last at the end. */
    public List<KeptStatement> kept() {
        List<KeptStatement> kept = new ArrayList<>();
        lock.lock();
        try {
            programs.forEach((key, known) -> {
                if (known.program != CompiledProgram.NONE) {
                    String sql = key.isShape() ? StatementShape.shown(key.text()) : key.text();
                    int count = known.program.program().instructions().size();
                    kept.add(new KeptStatement(sql, key.isShape(), known.uses, count));
                }
            });
        } finally {
            lock.unlock();
        }
        return kept;
    }
}
