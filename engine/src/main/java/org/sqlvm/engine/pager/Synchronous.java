package org.sqlvm.engine.pager;

/**
 * When writes have to be on the disk (sqlite.org/pragma.html#pragma_synchronous). The order of the
 * constants is that of their numbers, 0 to 3.
 */
public enum Synchronous {
    /** Never: a loss of power may tear the database. */
    OFF,
    /** The journal once, and the database: as safe as FULL on disks that write sectors whole. */
    NORMAL,
    /** The journal before and after its header, and the database. */
    FULL,
    /** As FULL, and the folder when the journal has been deleted. */
    EXTRA
}
