package org.sqlvm.engine.row.sort;

import org.sqlvm.engine.data.KeyOrder;
import org.sqlvm.engine.file.BigEndian;
import org.sqlvm.engine.file.TemporaryFile;
import org.sqlvm.engine.file.Workspace;

import java.util.ArrayList;
import java.util.List;

/**
 * Sorted sequences of records in temporary files, in the order in which they were added.
 *
 * <p>Too many of them to be read at once are merged into one of the next level. The runs of one
 * level are in one file, whose content is not needed any more once they are merged. The last runs
 * are merged first, so equal records stay in the order in which they were added.
 */
final class SortedRuns implements AutoCloseable {
    private static final int FAN_MIN = 4;
    private static final int FAN_MAX = 64;
    private static final int BUFFER_MIN = 512;
    private static final int BUFFER_MAX = 1 << 20;

    /** Every record is preceded by its length in four bytes. */
    static final int LENGTH_SIZE = 4;

    private record Run(int level, long start, long end, long count) {}

    private final KeyOrder order;
    private final int limit;
    private final Workspace workspace;
    private final int bufferSize;

    /** The number of runs of one level that are merged. */
    private final int fan;

    private final List<Run> runs = new ArrayList<>();
    /** By level. */
    private final List<TemporaryFile> files = new ArrayList<>();
    /** By level: where the next run goes. */
    private final List<Long> ends = new ArrayList<>();

    private long bufferBytes;

    /** @param limit no run needs more than this many records */
    SortedRuns(KeyOrder order, int limit, Workspace workspace) {
        this.order = order;
        this.limit = limit;
        this.workspace = workspace;
        fan = Math.clamp(workspace.limit() / 2 / (4 * BUFFER_MIN), FAN_MIN, FAN_MAX);
        bufferSize = Math.clamp(workspace.limit() / 2 / fan, BUFFER_MIN, BUFFER_MAX);
    }

    /** Records of all runs. */
    long count() {
        return runs.stream().mapToLong(Run::count).sum();
    }

    /** Writes a run. */
    void add(Records sorted) {
        write(sorted, 0);
        for (int level = 0; runsOf(level) == fan; level++) {
            int first = runs.size() - fan;
            Merge merge = merge(first);
            List<Run> merged = runs.subList(first, runs.size());
            merged.clear();
            write(merge, level + 1);
            files.get(level).clear();
            ends.set(level, 0L);
        }
    }

    private long runsOf(int level) {
        return runs.stream().filter(run -> run.level() == level).count();
    }

    /** All records, in order. */
    Merge merge() {
        Merge merge = merge(0);
        bufferBytes = (long) runs.size() * bufferSize;
        workspace.take(bufferBytes);
        return merge;
    }

    private Merge merge(int first) {
        RunReader[] readers = new RunReader[runs.size() - first];
        for (int i = 0; i < readers.length; i++) {
            Run run = runs.get(first + i);
            readers[i] = new RunReader(files.get(run.level()), run.start(), run.end(), bufferSize);
        }
        return new Merge(order, readers);
    }

    private void write(Records records, int level) {
        if (level == files.size()) {
            files.add(workspace.newFile());
            ends.add(0L);
        }
        TemporaryFile file = files.get(level);
        long start = ends.get(level);
        long end = start;
        long count = 0;
        byte[] buffer = new byte[bufferSize];
        int used = 0;
        while (count < limit && records.next()) {
            int length = records.length();
            if (length + LENGTH_SIZE > buffer.length - used) {
                workspace.interruption().check();
                file.write(buffer, 0, used, end);
                end += used;
                used = 0;
                if (length + LENGTH_SIZE > buffer.length) {
                    buffer = new byte[length + LENGTH_SIZE];
                }
            }
            BigEndian.putInt(buffer, used, length);
            System.arraycopy(records.array(), records.offset(), buffer, used + LENGTH_SIZE, length);
            used += LENGTH_SIZE + length;
            count++;
        }
        file.write(buffer, 0, used, end);
        end += used;
        ends.set(level, end);
        runs.add(new Run(level, start, end, count));
    }

    @Override
    public void close() {
        files.forEach(TemporaryFile::close);
        files.clear();
        runs.clear();
        workspace.take(-bufferBytes);
        bufferBytes = 0;
    }
}
