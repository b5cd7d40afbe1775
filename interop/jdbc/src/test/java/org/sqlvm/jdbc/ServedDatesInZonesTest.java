package org.sqlvm.jdbc;

import org.junit.jupiter.api.extension.ExtendWith;

/** {@link DatesInZonesTest} on databases that servers have. */
@ExtendWith(Served.class)
final class ServedDatesInZonesTest extends DatesInZonesTest {}
