package org.sqlvm.engine.vector.saved;

/**
 * What the meaning of a database's pages depends on. A saved mirror of a database in another form
 * is of no use.
 *
 * @param usableSize the size of a page without the reserved bytes at its end
 * @param encoding the code of the text encoding
 */
public record MirrorForm(int pageSize, int usableSize, int encoding) {}
