package org.sqlvm.engine.file;

import org.sqlvm.engine.error.ResultCode;
import org.sqlvm.engine.error.SqlException;

import java.io.IOException;

/**
 * A temporary file of a {@link Workspace}, which knows how many there are. What the system refuses
 * is an error in SQLite's words: SQLITE_FULL when the disk is full, else SQLITE_IOERR.
 */
public final class TemporaryFile implements AutoCloseable {
    private final Workspace owner;
    private final RandomFile file;
    private boolean closed;

    TemporaryFile(Workspace owner, RandomFile file) {
        this.owner = owner;
        this.file = file;
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

    /** The content is gone. Errors do not matter any more. */
    @Override
    public void close() {
        if (!closed) {
            closed = true;
            owner.forget(this);
            try {
                file.close();
            } catch (IOException _) {
                // Nobody needs what is in it.
            }
        }
    }
}
