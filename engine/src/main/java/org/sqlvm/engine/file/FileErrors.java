package org.sqlvm.engine.file;

import org.sqlvm.engine.error.ResultCode;
import org.sqlvm.engine.error.SqlException;

import java.io.IOException;
import java.util.Locale;

/** Errors of the operating system, in SQLite's words and with its extended codes. */
public final class FileErrors {
    private FileErrors() {}

    /** An error of the kind {@code code}, which a full disk is not. */
    public static SqlException of(int code, IOException e) {
        return isFull(e)
                ? SqlException.io(ResultCode.FULL, "database or disk is full", e)
                : SqlException.io(code, "disk I/O error", e);
    }

    public static SqlException writing(IOException e) {
        return of(ResultCode.IOERR_WRITE, e);
    }

    /** Java reports a full disk by the system's words alone. */
    private static boolean isFull(IOException e) {
        String words = String.valueOf(e.getMessage()).toLowerCase(Locale.ROOT);
        return words.contains("no space left")
                || words.contains("not enough space")
                || words.contains("quota exceeded");
    }
}
