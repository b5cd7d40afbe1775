package org.sqlvm.parquet;

/** What is wrong with a file, without its name. */
final class ParquetException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    ParquetException(String what) {
        super(what, null, false, false);
    }

    static ParquetException damaged(String what) {
        return new ParquetException("damaged Parquet: " + what);
    }
}
