package org.sqlvm.jdbc;

import org.junit.jupiter.api.extension.ExtendWith;

/** {@link GettersTest} on databases that servers have. */
@ExtendWith(Served.class)
final class ServedGettersTest extends GettersTest {}
