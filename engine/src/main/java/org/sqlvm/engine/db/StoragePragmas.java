package org.sqlvm.engine.db;

import org.sqlvm.engine.btree.Btree;
import org.sqlvm.engine.data.Casts;
import org.sqlvm.engine.data.Text;
import org.sqlvm.engine.data.TextEncoding;
import org.sqlvm.engine.error.ResultCode;
import org.sqlvm.engine.error.SqlException;
import org.sqlvm.engine.pager.AutoVacuum;
import org.sqlvm.engine.pager.Checkpoint;
import org.sqlvm.engine.pager.CheckpointMode;
import org.sqlvm.engine.pager.JournalMode;
import org.sqlvm.engine.pager.PagerSettings;
import org.sqlvm.engine.pager.Synchronous;
import org.sqlvm.engine.virtual.pragma.PragmaNumber;

import java.nio.ByteOrder;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** The PRAGMAs about how a database is stored, as they are asked and set when a statement runs. */
final class StoragePragmas {
    private static final long KIB = 1024;

    /** Settings that have no effect here, but return the value that was set. */
    private static final List<String> FLAGS = List.of(
            "automatic_index",
            "cell_size_check",
            "checkpoint_fullfsync",
            "empty_result_callbacks",
            "fullfsync",
            "read_uncommitted",
            "reverse_unordered_selects");

    /** The settings that are on by default. */
    private static final List<String> ON = List.of("automatic_index");

    /** Numbers that change nothing here: memory is Java's, and a statement has one thread. */
    private static final List<String> NUMBERS =
            List.of("hard_heap_limit", "soft_heap_limit", "threads");

    private static final long THREADS_MAX = 8;

    /** Pages have numbers of 32 bits, and the last one is none. */
    private static final long PAGES_MAX = 0xffff_fffeL;

    private final Btree btree;
    private final PagerSettings settings;
    private final Transaction transaction;
    private final VacuumForm vacuumForm;
    private final Map<String, Long> flags = new HashMap<>();

    /** In milliseconds. */
    private long busyTimeout;

    /** As it was set: pages, or negative KiB. */
    private long cacheSize;

    private long spillSize = 1;

    /** The setting as it was written: the same bytes are overwritten either way. */
    private boolean secureDeleteIsFast;

    StoragePragmas(Btree btree, Transaction transaction, VacuumForm vacuumForm, long busyTimeout) {
        this.btree = btree;
        this.transaction = transaction;
        this.vacuumForm = vacuumForm;
        this.busyTimeout = busyTimeout;
        settings = btree.storage().settings();
        cacheSize = -settings.cacheBytes() / KIB;
        FLAGS.forEach(name -> flags.put(name, ON.contains(name) ? 1L : 0L));
        NUMBERS.forEach(name -> flags.put(name, 0L));
    }

    /** Returns how long to wait for a lock, in milliseconds. */
    long busyTimeoutMs() {
        return busyTimeout;
    }

    /** As in a register; null for a PRAGMA of another kind. */
    Object value(String pragma) {
        return switch (pragma) {
            case "auto_vacuum" -> (long) autoVacuum().ordinal();
            case "busy_timeout" -> busyTimeout;
            case "cache_size" -> cacheSize;
            case "cache_spill" -> spillSize;
            case "journal_mode" -> Text.of(journalMode().pragmaName());
            case "journal_size_limit" -> settings.journalSizeLimit();
            case "locking_mode" -> Text.of(settings.isExclusiveLocking() ? "exclusive" : "normal");
            case "max_page_count" -> settings.pageCountMax();
            case "secure_delete" -> !settings.isSecureDelete() ? 0L : secureDeleteIsFast ? 2L : 1L;
            case "synchronous" -> (long) settings.synchronous().ordinal();
            case "wal_autocheckpoint" -> (long) settings.walAutoCheckpoint();
            default -> flags.get(pragma);
        };
    }

    /** Sets a value if possible; as in SQLite, it is no error if not. */
    void set(String pragma, String argument) {
        switch (pragma) {
            case "auto_vacuum" -> {
                vacuumForm.setAutoVacuum(vacuum(argument));
                reading(() -> btree.header().setAutoVacuum(vacuum(argument)));
            }
            case "busy_timeout" -> {
                Integer timeout = PragmaNumber.leadingOrNull(argument);
                busyTimeout = timeout == null ? busyTimeout : Math.max(0, timeout);
                btree.storage().setBusyTimeoutMs(busyTimeout);
            }
            case "cache_size" -> reading(() -> setCacheSize(PragmaNumber.leading(argument)));
            case "cache_spill" -> setCacheSpill(argument);
            case "encoding" -> reading(() -> setEncoding(argument));
            case "incremental_vacuum" -> {
                long count = PragmaNumber.leading(argument);
                btree.vacuum(count > 0 ? count : Long.MAX_VALUE);
            }
            case "journal_mode" -> setJournalMode(argument);
            case "journal_size_limit" -> settings.setJournalSizeLimit(sizeLimit(argument));
            case "locking_mode" -> setLockingMode(argument);
            case "max_page_count" ->
                reading(() -> btree.storage().setPageCountMax(pageCount(argument)));
            case "page_size" -> {
                vacuumForm.setPageSize(PragmaNumber.leading(argument));
                settings.setNewPageSize(PragmaNumber.leading(argument));
            }
            case "secure_delete" -> setSecureDelete(argument);
            case "synchronous" -> setSynchronous(argument);
            case "hard_heap_limit", "soft_heap_limit", "threads" -> setNumber(pragma, argument);
            case "wal_autocheckpoint" ->
                settings.setWalAutoCheckpoint(PragmaNumber.leading(argument));
            default -> {
                assert FLAGS.contains(pragma) : pragma;
                flags.put(pragma, PragmaNumber.isOn(argument) ? 1L : 0L);
            }
        }
    }

    private void setNumber(String pragma, String argument) {
        Long number = PragmaNumber.whole(argument);
        if (number != null && number >= 0) {
            flags.put(pragma, pragma.equals("threads") ? Math.min(number, THREADS_MAX) : number);
        }
    }

    private void setCacheSize(long size) {
        cacheSize = size;
        btree.storage()
                .setCacheBytes(
                        size < 0 ? -size * KIB : size * btree.header().all().pageSize());
    }

    /** Only of a database that has no pages. */
    private void setEncoding(String argument) {
        if (btree.pageCount() == 0) {
            settings.setNewEncoding(encoding(argument).code);
        }
    }

    /** A number is a size, of which only whether it is 0 counts here. */
    private void setCacheSpill(String argument) {
        settings.setSpilling(PragmaNumber.isOn(argument, true));
        spillSize = settings.isSpilling() ? Math.max(1, PragmaNumber.leading(argument)) : 0;
    }

    /**
     * SQLite's FAST overwrites only where that needs no further writes; here it is the same as ON.
     */
    private void setSecureDelete(String argument) {
        secureDeleteIsFast = argument.equalsIgnoreCase("fast");
        settings.setSecureDelete(secureDeleteIsFast || PragmaNumber.isOn(argument));
    }

    /** An attached database begins with the secure_delete of main, as in SQLite. */
    void overwriteAs(StoragePragmas main) {
        secureDeleteIsFast = main.secureDeleteIsFast;
        settings.setSecureDelete(main.settings.isSecureDelete());
    }

    /** Needs no transaction: a log comes and goes in one of its own. */
    private void setJournalMode(String argument) {
        JournalMode mode = JournalMode.find(argument);
        JournalMode old = journalMode();
        if (mode == null || mode == old) {
            return;
        }
        boolean enters = mode == JournalMode.WAL;
        if (enters || old == JournalMode.WAL) {
            if (btree.isMemory()) {
                return;
            }
            if (btree.hasChanges()) {
                return;
            }
            if (!transaction.isAutocommit() || btree.isReading()) {
                throw SqlException.error("cannot change " + (enters ? "into" : "out of")
                        + " wal mode from within a transaction");
            }
            if (enters) {
                btree.storage().enterLog();
            } else {
                btree.storage().leaveLog(mode);
            }
            return;
        }
        reading(() -> btree.storage().setJournalMode(mode));
    }

    private JournalMode journalMode() {
        JournalMode[] mode = new JournalMode[1];
        reading(() -> mode[0] = btree.storage().journalMode());
        return mode[0];
    }

    private AutoVacuum autoVacuum() {
        AutoVacuum[] mode = new AutoVacuum[1];
        reading(() -> mode[0] = btree.header().autoVacuum());
        return mode[0];
    }

    private void reading(Runnable action) {
        btree.beginRead();
        try {
            action.run();
        } finally {
            btree.endRead();
        }
    }

    /**
     * Runs PRAGMA wal_checkpoint; returns whether it was busy, the frames in the log, and those
     * copied back.
     */
    long[] checkpoint(String argument) {
        CheckpointMode mode = CheckpointMode.PASSIVE;
        for (CheckpointMode each : CheckpointMode.values()) {
            if (each.name().equalsIgnoreCase(argument)) {
                mode = each;
            }
        }
        try {
            Checkpoint.Result result = btree.storage().checkpoint(mode);
            return result == null
                    ? new long[] {0, -1, -1}
                    : new long[] {result.busy() ? 1 : 0, result.frameCount(), result.copied()};
        } catch (SqlException e) {
            if (ResultCode.primary(e.code()) != ResultCode.BUSY) {
                throw e;
            }
            return new long[] {1, -1, -1};
        }
    }

    private void setLockingMode(String argument) {
        switch (argument.toLowerCase(Locale.ROOT)) {
            case "normal" -> btree.storage().setExclusiveLocking(false);
            case "exclusive" -> btree.storage().setExclusiveLocking(true);
            default -> {} // As in SQLite, the PRAGMA only returns its value.
        }
    }

    private void setSynchronous(String argument) {
        if (!transaction.isAutocommit()) {
            throw SqlException.error("Safety level may not be changed inside a transaction");
        }
        Synchronous[] levels = Synchronous.values();
        int level = switch (argument.toLowerCase(Locale.ROOT)) {
            case "off", "no", "false" -> 0;
            case "full" -> 2;
            case "extra" -> 3;
            default ->
                // As in SQLite, which keeps three bits of the number plus 1.
                PragmaNumber.startsWithDigit(argument)
                        ? Math.max(0, ((PragmaNumber.leading(argument) + 1) & 7) - 1)
                        : 1;
        };
        settings.setSynchronous(levels[Math.min(level, levels.length - 1)]);
    }

    /** A number's prefix of the argument counts; what follows it is ignored. */
    private static long sizeLimit(String argument) {
        Long number = PragmaNumber.whole(argument);
        return number == null ? Casts.toLong(Text.of(argument)) : number;
    }

    /** 0 changes nothing. */
    private static long pageCount(String argument) {
        Long number = PragmaNumber.whole(argument);
        return number == null ? 0 : Math.clamp(number, 0, PAGES_MAX);
    }

    private static AutoVacuum vacuum(String argument) {
        return AutoVacuum.of(argument, PragmaNumber.leading(argument));
    }

    private static TextEncoding encoding(String argument) {
        return switch (argument.toUpperCase(Locale.ROOT)) {
            case "UTF8", "UTF-8" -> TextEncoding.UTF8;
            case "UTF16LE", "UTF-16LE" -> TextEncoding.UTF16LE;
            case "UTF16BE", "UTF-16BE" -> TextEncoding.UTF16BE;
            case "UTF16", "UTF-16" ->
                ByteOrder.nativeOrder() == ByteOrder.BIG_ENDIAN
                        ? TextEncoding.UTF16BE
                        : TextEncoding.UTF16LE;
            default -> throw SqlException.error("unsupported encoding: " + argument);
        };
    }
}
