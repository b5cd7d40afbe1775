package org.sqlvm.engine.btree;

/**
 * The key an index cursor looks for. The b-tree knows nothing of records; it asks the probe where a
 * stored entry lies.
 */
public interface KeyProbe {
    /**
     * Compares a stored entry with the wanted key.
     *
     * @param payload the entry's whole payload is {@code payload[offset .. offset + length)}
     * @return negative if the stored entry is less than the wanted key, positive if it is greater
     */
    int compare(byte[] payload, int offset, int length);
}
