package org.sqlvm.parquet;

/** An error in a file, described without the file's name. */
final class ParquetException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    ParquetException(String what) {
        super(what, null, false, false);
    }

    static ParquetException damaged(String what) {
        return new ParquetException("damaged Parquet: " + what);
    }
}
