package org.sqlvm.taxi;

import java.time.LocalDateTime;
import java.time.ZoneOffset;

/**
 * One row of the table.
 *
 * @param pickupSecond since 1970, with every day as long as the others
 */
record Trip(
        long id,
        String cabType,
        String vendorId,
        long pickupSecond,
        int passengerCount,
        double distance,
        double totalAmount,
        String storeAndForwardFlag,
        int pickupPuma,
        int dropoffPuma,
        String pickupName) {
    /** A value for each column of the table. */
    Object[] cells() {
        return new Object[] {
            id,
            cabType,
            vendorId,
            LocalDateTime.ofEpochSecond(pickupSecond, 0, ZoneOffset.UTC),
            (long) passengerCount,
            distance,
            totalAmount,
            storeAndForwardFlag,
            (long) pickupPuma,
            (long) dropoffPuma,
            pickupName
        };
    }
}
