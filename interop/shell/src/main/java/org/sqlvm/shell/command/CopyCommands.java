package org.sqlvm.shell.command;

import org.sqlvm.api.Backup;
import org.sqlvm.api.Database;
import org.sqlvm.api.SqlvmException;
import org.sqlvm.shell.session.Shell;
import org.sqlvm.shell.text.CommandWords;

import java.util.List;

/** {@code .backup}, {@code .save} and {@code .restore}: whole databases, page by page. */
final class CopyCommands {
    /** The number of pages that are copied before others may write again. */
    private static final int PAGES = 100;

    private static final int BUSY = 5;
    private static final int LOCKED = 6;
    private static final int WAIT_MS = 100;

    /** So often .restore waits for a busy source. */
    private static final int WAITS = 3;

    private final Shell shell;

    CopyCommands(Shell shell) {
        this.shell = shell;
    }

    private Shell.Outcome failed(String message) {
        shell.report(message);
        return Shell.Outcome.FAILED;
    }

    private Shell.Outcome failed(SqlvmException e) {
        return failed("Error: " + e.getMessage());
    }

    Shell.Outcome backup(List<String> words) {
        shell.failIfSafe("run ." + words.getFirst());
        String schema = null;
        String file = null;
        boolean async = false;
        for (String word : words.subList(1, words.size())) {
            if (word.startsWith("-")) {
                if (!CommandWords.isOption(word, "async")) {
                    return failed(
                            CommandWords.isOption(word, "append")
                                    ? "Error: databases appended to other files are not supported"
                                    : "unknown option: " + word);
                }
                async = true;
            } else if (file == null) {
                file = word;
            } else if (schema == null) {
                schema = file;
                file = word;
            } else {
                return failed("Usage: .backup ?DB? ?OPTIONS? FILENAME");
            }
        }
        if (file == null) {
            return failed("missing FILENAME argument on .backup");
        }
        try (Database target = opened(file)) {
            if (target == null) {
                return failed("Error: cannot open \"" + file + "\"");
            }
            if (async) {
                target.execute("PRAGMA synchronous=OFF; PRAGMA journal_mode=OFF;");
            }
            String from = schema == null ? "main" : schema;
            try (Backup backup = shell.database().backup(from, target, "main")) {
                while (!backup.step(PAGES)) {
                    assert backup.remaining() > 0 : file;
                    show(backup);
                }
            }
            return Shell.Outcome.DONE;
        } catch (SqlvmException e) {
            return failed(e);
        }
    }

    private void show(Backup backup) {
        shell.activity.check();
        int done = backup.pageCount() - backup.remaining();
        shell.activity.done((double) done / Math.max(1, backup.pageCount()));
    }

    private Database opened(String file) {
        try {
            return shell.open(file);
        } catch (SqlvmException e) {
            return null;
        }
    }

    Shell.Outcome restore(List<String> words) {
        shell.failIfSafe("run .restore");
        if (words.size() != 2 && words.size() != 3) {
            return failed("Usage: .restore ?DB? FILE");
        }
        String file = words.getLast();
        String schema = words.size() == 3 ? words.get(1) : "main";
        try (Database source = opened(file)) {
            if (source == null) {
                return failed("Error: cannot open \"" + file + "\"");
            }
            try (Backup backup = source.backup("main", shell.database(), schema)) {
                return copied(backup);
            }
        } catch (SqlvmException e) {
            return failed(e);
        }
    }

    private Shell.Outcome copied(Backup backup) {
        for (int waits = 0; ; ) {
            try {
                if (backup.step(PAGES)) {
                    return Shell.Outcome.DONE;
                }
                show(backup);
            } catch (SqlvmException e) {
                boolean busy = (e.code() & 0xff) == BUSY;
                if (!busy && (e.code() & 0xff) != LOCKED) {
                    throw e;
                }
                if (!busy || waits++ >= WAITS) {
                    return failed("Error: source database is busy");
                }
                pause();
            }
        }
    }

    private static void pause() {
        try {
            Thread.sleep(WAIT_MS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
