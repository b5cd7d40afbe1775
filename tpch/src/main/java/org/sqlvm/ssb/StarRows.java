package org.sqlvm.ssb;

import org.sqlvm.workload.Draws;

import java.time.DayOfWeek;
import java.time.LocalDate;
import java.time.format.TextStyle;
import java.util.ArrayDeque;
import java.util.Iterator;
import java.util.List;
import java.util.Locale;
import java.util.NoSuchElementException;
import java.util.Queue;
import java.util.function.LongFunction;
import java.util.stream.LongStream;

/**
 * The rows of the star-schema benchmark at a scale, always the same: sizes, domains and independent
 * uniform distributions are those of its specification, section 2.
 */
final class StarRows {
    /** A table's rows in the order of their keys. */
    record Table(String name, long count, Iterator<Object[]> rows) {}

    private static final long SEED = 19_920_101;
    private static final LocalDate FIRST_DAY = LocalDate.of(1992, 1, 1);
    private static final LocalDate LAST_DAY = LocalDate.of(1998, 12, 31);

    /** Orders end so that their lines are committed within the dates. */
    private static final int ORDER_DAYS = 2406;

    private static final int MOST_LINES = 7;

    private static final List<String> REGIONS =
            List.of("AFRICA", "AMERICA", "ASIA", "EUROPE", "MIDDLE EAST");

    /** Five of each region. */
    private static final List<List<String>> NATIONS = List.of(
            List.of("ALGERIA", "ETHIOPIA", "KENYA", "MOROCCO", "MOZAMBIQUE"),
            List.of("ARGENTINA", "BRAZIL", "CANADA", "PERU", "UNITED STATES"),
            List.of("CHINA", "INDIA", "INDONESIA", "JAPAN", "VIETNAM"),
            List.of("FRANCE", "GERMANY", "ROMANIA", "RUSSIA", "UNITED KINGDOM"),
            List.of("EGYPT", "IRAN", "IRAQ", "JORDAN", "SAUDI ARABIA"));

    private static final List<String> SEGMENTS =
            List.of("AUTOMOBILE", "BUILDING", "FURNITURE", "HOUSEHOLD", "MACHINERY");
    private static final List<String> COLORS = List.of(
            "almond", "azure", "black", "blue", "coral", "cyan", "frosted", "green", "ivory",
            "khaki", "lime", "maroon", "navy", "olive", "pink", "red", "salmon", "tan", "violet",
            "white");
    private static final List<String> MATERIALS =
            List.of("BRASS", "COPPER", "NICKEL", "STEEL", "TIN");
    private static final List<String> FINISHES =
            List.of("ECONOMY BRUSHED", "LARGE PLATED", "MEDIUM POLISHED", "PROMO BURNISHED");
    private static final List<String> CONTAINERS =
            List.of("JUMBO BOX", "LG CASE", "MED BAG", "SM PACK", "WRAP JAR");
    private static final List<String> PRIORITIES =
            List.of("1-URGENT", "2-HIGH", "3-MEDIUM", "4-NOT SPECIFIED", "5-LOW");
    private static final List<String> MODES =
            List.of("AIR", "FOB", "MAIL", "RAIL", "REG AIR", "SHIP", "TRUCK");

    private final Draws draws = new Draws(SEED);
    private final int customers;
    private final int suppliers;
    private final int parts;
    private final long orders;

    StarRows(double scale) {
        customers = atLeastOne(30_000 * scale);
        suppliers = atLeastOne(2_000 * scale);
        double logarithm = StrictMath.floor(StrictMath.log(scale) / StrictMath.log(2) + 1e-9);
        parts = atLeastOne(200_000 * (scale < 1 ? scale : 1 + logarithm));
        orders = atLeastOne(1_500_000 * scale);
    }

    private static int atLeastOne(double count) {
        return Math.max(1, (int) count);
    }

    /** All tables; each is read to its end before the next. */
    List<Table> tables() {
        long days = LAST_DAY.toEpochDay() - FIRST_DAY.toEpochDay() + 1;
        return List.of(
                new Table("customer", customers, rows(customers, this::customer)),
                new Table("supplier", suppliers, rows(suppliers, this::supplier)),
                new Table("part", parts, rows(parts, this::part)),
                new Table("dates", days, rows(days, StarRows::date)),
                new Table("lineorder", orders * 4, new Lines()));
    }

    /** @param row makes the row of a key, from 1 */
    private static Iterator<Object[]> rows(long count, LongFunction<Object[]> row) {
        return LongStream.rangeClosed(1, count).mapToObj(row).iterator();
    }

    private Object[] customer(long key) {
        int region = draws.below(REGIONS.size());
        String nation = draws.of(NATIONS.get(region));
        return new Object[] {
            key,
            "Customer#%09d".formatted(key),
            address(),
            city(nation),
            nation,
            REGIONS.get(region),
            phone(),
            draws.of(SEGMENTS)
        };
    }

    private Object[] supplier(long key) {
        int region = draws.below(REGIONS.size());
        String nation = draws.of(NATIONS.get(region));
        return new Object[] {
            key,
            "Supplier#%09d".formatted(key),
            address(),
            city(nation),
            nation,
            REGIONS.get(region),
            phone()
        };
    }

    private String address() {
        return Long.toString((long) (draws.uniform() * 0x1p62), 36);
    }

    private String phone() {
        return "%02d-%03d-%03d-%04d"
                .formatted(
                        draws.between(10, 34),
                        draws.between(100, 999),
                        draws.between(100, 999),
                        draws.between(1000, 9999));
    }

    /** Nine characters of the nation, and a digit. */
    private String city(String nation) {
        return "%-9.9s%d".formatted(nation, draws.below(10));
    }

    private Object[] part(long key) {
        String mfgr = "MFGR#" + draws.between(1, 5);
        String category = mfgr + draws.between(1, 5);
        String color = draws.of(COLORS);
        return new Object[] {
            key,
            color + " " + draws.of(COLORS),
            mfgr,
            category,
            category + draws.between(1, 40),
            color,
            draws.of(FINISHES) + " " + draws.of(MATERIALS),
            (long) draws.between(1, 50),
            draws.of(CONTAINERS)
        };
    }

    private static Object[] date(long key) {
        LocalDate day = FIRST_DAY.plusDays(key - 1);
        String month = day.getMonth().getDisplayName(TextStyle.FULL, Locale.ENGLISH);
        DayOfWeek weekday = day.getDayOfWeek();
        return new Object[] {
            number(day),
            weekday.getDisplayName(TextStyle.FULL, Locale.ENGLISH),
            month,
            (long) day.getYear(),
            day.getYear() * 100L + day.getMonthValue(),
            month.substring(0, 3) + day.getYear(),
            weekday.getValue() % 7 + 1L, // The week begins with Sunday.
            (long) day.getDayOfMonth(),
            (long) day.getDayOfYear(),
            (long) day.getMonthValue(),
            (day.getDayOfYear() - 1) / 7 + 1L
        };
    }

    /** 19940131 for a day. */
    private static long number(LocalDate day) {
        return (day.getYear() * 100L + day.getMonthValue()) * 100 + day.getDayOfMonth();
    }

    /** The price of a part in cents, as TPC-H has it. */
    private static long price(long part) {
        return 90_000 + part / 10 % 20_001 + 100 * (part % 1000);
    }

    /** One to seven lines of each order. */
    private final class Lines implements Iterator<Object[]> {
        private final Queue<Object[]> pending = new ArrayDeque<>();
        private long order;

        @Override
        public boolean hasNext() {
            return !pending.isEmpty() || order < orders;
        }

        @Override
        public Object[] next() {
            if (!hasNext()) {
                throw new NoSuchElementException();
            }
            if (pending.isEmpty()) {
                order++;
                addOrder();
            }
            return pending.remove();
        }

        private void addOrder() {
            long customer = draws.between(1, customers);
            LocalDate day = FIRST_DAY.plusDays(draws.below(ORDER_DAYS));
            String priority = draws.of(PRIORITIES);
            int count = draws.between(1, MOST_LINES);
            long total = 0;
            Object[][] lines = new Object[count][];
            for (int i = 0; i < count; i++) {
                long part = draws.between(1, parts);
                long quantity = draws.between(1, 50);
                long discount = draws.between(0, 10);
                long tax = draws.between(0, 8);
                long extended = quantity * price(part);
                long revenue = extended * (100 - discount) / 100;
                total += revenue * (100 + tax) / 100;
                lines[i] = new Object[] {
                    order,
                    i + 1L,
                    customer,
                    part,
                    (long) draws.between(1, suppliers),
                    number(day),
                    priority,
                    0L,
                    quantity,
                    extended,
                    null,
                    discount,
                    revenue,
                    price(part) * 6 / 10,
                    tax,
                    number(day.plusDays(draws.between(30, 90))),
                    draws.of(MODES)
                };
            }
            for (Object[] line : lines) {
                line[10] = total; // lo_ordtotalprice
                pending.add(line);
            }
        }
    }
}
