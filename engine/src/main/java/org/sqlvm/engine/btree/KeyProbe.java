package org.sqlvm.engine.btree;

/** The wanted key of a search in an index b-tree. */
@FunctionalInterface
public interface KeyProbe {
    /**
     * Compares a stored record with the wanted key.
     *
     * @param payload holds the whole record; not kept
     * @param offset the record's offset in the payload
     * @param length the record's length in bytes
     * @return negative if the record is less than the wanted key, positive if it is greater
     */
    int compare(byte[] payload, int offset, int length);

    /**
     * Returns the common prefix of the keys of two stored records if all keys between them in the
     * tree's order have it, too; null if there is none.
     */
    default byte[] common(
            byte[] first, int offset, int length, byte[] last, int lastOffset, int lastLength) {
        return null;
    }

    /**
     * Returns a number for the beginning of a stored record's key: of two records of the tree the
     * one with the smaller number is smaller; equal numbers decide nothing. It does not depend on
     * the wanted key, so it can be kept for other searches in the same tree.
     *
     * @param skip the number of the key's bytes to leave out, since all records that are compared
     *     by their numbers have the same: the length of {@link #common}, or 0
     */
    default long prefix(byte[] payload, int offset, int length, int skip) {
        return 0;
    }

    /**
     * Returns that number for the wanted key, to be compared with the numbers of records that begin
     * with {@code common}; null stands for an empty prefix.
     */
    default long prefix(byte[] common) {
        return 0;
    }
}
