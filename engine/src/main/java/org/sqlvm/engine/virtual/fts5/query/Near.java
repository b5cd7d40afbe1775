package org.sqlvm.engine.virtual.fts5.query;

import java.util.List;

/** Reduces the positions of phrases to those that are near each other. */
final class Near {
    /** A position that no token has. */
    private static final long END = 1L << 62;

    private final List<Phrase> phrases;
    private final int distance;
    private final PositionList[] lists;
    /** Index of each list's position that is looked at. */
    private final int[] at;
    /** Number of positions that each list keeps; they are moved to its start. */
    private final int[] kept;

    Near(List<Phrase> phrases, int distance) {
        this.phrases = phrases;
        this.distance = distance;
        lists = new PositionList[phrases.size()];
        at = new int[lists.length];
        kept = new int[lists.length];
    }

    private void start() {
        for (int i = 0; i < lists.length; i++) {
            lists[i] = phrases.get(i).positions();
            at[i] = 0;
            kept[i] = 0;
        }
    }

    /** Whether there are positions that are near each other. */
    boolean isAny() {
        start();
        return findMatch();
    }

    /** Removes all positions that are not near one of each other phrase; false if none is left. */
    boolean reduce() {
        start();
        run();
        for (int i = 0; i < lists.length; i++) {
            lists[i].truncate(kept[i]);
            phrases.get(i).updateFound();
        }
        return kept[0] > 0;
    }

    private long position(int list) {
        return at[list] < lists[list].size() ? lists[list].get(at[list]) : END;
    }

    private long following(int list) {
        return at[list] + 1 < lists[list].size() ? lists[list].get(at[list] + 1) : END;
    }

    private void run() {
        while (findMatch()) {
            int least = 0;
            for (int i = 0; i < lists.length; i++) {
                long position = position(i);
                if (kept[i] == 0 || position > lists[i].get(kept[i] - 1)) {
                    lists[i].set(kept[i]++, position);
                }
                if (following(i) < following(least)) {
                    least = i;
                }
            }
            at[least]++;
            if (position(least) == END) {
                return;
            }
        }
    }

    /** Moves on to positions that are near each other; false at the end of a list. */
    private boolean findMatch() {
        long last = position(0);
        boolean all = false;
        while (!all) {
            all = true;
            for (int i = 0; i < lists.length; i++) {
                long least = last - phrases.get(i).terms.size() - distance;
                if (position(i) < least || position(i) > last) {
                    all = false;
                    while (position(i) < least) {
                        at[i]++;
                        if (position(i) == END) {
                            return false;
                        }
                    }
                    last = Math.max(last, position(i));
                }
            }
        }
        return true;
    }
}
