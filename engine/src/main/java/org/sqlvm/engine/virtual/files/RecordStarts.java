package org.sqlvm.engine.virtual.files;

import org.sqlvm.engine.error.SqlException;

import java.util.Arrays;
import java.util.concurrent.locks.ReentrantLock;

/**
 * Where the groups of a file begin. A reader that has ended a group tells where the next one
 * begins; if none has, the first request searches for it from the last begin that is known. Threads
 * may share it.
 */
final class RecordStarts {
    private static final long UNKNOWN = -1;

    private final RecordFile file;

    /** Held while the rest is read or changes. */
    private final ReentrantLock lock = new ReentrantLock();

    private final long[] starts;
    /** How many of them are known. */
    private int known;

    /** By group: its lines, or {@link #UNKNOWN}. */
    private final long[] lines;
    /** The lines before the first row. */
    private long linesBefore;

    /** @param size of the file, in bytes */
    RecordStarts(RecordFile file, long size) {
        this.file = file;
        int count = Math.toIntExact((size + RecordFile.GROUP_SIZE - 1) / RecordFile.GROUP_SIZE);
        starts = new long[count];
        lines = new long[count];
        Arrays.fill(lines, UNKNOWN);
    }

    int count() {
        return starts.length;
    }

    /** The byte that the first record of a group begins at. */
    long of(int group) {
        lock.lock();
        try {
            if (known == 0) {
                findFirst();
            }
            while (known <= group) {
                long from = starts[known - 1];
                long least = known * RecordFile.GROUP_SIZE;
                starts[known] = from >= least ? from : file.find(from, least);
                known++;
            }
            return starts[group];
        } finally {
            lock.unlock();
        }
    }

    private void findFirst() {
        try (RecordBuffer records = file.records()) {
            starts[0] = file.file.textStart() + records.consumed();
            linesBefore = records.lineCount();
            known = 1;
        }
    }

    /** All records of a group have been read. */
    void ended(int group, RecordBuffer records) {
        lock.lock();
        try {
            long end = starts[group] + records.consumed();
            if (group + 1 == known && known < starts.length) {
                starts[known++] = end;
            }
            if (group + 1 < known && starts[group + 1] == end) {
                lines[group] = records.lineCount();
            }
        } finally {
            lock.unlock();
        }
    }

    /** How many lines of the file are before the first record of a group. */
    long linesBefore(int group) {
        of(group);
        lock.lock();
        try {
            long before = linesBefore;
            for (int i = 0; i < group; i++) {
                if (lines[i] == UNKNOWN) {
                    lines[i] = count(i);
                }
                before += lines[i];
            }
            return before;
        } finally {
            lock.unlock();
        }
    }

    private long count(int group) {
        try (RecordBuffer records = file.group(group)) {
            boolean more = true;
            while (more && starts[group] + records.consumed() < starts[group + 1]) {
                try {
                    more = records.next();
                } catch (SqlException _) {
                    more = records.isWhole(); // The reader of the group reports the error.
                }
            }
            return records.lineCount();
        }
    }
}
