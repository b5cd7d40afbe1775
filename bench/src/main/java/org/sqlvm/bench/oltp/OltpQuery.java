package org.sqlvm.bench.oltp;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.SplittableRandom;

/** A query over TPC-H's tables with two parameters: the ends of a range of keys. */
enum OltpQuery {
    CUSTOMERS("customers with orders, items, parts and suppliers", 150_000),
    PRICES("sums of the items of some parts", 200_000),
    QUANTITIES("fewer sums of the same", 200_000);

    private static final long SEED = 42;

    final String title;

    /** The number of keys, at scale factor 1. */
    private final int keys;

    OltpQuery(String title, int keys) {
        this.title = title;
        this.keys = keys;
    }

    /** The text, with parameters. */
    String sql() {
        String name = (ordinal() + 1) + ".sql";
        try (InputStream text = OltpQuery.class.getResourceAsStream(name)) {
            return new String(text.readAllBytes(), StandardCharsets.UTF_8).strip();
        } catch (IOException e) {
            throw new UncheckedIOException(name, e);
        }
    }

    /** Where the range of each run begins: the same for all engines. */
    int[] begins(int runs, int width, double scale) {
        int most = Math.max(1, (int) (keys * scale) - width);
        return new SplittableRandom(SEED).ints(runs, 1, most + 1).toArray();
    }
}
