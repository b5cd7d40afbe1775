package org.sqlvm.warm;

import java.util.concurrent.locks.LockSupport;
import java.util.logging.Handler;
import java.util.logging.Level;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Keeps {@code System.exit}, which a program may call through its language's view of Java, from
 * ending the programs of others. Java logs the call before it acts, on the caller's thread: here
 * the caller is its program's end, and its thread goes no further. It can never return, so the
 * process retires.
 */
final class ExitGuard extends Handler {
    private static final Pattern STATUS = Pattern.compile("status: (-?\\d+)");

    /** Java's logger of calls; kept, since the log manager alone would not keep it. */
    private static final Logger CALLS = Logger.getLogger("java.lang.Runtime");

    private final Resident resident;

    private ExitGuard(Resident resident) {
        this.resident = resident;
    }

    static void install(Resident resident) {
        CALLS.setUseParentHandlers(false);
        CALLS.setLevel(Level.ALL);
        CALLS.addHandler(new ExitGuard(resident));
    }

    @Override
    public void publish(LogRecord call) {
        Program program = Program.current();
        Matcher status = STATUS.matcher(call.getMessage());
        if (program == null || !status.find()) {
            return;
        }
        resident.exit(program, Integer.parseInt(status.group(1)));
        while (true) {
            LockSupport.park();
            Thread.interrupted(); // The context interrupts what it ends.
        }
    }

    @Override
    public void flush() {
        // There is no output.
    }

    @Override
    public void close() {
        // There is no output.
    }
}
