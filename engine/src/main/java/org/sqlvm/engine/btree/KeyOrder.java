package org.sqlvm.engine.btree;

/**
 * The order of an index b-tree. A cursor needs it to find its entry again after another cursor, or
 * its own delete, has changed the tree.
 */
@FunctionalInterface
public interface KeyOrder {
    /**
     * A probe for the entry {@code record[0 .. length)}: all fields count, so that only this entry
     * compares equal.
     */
    KeyProbe probe(byte[] record, int length);
}
