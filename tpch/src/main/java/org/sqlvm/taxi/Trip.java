package org.sqlvm.taxi;

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
        String pickupName) {}
