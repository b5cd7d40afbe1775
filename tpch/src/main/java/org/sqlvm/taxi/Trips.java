package org.sqlvm.taxi;

import org.sqlvm.workload.Draws;
import org.sqlvm.workload.Weights;

import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.NoSuchElementException;

/**
 * Synthetic trips, in the order of their ids and always the same: seed and number of rows decide
 * everything.
 */
final class Trips implements Iterator<Trip> {
    private static final long SEED = 20_261_122;

    /** Trips of one kind of cab come in runs of this many. */
    private static final int CAB_RUN = 50_000;

    private static final LocalDate FIRST_DAY = LocalDate.of(2009, 1, 1);
    private static final int YEARS = 7;

    private static final Weights PASSENGERS =
            new Weights(.004, .70, .14, .04, .02, .06, .035, .0004, .0003, .0003);

    /** Codes of neighbourhoods, and the step between the codes of one rank and the next. */
    private static final int PUMA_FIRST = 3701;

    private static final int PUMA_COUNT = 62;
    private static final int PUMA_STEP = 17;

    private static final double ZIPF_EXPONENT = 0.9;
    private static final Weights PUMAS = Weights.zipf(PUMA_COUNT, ZIPF_EXPONENT);

    /** Each with each: 190 names of 14 to 30 letters. */
    private static final List<String> NAME_BEGINNINGS = List.of(
            "Ashford",
            "Beacon",
            "Calder",
            "Dunmore",
            "Eastgate",
            "Fairmont",
            "Granville",
            "Hawthorne",
            "Ironbridge",
            "Juniper",
            "Kingsway",
            "Lakeview",
            "Maplewood",
            "Northfield",
            "Oakhurst",
            "Prospect",
            "Quarry Hill",
            "Riverside",
            "Saint Clement");

    private static final List<String> NAME_ENDINGS = List.of(
            "Heights",
            "Park-Waterside",
            "Gardens",
            "Village South",
            "Terminal Quarter",
            "Terrace",
            "Crossing-Depot",
            "Hill-Old Market",
            "Meadows",
            "University");

    private static final List<String> NAMES = names();
    private static final Weights NAME_WEIGHTS = Weights.zipf(NAMES.size(), ZIPF_EXPONENT);

    private final Draws draws = new Draws(SEED);
    private final long count;
    private final long firstSecond = midnight(FIRST_DAY);
    private final long seconds = midnight(FIRST_DAY.plusYears(YEARS)) - firstSecond;
    private long id;

    Trips(long count) {
        this.count = count;
    }

    @Override
    public boolean hasNext() {
        return id < count;
    }

    @Override
    public Trip next() {
        if (!hasNext()) {
            throw new NoSuchElementException();
        }
        id++;
        String vendor = draws.chance(0.47) ? "CMT" : "VTS";
        long elapsed =
                (long) ((double) seconds / count * (id - 1)) + (long) (draws.uniform() * 3600);
        int passengers = PASSENGERS.draw(draws.uniform());
        double distance = hundredths(StrictMath.exp(0.6 + 0.9 * draws.gaussian()));
        // The mean of what comes on top is 2.
        double amount = 3 + 2.6 * distance - 2 * StrictMath.log(1 - draws.uniform());
        boolean mistyped = draws.chance(1e-5);
        return new Trip(
                id,
                id / CAB_RUN % 20 == 7 ? "green" : "yellow",
                vendor,
                firstSecond + elapsed,
                passengers,
                distance,
                hundredths(mistyped ? 40 * amount : amount),
                draws.chance(0.0004) ? "1" : "0",
                puma(),
                puma(),
                NAMES.get(NAME_WEIGHTS.draw(draws.uniform())));
    }

    /** The trips that are left, with a value for each column. */
    Iterator<Object[]> cells() {
        return new Iterator<>() {
            @Override
            public boolean hasNext() {
                return Trips.this.hasNext();
            }

            @Override
            public Object[] next() {
                return Trips.this.next().cells();
            }
        };
    }

    private static List<String> names() {
        List<String> names = new ArrayList<>();
        for (String ending : NAME_ENDINGS) {
            for (String beginning : NAME_BEGINNINGS) {
                names.add(beginning + " " + ending);
            }
        }
        return List.copyOf(names);
    }

    private static long midnight(LocalDate day) {
        return day.atStartOfDay().toEpochSecond(ZoneOffset.UTC);
    }

    private static double hundredths(double number) {
        return Math.rint(number * 100) / 100;
    }

    private int puma() {
        return PUMA_FIRST + PUMAS.draw(draws.uniform()) * PUMA_STEP % PUMA_COUNT;
    }
}
