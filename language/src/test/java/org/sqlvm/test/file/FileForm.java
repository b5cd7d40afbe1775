package org.sqlvm.test.file;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/**
 * A form of a database file.
 *
 * @param autoVacuum 0 none, 1 full, 2 incremental
 */
public record FileForm(int pageSize, String encoding, int autoVacuum, String journalMode) {
    static final int AUTO_VACUUMS = 3;

    private static final int[] PAGE_SIZES = {512, 1024, 4096, 16_384, 65_536};
    private static final String[] ENCODINGS = {"UTF-8", "UTF-16le", "UTF-16be"};
    private static final String[] JOURNAL_MODES = {"DELETE", "WAL", "TRUNCATE", "PERSIST", "MEMORY"
    };

    /** All page sizes, encodings and kinds of auto_vacuum, twice; journal modes take turns. */
    static List<FileForm> all() {
        List<FileForm> all = new ArrayList<>();
        for (int round = 0; round < 2; round++) {
            for (int pageSize : PAGE_SIZES) {
                for (String encoding : ENCODINGS) {
                    for (int autoVacuum = 0; autoVacuum < AUTO_VACUUMS; autoVacuum++) {
                        int number = all.size() + round;
                        String mode = JOURNAL_MODES[number % JOURNAL_MODES.length];
                        all.add(new FileForm(pageSize, encoding, autoVacuum, mode));
                    }
                }
            }
        }
        return List.copyOf(all);
    }

    /** Returns one of all forms; neighbours differ in all that a form is. */
    static FileForm of(int number) {
        List<FileForm> all = all();
        return all.get(number * 41 % all.size());
    }

    /** Returns one of the page sizes. */
    static int pageSize(Random random) {
        return PAGE_SIZES[random.nextInt(PAGE_SIZES.length)];
    }

    @Override
    public String toString() {
        return pageSize + " bytes, " + encoding + ", auto_vacuum " + autoVacuum + ", journal_mode "
                + journalMode;
    }

    /** Returns the first statements of every connection. */
    List<String> settings() {
        return List.of("PRAGMA journal_mode = " + journalMode, "PRAGMA synchronous = OFF");
    }

    /** Returns the statements of the first connection before it writes. */
    List<String> creation() {
        return List.of(
                "PRAGMA page_size = " + pageSize,
                "PRAGMA encoding = '" + encoding + "'",
                "PRAGMA auto_vacuum = " + autoVacuum);
    }
}
