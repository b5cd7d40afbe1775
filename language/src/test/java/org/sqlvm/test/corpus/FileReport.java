package org.sqlvm.test.corpus;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** The results of the records of one test file. */
public final class FileReport {
    /**
     * @param line where the record begins
     * @param what how the result differs
     */
    record Failure(Path file, int line, String sql, String what) {
        @Override
        public String toString() {
            return file + ":" + line + ": " + what + "\n    " + sql.replace("\n", "\n    ");
        }
    }

    /** More than these are counted, not kept. */
    private static final int KEPT_MAX = 1000;

    final Path file;
    final List<Failure> failures = new ArrayList<>();

    /** The first thing each unsupported record was missing, in the engine's words. */
    final List<String> missing = new ArrayList<>();

    int passed;
    public int failed;

    /** Left out by {@code skipif} or {@code onlyif}. */
    int skipped;

    /** Records marked as waiting for something. */
    int later;

    /** Records that the engine knows it cannot run yet. */
    int unsupported;

    /** Whether the rows differ from here on for a known reason: a change that is not supported. */
    boolean incomplete;

    /** Records that failed after the file became incomplete. */
    int failedIncomplete;

    FileReport(Path file) {
        this.file = file;
    }

    void pass() {
        passed++;
    }

    void fail(Entry entry, String sql, String what) {
        if (incomplete) {
            failedIncomplete++;
            return;
        }
        failed++;
        if (failures.size() < KEPT_MAX) {
            failures.add(new Failure(file, entry.line(), sql, what));
        }
    }

    /** @param change whether the record would have changed the database */
    void unsupported(String message, boolean change) {
        unsupported++;
        incomplete |= change;
        if (!missing.contains(message) && missing.size() < KEPT_MAX) {
            missing.add(message);
        }
    }

    /** Whether the engine has everything that the file needs. */
    boolean isSupported() {
        return unsupported == 0;
    }

    String summary() {
        StringBuilder text = new StringBuilder();
        text.append(failed == 0 && isSupported() ? "passed" : failed == 0 ? "partly" : "FAILED");
        text.append(
                String.format("  %,d passed, %,d failed, %,d skipped", passed, failed, skipped));
        if (later > 0) {
            text.append(String.format(", %,d later", later));
        }
        if (unsupported > 0) {
            text.append(String.format(
                    ", %,d not supported, %,d wrong after those", unsupported, failedIncomplete));
        }
        return text.toString();
    }
}
