package org.sqlvm.engine.file;

/**
 * What a file is known by to be the same as before.
 *
 * @param modifiedMs when it was last written, in milliseconds since 1970
 */
public record FileStamp(long size, long modifiedMs) {}
