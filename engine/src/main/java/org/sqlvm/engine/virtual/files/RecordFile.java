package org.sqlvm.engine.virtual.files;

import org.sqlvm.api.files.FileContent;
import org.sqlvm.api.files.FileLayout;
import org.sqlvm.api.files.FileScan;

import java.io.InputStream;

/**
 * A file of records. If its bytes are text as they are, it has a group for every four million of
 * them: the records that begin there.
 */
abstract class RecordFile implements FileContent {
    /** The bytes of a group. Fewer cost more threads' turns, more leave threads without work. */
    static final long GROUP_SIZE = 4 << 20;

    final FileInput file;
    final FileLayout layout;
    /** Null if it is read as a whole. */
    private final RecordStarts starts;

    RecordFile(FileInput file, FileLayout layout) {
        this.file = file;
        this.layout = layout;
        long size = file.stamp().size();
        boolean split = size > GROUP_SIZE && file.textStart() >= 0 && canBeSplit();
        starts = split ? new RecordStarts(this, size) : null;
    }

    /** Whether a record's begin can be found without all that is before it being read. */
    abstract boolean canBeSplit();

    /** The records of all of the file, of which those have been read that are not rows. */
    abstract RecordBuffer records();

    /** The records of an input that begins with one. */
    abstract RecordBuffer records(InputStream input);

    abstract RowReader rows(RecordBuffer records);

    /**
     * Finds a record without reading those before it.
     *
     * @param from where a record begins, as a byte of the file
     * @param least the byte that the record begins at, or the first behind it that one begins at
     * @return the file's end if there is none
     */
    abstract long find(long from, long least);

    /** The records of one of the groups into which it is split. */
    final RecordBuffer group(int group) {
        long start = starts.of(group);
        long limit = group + 1 == starts.count() ? Long.MAX_VALUE : (group + 1) * GROUP_SIZE;
        RecordBuffer records = records(file.bytes(start));
        records.restrict(limit - start, () -> starts.linesBefore(group));
        return records;
    }

    @Override
    public final int groupCount() {
        return starts == null ? 1 : starts.count();
    }

    @Override
    public final ColumnReader open(int group, FileScan scan) {
        RecordBuffer records = starts == null ? records() : group(group);
        ColumnReader reader = null;
        try {
            reader = new RecordReader(
                    records, rows(records), layout.columns(), scan, () -> ended(group, records));
            return reader;
        } finally {
            if (reader == null) {
                records.close();
            }
        }
    }

    private void ended(int group, RecordBuffer records) {
        if (starts != null) {
            starts.ended(group, records);
        }
    }
}
