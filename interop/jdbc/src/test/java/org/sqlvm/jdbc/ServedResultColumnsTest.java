package org.sqlvm.jdbc;

import org.junit.jupiter.api.extension.ExtendWith;

/** {@link ResultColumnsTest} on databases that servers have. */
@ExtendWith(Served.class)
final class ServedResultColumnsTest extends ResultColumnsTest {}
