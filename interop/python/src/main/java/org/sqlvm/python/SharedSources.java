package org.sqlvm.python;

import org.graalvm.polyglot.Engine;
import org.graalvm.polyglot.PolyglotException;
import org.graalvm.polyglot.Source;

import java.util.HashSet;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.locks.ReentrantLock;

/**
 * Keeps the code of Python modules from one context of an engine to the next.
 *
 * <p>An engine shares the code of equal sources, but it forgets a source as soon as the garbage
 * collector finds the object that was parsed. Python makes such an object for each import and keeps
 * none. So each context would parse, run and compile all modules again. This class keeps that
 * object for each source that {@link #collect} sees: equal sources are one object in a process.
 *
 * <p>Nothing but code is shared. Modules, globals and classes are made again in each context.
 *
 * <p>Text that programs make at run time, such as the methods of a named tuple, is kept from the
 * second program on that makes it. The oldest sources give way beyond {@link #COUNT_MAX} sources or
 * {@link #LENGTH_MAX} characters or bytes of them.
 */
public final class SharedSources {
    private static final int COUNT_MAX = 2_000;
    private static final int LENGTH_MAX = 32 << 20;

    /** The maximum number of texts made at run time that are remembered by their hash. */
    private static final int SEEN_MAX = 10_000;

    private final Engine engine;
    private final ReentrantLock lock = new ReentrantLock();

    /** The object that keeps each source's code, the oldest first. */
    private final Map<Source, Object> kept = new LinkedHashMap<>();

    /** The hashes of texts that earlier programs have made. */
    private final Set<Integer> seen = new HashSet<>();

    /** The hashes of texts that have been made since the last program's end. */
    private final Set<Integer> seenNow = new HashSet<>();

    private long keptLength;

    public SharedSources(Engine engine) {
        this.engine = engine;
    }

    /**
     * Keeps the sources that the engine knows at this moment. To be called while programs run,
     * since each garbage collection makes the engine forget some; a call takes less than a
     * millisecond. While the heap is full it may keep none.
     */
    public void collect() {
        lock.lock();
        try {
            keepNew();
            shrink();
        } catch (OutOfMemoryError e) {
            // The next call keeps them.
        } catch (PolyglotException e) {
            if (!e.isResourceExhausted()) {
                throw e;
            }
        } finally {
            lock.unlock();
        }
    }

    private void keepNew() {
        for (Source source : engine.getCachedSources()) {
            if (!kept.containsKey(source) && isWanted(source)) {
                kept.put(source, interned(source));
                keptLength += length(source);
            }
        }
    }

    private void shrink() {
        Iterator<Source> eldest = kept.keySet().iterator();
        while (kept.size() > COUNT_MAX || keptLength > LENGTH_MAX) {
            keptLength -= length(eldest.next());
            eldest.remove();
        }
    }

    /** To be called at the end of a program: what later ones make is made for another time. */
    public void programEnded() {
        collect();
        lock.lock();
        try {
            if (seen.size() > SEEN_MAX) {
                seen.clear();
            }
            seen.addAll(seenNow);
            seenNow.clear();
        } finally {
            lock.unlock();
        }
    }

    private boolean isWanted(Source source) {
        if (!source.getLanguage().equals("python")) {
            return false;
        }
        if (source.hasBytes()) {
            return true;
        }
        if (source.getMimeType() == null || source.getPath() != null) {
            return false; // The program's own text, or a file, which Python compiles once.
        }
        if (!source.getName().startsWith("<")) {
            return true;
        }
        if (seenNow.size() < SEEN_MAX) {
            seenNow.add(source.hashCode());
        }
        return seen.contains(source.hashCode());
    }

    private static int length(Source source) {
        return source.hasBytes() ? source.getBytes().length() : source.getLength();
    }

    /** Returns the one object for a source that Python has made. */
    private static Object interned(Source source) {
        var builder = source.hasBytes()
                ? com.oracle.truffle.api.source.Source.newBuilder(
                        source.getLanguage(), source.getBytes(), source.getName())
                : com.oracle.truffle.api.source.Source.newBuilder(
                        source.getLanguage(), source.getCharacters(), source.getName());
        return builder.mimeType(source.getMimeType())
                .internal(source.isInternal())
                .interactive(source.isInteractive())
                .build();
    }

    /** Returns the sources that are kept. */
    Set<Source> kept() {
        lock.lock();
        try {
            return Set.copyOf(kept.keySet());
        } finally {
            lock.unlock();
        }
    }
}
