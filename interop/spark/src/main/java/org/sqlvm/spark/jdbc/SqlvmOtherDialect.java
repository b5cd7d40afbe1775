package org.sqlvm.spark.jdbc;

/**
 * The dialect of {@code jdbc:sqlvm:} URLs whose texts may be in UTF-16: of such files, and of
 * servers, of which a URL does not tell.
 */
public final class SqlvmOtherDialect extends SqlvmDialect {
    private static final long serialVersionUID = 1L;

    /** Makes the dialect. */
    public SqlvmOtherDialect() {
        super(false);
    }
}
