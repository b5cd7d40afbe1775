package org.sqlvm.jdbc;

import org.junit.jupiter.api.extension.ExtendWith;

/** {@link EscapesTest} on databases that servers have. */
@ExtendWith(Served.class)
final class ServedEscapesTest extends EscapesTest {}
