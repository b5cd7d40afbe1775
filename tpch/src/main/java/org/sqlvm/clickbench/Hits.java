package org.sqlvm.clickbench;

import org.sqlvm.workload.Draws;
import org.sqlvm.workload.Weights;

import java.time.LocalDate;
import java.time.LocalDateTime;
import java.util.Iterator;
import java.util.List;
import java.util.NoSuchElementException;

/**
 * Synthetic page views of one month, always the same. Frequent values are as frequent, and numbers
 * of different values about as large in proportion, as in the table of ClickBench: 18 % of its rows
 * have different users, 6 % different phrases, 13 % of the rows have a phrase.
 */
final class Hits implements Iterator<Object[]> {
    private static final long SEED = 20_130_701;
    private static final LocalDate FIRST_DAY = LocalDate.of(2013, 7, 1);
    private static final int DAYS = 31;
    private static final int DAY_SECONDS = 24 * 60 * 60;

    private static final Weights REGIONS = Weights.zipf(9_000, 1.1);
    private static final Weights COUNTERS = Weights.zipf(6_500, 1.2);
    private static final Weights SITES = Weights.zipf(4_000, 1.0);
    private static final Weights MODELS = Weights.zipf(160, 1.0);
    private static final Weights ENGINES = Weights.zipf(30, 1.6);
    private static final Weights CAMPAIGNS = Weights.zipf(18, 1.2);
    private static final List<Long> WIDTHS =
            List.of(1024L, 1280L, 1366L, 1368L, 1440L, 1600L, 1638L, 1750L, 1917L, 1920L);
    private static final List<String> WORDS = List.of(
            "weather",
            "buy",
            "used",
            "cars",
            "train",
            "tickets",
            "recipes",
            "films",
            "online",
            "free",
            "music",
            "games",
            "news",
            "football",
            "hotel",
            "cheap",
            "flights",
            "map",
            "jobs",
            "flats",
            "phone",
            "google",
            "translate",
            "photos",
            "shoes",
            "winter");

    private final Draws draws = new Draws(SEED);
    private final long count;
    private final int users;
    private final int phrases;
    private long id;

    Hits(long count) {
        this.count = count;
        users = (int) Math.max(10, count * 18 / 100);
        phrases = (int) Math.max(10, count * 6 / 100);
    }

    @Override
    public boolean hasNext() {
        return id < count;
    }

    @Override
    public Object[] next() {
        if (!hasNext()) {
            throw new NoSuchElementException();
        }
        id++;
        LocalDateTime time =
                FIRST_DAY.atStartOfDay().plusSeconds((long) (draws.uniform() * DAYS * DAY_SECONDS));
        boolean searches = draws.chance(0.13);
        boolean mobile = draws.chance(0.08);
        String url = url();
        return new Object[] {
            id,
            words(draws.below(1 << 20), 5),
            time,
            time.toLocalDate(),
            COUNTERS.draw(draws.uniform()) + 1L,
            address(),
            REGIONS.draw(draws.uniform()) + 1L,
            user(),
            url,
            draws.chance(0.2) ? "" : url(),
            draws.chance(0.12) ? 1L : 0L,
            draws.chance(0.04) ? 1L : 0L,
            draws.of(WIDTHS),
            mobile ? "Model " + MODELS.draw(draws.uniform()) : "",
            searches ? ENGINES.draw(draws.uniform()) + 1L : 0L,
            searches ? words(skewed(phrases), 6) : "",
            draws.chance(0.007) ? CAMPAIGNS.draw(draws.uniform()) + 1L : 0L
        };
    }

    /** A number below a bound; small ones are likelier. */
    private int skewed(int bound) {
        double uniform = draws.uniform();
        return (int) (uniform * uniform * uniform * bound);
    }

    private long user() {
        return mixed(skewed(users) + 1L);
    }

    private long address() {
        return (int) mixed(skewed(users) + (1L << 40));
    }

    /** A number of 63 bits that another decides. */
    private static long mixed(long number) {
        long bits = number * 0x9E37_79B9_7F4A_7C15L;
        bits = (bits ^ bits >>> 32) * 0xD6E8_FEB8_6659_FD93L;
        return (bits ^ bits >>> 32) >>> 1;
    }

    private String url() {
        int site = SITES.draw(draws.uniform());
        String begin = site == 1_500 ? "http://google." : "http://site" + site + ".";
        return begin + "example/" + WORDS.get(site % WORDS.size()) + "/" + skewed(5_000);
    }

    /** Words that a number decides. */
    private static String words(int number, int most) {
        StringBuilder text = new StringBuilder();
        int rest = number;
        for (int i = 0; i < most && (i == 0 || rest > 0); i++) {
            text.append(i == 0 ? "" : " ").append(WORDS.get(rest % WORDS.size()));
            rest /= WORDS.size();
        }
        return text.toString();
    }
}
