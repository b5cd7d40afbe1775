package org.sqlvm.engine.file;

/** The access that a file is opened for. */
public enum OpenMode {
    READ_ONLY,
    /** Reading and writing, or reading alone where the system does not allow writing. */
    READ_WRITE,
    /** As READ_WRITE; makes the file if there is none. */
    READ_WRITE_CREATE
}
