package org.sqlvm.jdbc;

import org.junit.jupiter.api.extension.ExtendWith;

/** {@link DatabaseMetaDataTest} on databases that servers have. */
@ExtendWith(Served.class)
final class ServedDatabaseMetaDataTest extends DatabaseMetaDataTest {}
