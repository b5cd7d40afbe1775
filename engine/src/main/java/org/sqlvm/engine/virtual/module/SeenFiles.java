package org.sqlvm.engine.virtual.module;

import org.sqlvm.engine.pager.ContentStamp;
import org.sqlvm.engine.vector.cache.FileColumns.State;

import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;

/**
 * The states in which a run of a statement has read files that are open for one scan only. A later
 * scan of the run must find the same state, or rows of two commits would come together. Threads may
 * call at the same time.
 */
public final class SeenFiles {
    private final Map<String, Seen> files = new ConcurrentHashMap<>();

    /**
     * A state.
     *
     * @param state null if it cannot be told from later ones
     * @param stamp null if it is not known, as that of columns in memory
     */
    private record Seen(State state, ContentStamp stamp) {
        boolean isSame(Seen other) {
            if (stamp != null && other.stamp != null) {
                return stamp.isSameCommit(other.stamp);
            }
            return Objects.equals(state, other.state);
        }
    }

    /** Returns the state in which a file was read; null if it was not, or if that is not known. */
    public State state(String path) {
        Seen seen = files.get(path);
        return seen == null ? null : seen.state;
    }

    /**
     * Notes that a file is read.
     *
     * @param state null if it cannot be told from later ones
     * @param stamp null if it is not known
     * @return false if it was read in another state before
     */
    public boolean see(String path, State state, ContentStamp stamp) {
        Seen now = new Seen(state, stamp);
        Seen before = files.putIfAbsent(path, now);
        return before == null || before.isSame(now);
    }
}
