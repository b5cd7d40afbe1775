package org.sqlvm.engine.file;

import org.sqlvm.engine.error.ResultCode;
import org.sqlvm.engine.error.SqlException;

import java.io.IOException;
import java.lang.ref.Cleaner;
import java.util.Set;

/**
 * A temporary file of a {@link Workspace}, which knows how many there are. What the system refuses
 * is an error in SQLite's words: SQLITE_FULL when the disk is full, else SQLITE_IOERR.
 */
public final class TemporaryFile implements AutoCloseable {
    private static final Cleaner CLEANER = Cleaner.create();

    private final RandomFile file;
    /** A statement that is dropped unfinished takes its files with it. */
    private final Cleaner.Cleanable closing;

    /** @param open the open files of the workspace; this one is in it until it is closed */
    TemporaryFile(Set<RandomFile> open, RandomFile file) {
        this.file = file;
        open.add(file);
        closing = CLEANER.register(this, () -> close(open, file));
    }

    /** Ignores errors, as the content is not needed any more. */
    static void close(Set<RandomFile> open, RandomFile file) {
        if (open.remove(file)) {
            try {
                file.close();
            } catch (IOException | RuntimeException _) {
                // Ignored: see above.
            }
        }
    }

    /** Reads exactly {@code length} bytes, which have been written before. */
    public void read(byte[] target, int offset, int length, long position) {
        try {
            int count = file.read(target, offset, length, position);
            if (count < length) {
                throw new SqlException(ResultCode.IOERR_SHORT_READ, "disk I/O error");
            }
        } catch (IOException e) {
            throw SqlException.io(ResultCode.IOERR_READ, "disk I/O error", e);
        }
    }

    public void write(byte[] source, int offset, int length, long position) {
        try {
            file.write(source, offset, length, position);
        } catch (IOException e) {
            throw FileErrors.writing(e);
        }
    }

    /** Forgets the content. */
    public void clear() {
        try {
            file.truncate(0);
        } catch (IOException e) {
            throw SqlException.io(ResultCode.IOERR_TRUNCATE, "disk I/O error", e);
        }
    }

    /** The content is gone. */
    @Override
    public void close() {
        closing.clean();
    }
}
