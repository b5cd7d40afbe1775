package org.sqlvm.engine.btree;

/** The integers of the file header that a transaction may read and set: four bytes each. */
public enum Meta {
    FREELIST_COUNT(36),
    SCHEMA_COOKIE(40),
    SCHEMA_FORMAT(44),
    DEFAULT_CACHE_SIZE(48),
    LARGEST_ROOT_PAGE(52),
    TEXT_ENCODING(56),
    USER_VERSION(60),
    INCREMENTAL_VACUUM(64),
    APPLICATION_ID(68);

    /** The field's offset in page 1. */
    final int offset;

    Meta(int offset) {
        this.offset = offset;
    }
}
