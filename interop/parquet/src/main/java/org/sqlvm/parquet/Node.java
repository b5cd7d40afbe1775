package org.sqlvm.parquet;

import java.util.ArrayList;
import java.util.List;

/** An element of a schema: a column, or a group of them. */
final class Node {
    /** The meaning of a value. */
    enum Meaning {
        PLAIN,
        TEXT,
        BYTES,
        DECIMAL,
        DATE,
        TIME,
        TIMESTAMP,
        UNSIGNED,
        UUID,
        FLOAT16,
        LIST,
        MAP
    }

    static final int REQUIRED = 0;
    static final int REPEATED = 2;

    String name = "";
    int repetition = REQUIRED;

    /** Null of a group. */
    Physical physical;

    /** The size of a FIXED value. */
    int size;

    Meaning meaning = Meaning.PLAIN;
    int scale;
    int precision;

    /** The number of a time's units in a second. */
    long unitsPerSecond;

    int childCount;
    final List<Node> children = new ArrayList<>();

    /** The levels of a value that is not NULL. */
    int definition;

    int repetitions;

    /** The number of the column that it is; of a group, of its first. */
    int column;

    /** The columns behind {@link #column} that belong to it, with that. */
    int columnCount;

    boolean isColumn() {
        return physical != null;
    }

    /** Whether it is a column with one value or NULL in each row. */
    boolean isFlat() {
        return isColumn() && repetitions == 0 && definition <= 1;
    }
}
