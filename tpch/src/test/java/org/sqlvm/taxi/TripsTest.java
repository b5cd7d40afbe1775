package org.sqlvm.taxi;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.function.ToDoubleFunction;
import java.util.stream.Collectors;

/** The trips are as the workload describes them. */
class TripsTest {
    private static final int COUNT = 400_000;
    private static final List<Trip> TRIPS = trips(COUNT);

    @Test
    void tripsAreAlwaysTheSame() {
        assertEquals(trips(1000), trips(1000));
    }

    @Test
    void cabsComeInRuns() {
        assertEquals("yellow", TRIPS.getFirst().cabType());
        assertEquals(
                350_000,
                TRIPS.stream()
                        .filter(trip -> trip.cabType().equals("green"))
                        .mapToLong(Trip::id)
                        .min()
                        .orElseThrow());
        assertEquals(50_000, count(trip -> trip.cabType().equals("green")));
    }

    @Test
    void timesAscendThroughSevenYears() {
        long previous = 0;
        for (Trip trip : TRIPS) {
            assertTrue(trip.pickupSecond() >= previous - 3600, trip::toString);
            previous = trip.pickupSecond();
        }
        // 2009-01-01 and an hour behind 2016-01-01.
        long first = 1_230_768_000;
        long last = 1_451_606_400 + 3600;
        assertTrue(TRIPS.getFirst().pickupSecond() >= first);
        assertTrue(TRIPS.getFirst().pickupSecond() < first + 3600);
        assertTrue(TRIPS.getLast().pickupSecond() < last);
        assertTrue(TRIPS.getLast().pickupSecond() > last - 7200);
    }

    @Test
    void sharesAreThoseOfTheWeights() {
        assertShare(0.47, trip -> trip.vendorId().equals("CMT"));
        assertShare(0.53, trip -> trip.vendorId().equals("VTS"));
        assertShare(0.0004, trip -> trip.storeAndForwardFlag().equals("1"));
        double[] passengers = {.004, .70, .14, .04, .02, .06, .035, .0004, .0003, .0003};
        for (int i = 0; i < passengers.length; i++) {
            int number = i;
            assertShare(passengers[i], trip -> trip.passengerCount() == number);
        }
    }

    @Test
    void amountsFollowDistances() {
        double mean = mean(trip -> Math.log(Math.max(trip.distance(), 0.01)));
        assertEquals(0.6, mean, 0.01);
        assertEquals(0.81, mean(trip -> square(Math.log(trip.distance()) - mean)), 0.01);
        double surplus = mean(trip -> trip.totalAmount() > 1000
                ? 0
                : Math.min(100, trip.totalAmount() - 3 - 2.6 * trip.distance()));
        assertEquals(2, surplus, 0.02);
        assertTrue(count(trip -> trip.totalAmount() > 20 * (3 + 2.6 * trip.distance())) > 0);
        for (Trip trip : TRIPS) {
            assertEquals(trip.distance(), Math.rint(trip.distance() * 100) / 100);
            assertEquals(trip.totalAmount(), Math.rint(trip.totalAmount() * 100) / 100);
        }
    }

    @Test
    void placesAreSkewed() {
        Map<String, Long> names = counts(Trip::pickupName);
        assertEquals(190, names.size());
        for (String name : names.keySet()) {
            assertTrue(name.length() >= 14 && name.length() <= 30, name);
        }
        assertZipf(names);
        for (Function<Trip, Integer> code :
                List.<Function<Trip, Integer>>of(Trip::pickupPuma, Trip::dropoffPuma)) {
            Map<Integer, Long> codes = counts(code);
            assertEquals(62, codes.size());
            assertZipf(codes);
        }
    }

    /** The most frequent is 2 to the power of 0.9 times as frequent as the next one. */
    private static void assertZipf(Map<?, Long> counts) {
        List<Long> sorted = counts.values().stream().sorted().toList().reversed();
        assertEquals(Math.pow(2, 0.9), (double) sorted.get(0) / sorted.get(1), 0.05);
        assertEquals(Math.pow(10, 0.9), (double) sorted.get(0) / sorted.get(9), 0.4);
    }

    /** Within five standard deviations. */
    private static void assertShare(double share, Predicate<Trip> trips) {
        double deviation = Math.sqrt(share * (1 - share) / COUNT);
        assertEquals(share, (double) count(trips) / COUNT, 5 * deviation);
    }

    private static long count(Predicate<Trip> trips) {
        return TRIPS.stream().filter(trips).count();
    }

    private static double mean(ToDoubleFunction<Trip> value) {
        return TRIPS.stream().mapToDouble(value).average().orElseThrow();
    }

    private static double square(double number) {
        return number * number;
    }

    private static <T> Map<T, Long> counts(Function<Trip, T> value) {
        return TRIPS.stream().collect(Collectors.groupingBy(value, Collectors.counting()));
    }

    private static List<Trip> trips(int count) {
        List<Trip> trips = new ArrayList<>();
        new Trips(count).forEachRemaining(trips::add);
        return trips;
    }
}
