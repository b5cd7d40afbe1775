package org.sqlvm.bench.mixed;

import java.sql.SQLException;

/** The work that a part of the suite does again and again. */
interface Work extends AutoCloseable {
    /** Does the work with this number, and gives a figure made of what it has read. */
    long run(int number) throws SQLException;

    /** Ends what {@link #run} has begun and not waited for; called before times are taken. */
    @Override
    default void close() throws SQLException {}
}
