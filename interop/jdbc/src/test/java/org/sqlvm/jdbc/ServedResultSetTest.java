package org.sqlvm.jdbc;

import org.junit.jupiter.api.extension.ExtendWith;

/** {@link ResultSetTest} on databases that servers have. */
@ExtendWith(Served.class)
final class ServedResultSetTest extends ResultSetTest {}
