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
}
