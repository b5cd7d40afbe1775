package org.sqlvm.jdbc;

import org.junit.jupiter.api.extension.ExtendWith;

/** {@link ScrollableResultSetTest} on databases that servers have. */
@ExtendWith(Served.class)
final class ServedScrollableResultSetTest extends ScrollableResultSetTest {}
