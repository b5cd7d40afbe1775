package org.sqlvm.parquet;

/** How values are stored, by their numbers in the format. */
enum Physical {
    BOOLEAN(0),
    INT32(Integer.BYTES),
    INT64(Long.BYTES),
    INT96(12),
    FLOAT(Float.BYTES),
    DOUBLE(Double.BYTES),
    BYTE_ARRAY(0),
    FIXED(0);

    /** In PLAIN; 0 if it varies. */
    final int size;

    private static final Physical[] ALL = values();

    Physical(int size) {
        this.size = size;
    }

    static Physical of(int number) {
        if (number < 0 || number >= ALL.length) {
            throw ParquetException.damaged("type " + number);
        }
        return ALL[number];
    }
}
