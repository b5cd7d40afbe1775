package org.sqlvm.arrow.files;

import java.util.ArrayList;
import java.util.List;

/**
 * The values that dictionary codes refer to: those of one batch, and of batches that have added to
 * it.
 */
final class FileDictionary {
    private final List<FileArray> arrays = new ArrayList<>();

    void add(FileArray array) {
        arrays.add(array);
    }

    /** The array that has a value. */
    FileArray array(long code) {
        return arrays.get((int) (find(code) >>> Integer.SIZE));
    }

    /** Where it is in that. */
    int place(long code) {
        return (int) find(code);
    }

    /** Returns the number of the array, and the index in it in the lower half. */
    private long find(long code) {
        long rest = code;
        for (int i = 0; i < arrays.size() && rest >= 0; i++) {
            int length = arrays.get(i).length;
            if (rest < length) {
                return (long) i << Integer.SIZE | rest;
            }
            rest -= length;
        }
        throw new DamagedException("damaged Arrow: value " + code + " of a dictionary");
    }
}
