package org.sqlvm.engine.vector;

import java.util.Arrays;

/**
 * Finds groups without hashing in a partition whose keys have few different codes: each combination
 * of codes has a place in an array, which holds its group once that is known.
 */
final class KeyPlaces {
    /** The array stays in a core's own cache. */
    private static final long PLACES_MAX = 1 << 14;

    private static final int UNKNOWN = -1;

    private final Chunk[] chunks;
    private final Codes[] codes;

    /** The place of NULL behind the codes of a key. */
    private final int[] nullPlaces;

    private final int[] strides;
    private final int[] groups;
    private final int[] places;

    private KeyPlaces(
            Chunk[] chunks,
            Codes[] codes,
            int[] nullPlaces,
            int[] strides,
            int count,
            int vectorRows) {
        this.chunks = chunks;
        this.codes = codes;
        this.nullPlaces = nullPlaces;
        this.strides = strides;
        this.groups = new int[count];
        this.places = new int[vectorRows];
        Arrays.fill(groups, UNKNOWN);
    }

    /** For the keys' columns in a partition; null if they have too many codes, or none. */
    static KeyPlaces of(Chunk[] chunks, int vectorRows) {
        Codes[] codes = new Codes[chunks.length];
        int[] nullPlaces = new int[chunks.length];
        int[] strides = new int[chunks.length];
        long count = 1;
        for (int i = 0; i < chunks.length; i++) {
            codes[i] = switch (chunks[i]) {
                case Chunk.Longs longs -> longs.codes;
                case Chunk.Scaled scaled -> scaled.codes;
                case Chunk.Dictionary dictionary -> dictionary.codes;
                case null, default -> null;
            };
            if (codes[i] == null || !codes[i].areInts()) {
                return null;
            }
            long domain = codes[i].greatest - codes[i].least + 2;
            if (domain > PLACES_MAX || count * domain > PLACES_MAX) {
                return null;
            }
            nullPlaces[i] = (int) domain - 1;
            strides[i] = (int) count;
            count *= domain;
        }
        return new KeyPlaces(chunks, codes, nullPlaces, strides, (int) count, vectorRows);
    }

    /**
     * The groups of the rows at hand, as {@link GroupKeys#find(Vector[], int, int[])}, which knows
     * them in all partitions.
     */
    boolean find(VectorRegisters registers, int[] keyRegisters, GroupKeys keys, int[] found) {
        int count = registers.count();
        Arrays.fill(places, 0, count, 0);
        for (int key = 0; key < codes.length; key++) {
            int source = registers.source(keyRegisters[key]);
            int from = registers.from(source);
            int[] lanes = registers.lanes(source);
            int base = (int) codes[key].least;
            codes[key].addPlaces(from, lanes, count, base, strides[key], places);
            if (chunks[key].nulls != null) {
                for (int i = 0; i < count; i++) {
                    // A NULL's code is the least.
                    if (Bits.get(chunks[key].nulls, lanes == null ? from + i : from + lanes[i])) {
                        places[i] += nullPlaces[key] * strides[key];
                    }
                }
            }
        }
        boolean known = true;
        for (int i = 0; i < count; i++) {
            found[i] = groups[places[i]];
            known &= found[i] != UNKNOWN;
        }
        return known || findNew(registers.getAll(keyRegisters), count, keys, found);
    }

    private boolean findNew(Vector[] values, int count, GroupKeys keys, int[] found) {
        for (int i = 0; i < count; i++) {
            if (found[i] == UNKNOWN) {
                int group = groups[places[i]];
                if (group == UNKNOWN) {
                    group = keys.find(values, i);
                    if (group < 0) {
                        return false;
                    }
                    groups[places[i]] = group;
                }
                found[i] = group;
            }
        }
        return true;
    }
}
