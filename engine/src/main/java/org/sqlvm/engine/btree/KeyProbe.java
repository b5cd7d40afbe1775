package org.sqlvm.engine.btree;

/** The wanted key of a search in an index b-tree. */
@FunctionalInterface
public interface KeyProbe {
    /**
     * Compares a stored record with the wanted key.
     *
     * @param payload holds the whole record; not kept
     * @param offset where the record begins
     * @param length of the record in bytes
     * @return negative if the record is less than the wanted key, positive if it is greater
     */
    int compare(byte[] payload, int offset, int length);

    /**
     * A number for a stored record that stands for the beginning of its key: of two records of the
     * tree the one with the lesser number is less; equal numbers say nothing. It does not depend on
     * what is wanted, so that it can be kept for other searches in the same tree.
     */
    default long prefix(byte[] payload, int offset, int length) {
        return 0;
    }

    /** The same number for the wanted key. */
    default long prefix() {
        return 0;
    }
}
