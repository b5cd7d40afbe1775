package org.sqlvm.jdbc;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.extension.ExtendWith;

/** {@link DatesInZonesTest} on databases that servers have. */
@ExtendWith(Served.class)
@Tag("full")
final class ServedDatesInZonesTest extends DatesInZonesTest {}
